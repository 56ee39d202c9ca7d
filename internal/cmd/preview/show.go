package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/browser"
	"github.com/chatview/terraform-provider-chatview/internal/cli"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

const (
	// apiKey is nobody's.
	apiKey = "preview-api-key"

	// pictureWidth is that of a page in a picture, in CSS pixels.
	pictureWidth = 1280
)

// show does everything and cleans up after it.
func show(ctx context.Context, settings settings, out io.Writer) error {
	return cli.OnStage(ctx, out, "preview", func(stage cli.Stage) error { return showOn(ctx, stage, settings, out) })
}

// showOn applies the configuration and presents the pages.
func showOn(ctx context.Context, stage cli.Stage, settings settings, out io.Writer) (err error) {
	service, err := startService() //nolint:contextcheck // it goes on until it is stopped, see below
	if err != nil {
		return err
	}

	// The end of ctx ends the CLI, which may need the service until it has
	// stopped. So the service goes on until here.
	defer func() { err = errors.Join(err, service.stop()) }()

	p := previewer{out: out, cli: stage.CLI, root: stage.Root, temporary: stage.Dir, service: service}

	if err := p.apply(ctx, settings); err != nil {
		return err
	}

	return p.present(ctx, settings)
}

// previewer is a run of the program.
type previewer struct {
	out io.Writer
	cli cli.CLI
	// root is this repository's folder, temporary the one for everything made
	// here.
	root, temporary string
	service         *service
}

// apply applies the configuration to the mock.
func (p previewer) apply(ctx context.Context, settings settings) error {
	p.print("Applying %s to a mock of the service, with %s …\n", settings.dir, p.cli)

	binary, err := p.build(ctx)
	if err != nil {
		return err
	}

	workspace, err := p.prepareWorkspace(ctx, settings.dir, binary)
	if err != nil {
		return err
	}

	// Whatever is not for this machine goes to the mock, as if that were a proxy,
	// and gets no further.
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY"} {
		workspace.Environment = append(workspace.Environment, name+"="+p.service.address)
	}

	output, err := runCLI(ctx, workspace, append([]string{"apply", "-auto-approve"}, settings.variables...)...)
	if err != nil {
		return err
	}

	p.print("%s\n", output)

	return nil
}

// build builds the provider, and returns the path of its binary.
func (p previewer) build(ctx context.Context) (string, error) {
	binary := filepath.Join(p.temporary, "terraform-provider-chatview")

	build := cli.Command(ctx, "go", "build", "-o", binary, ".")
	build.Dir = p.root
	// A go that is interrupted leaves its own temporary folder behind.
	build.Env = append(os.Environ(), "GOTMPDIR="+p.temporary)

	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, output)
	}

	return binary, nil
}

// prepareWorkspace makes the folder to run the CLI in, redirected to the mock and
// initialized.
func (p previewer) prepareWorkspace(ctx context.Context, dir, binary string) (cli.Workspace, error) {
	folder, err := layShadow(p.temporary, dir)
	if err != nil {
		return cli.Workspace{}, err
	}

	workspace := cli.Workspace{CLI: p.cli, Dir: folder, ConfigFile: os.DevNull, Environment: p.environment()}

	// Modules come first, for they have a say in what has to be redirected.
	if _, err := runCLI(ctx, workspace, "get"); err != nil {
		return cli.Workspace{}, err
	}

	version, err := redirect(folder, p.service.address)
	if err != nil {
		return cli.Workspace{}, err
	}

	workspace.ConfigFile, err = p.cli.LayMirror(p.temporary, binary, version)
	if err != nil {
		return cli.Workspace{}, err
	}

	_, err = runCLI(ctx, workspace, "init")

	return workspace, err
}

// environment returns the variables for the CLI: the mock's address, and the
// user's input variables.
func (p previewer) environment() []string {
	variables := []string{"CHATVIEW_BASE_URL=" + p.service.address, "CHATVIEW_API_KEY=" + apiKey}

	for _, variable := range os.Environ() {
		if strings.HasPrefix(variable, "TF_VAR_") {
			variables = append(variables, variable)
		}
	}

	return variables
}

// runCLI runs the CLI, and fails where it does.
func runCLI(ctx context.Context, workspace cli.Workspace, args ...string) (output string, err error) {
	result, err := workspace.Run(ctx, args...)
	if err != nil {
		return "", err
	}

	if result.ExitCode != 0 {
		return "", fmt.Errorf("%s %s failed:\n%s", workspace.CLI.Command(), args[0], result.Output)
	}

	return result.Output, nil
}

// present prints where the pages are, takes pictures of them, and serves them,
// as the settings say.
func (p previewer) present(ctx context.Context, settings settings) error {
	appearances := p.service.mock.Appearances()
	if len(appearances) == 0 {
		return errors.New("the configuration sent no chatview_appearance, so there is no theme to look at")
	}

	if settings.screenshots != "" {
		if err := p.takePictures(ctx, settings.screenshots); err != nil {
			return err
		}
	}

	if !settings.serve {
		return nil
	}

	for _, appearance := range appearances {
		p.print("%s%s  %s\n", p.service.address, preview.AppearancePath(appearance.ID), appearance.Fields["name"])
	}

	p.print("\nThe pages are there until Ctrl-C.\n")
	<-ctx.Done()

	return nil
}

// takePictures writes a PNG for each mode that each theme offers.
func (p previewer) takePictures(ctx context.Context, folder string) error {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return fmt.Errorf("make the folder for pictures: %w", err)
	}

	tab, stop, err := browser.Start(ctx)
	if err != nil {
		return fmt.Errorf("take pictures: %w", err)
	}
	defer stop()

	for _, appearance := range p.service.mock.Appearances() {
		for _, mode := range preview.OfferedModes(appearance) {
			url := p.service.address + preview.AppearancePath(appearance.ID) + "?mode=" + mode

			picture, err := browser.Screenshot(tab, url, mode, pictureWidth)
			if err != nil {
				return err
			}

			file := filepath.Join(folder, fmt.Sprintf("appearance-%d-%s.png", appearance.ID, mode))
			//nolint:gosec // a picture to be looked at, where the user wants it
			if err := os.WriteFile(file, picture, 0o644); err != nil {
				return fmt.Errorf("write a picture: %w", err)
			}

			p.print("%s\n", file)
		}
	}

	return nil
}

// print writes to the program's output. Where nobody reads it any more a signal
// says so, and ends the program.
func (p previewer) print(format string, values ...any) {
	_, _ = fmt.Fprintf(p.out, format, values...)
}
