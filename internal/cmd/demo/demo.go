package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

const (
	// stepLimit is more than any run of the CLI takes. A hanging one fails.
	stepLimit = time.Minute

	// providerVersion is what the provider is built and installed as. Terraform
	// takes 0.0.0 for no version at all.
	providerVersion = "0.0.1"

	// apiKey and databasePassword are nobody's.
	apiKey           = "demo-api-key" //nolint:gosec // nobody's
	databasePassword = "demo-database-password"
)

// demo is a run of the demo.
type demo struct {
	out io.Writer
	cli cli.CLI
	// root is this repository's folder, dir the one for everything made here.
	root, dir string
}

// build builds the provider and the mock into the demo's folder.
func (d demo) build(ctx context.Context) error {
	d.heading("Build the provider and the mock of the service")

	for _, args := range [][]string{
		{"-ldflags", "-X main.version=" + providerVersion, "-o", d.path("terraform-provider-chatview"), "."},
		{"-o", d.path("chatview-mock"), "./internal/cmd/chatview-mock"},
	} {
		args = append([]string{"build"}, args...)
		d.command("go", args)

		command := cli.Command(ctx, "go", args...)
		command.Dir = d.root
		// A go that is interrupted leaves its own temporary folder behind.
		command.Env = append(os.Environ(), "GOTMPDIR="+d.dir)
		command.Stdout, command.Stderr = d.out, d.out

		if err := command.Run(); err != nil {
			return fmt.Errorf("go build: %w", err)
		}
	}

	return nil
}

// playWithMock starts the mock, plays the story, and stops the mock whatever
// comes.
func (d demo) playWithMock(ctx context.Context) error {
	d.heading("Start the mock of the service")

	args := []string{
		"-address", "127.0.0.1:0", "-api-key", apiKey, "-data", d.path("data.json"), "-record", d.path("record.json"),
	}
	d.command("chatview-mock", args)

	if err := os.WriteFile(d.path("data.json"), []byte(startingData), 0o600); err != nil {
		return fmt.Errorf("write what the mock starts with: %w", err)
	}

	mock, err := startMock(ctx, d.path("chatview-mock"), args...)
	if err != nil {
		return err
	}

	// The story stops the mock, too; this is for every other way out.
	defer func() { _ = mock.stop() }()

	d.print("%s%s\n", announcement, mock.address)

	workspace, err := d.prepareWorkspace(mock.address)
	if err != nil {
		return err
	}

	return d.play(ctx, workspace, mock)
}

// prepareWorkspace copies the example, so that no state is left in it, and lays
// the mirror that init installs the provider from.
func (d demo) prepareWorkspace(address string) (cli.Workspace, error) {
	d.heading("Prepare a copy of examples/quickstart, a filesystem mirror, and the environment")

	workspace := cli.Workspace{
		CLI: d.cli,
		Dir: d.path("quickstart"),
		Environment: []string{
			"CHATVIEW_BASE_URL=" + address,
			"CHATVIEW_API_KEY=" + apiKey,
			"TF_VAR_appearance_id=" + appearanceID,
			"TF_VAR_source_id=" + sourceID,
			"TF_VAR_database_password=" + databasePassword,
		},
	}

	if err := copyConfiguration(filepath.Join(d.root, "examples", "quickstart"), workspace.Dir); err != nil {
		return cli.Workspace{}, fmt.Errorf("copy the example: %w", err)
	}

	configFile, err := d.cli.LayMirror(d.dir, d.path("terraform-provider-chatview"), providerVersion)
	if err != nil {
		return cli.Workspace{}, err
	}

	workspace.ConfigFile = configFile

	d.command("cd", []string{workspace.Dir})
	d.command("export", []string{"TF_CLI_CONFIG_FILE=" + configFile})

	for _, variable := range workspace.Environment {
		d.command("export", []string{variable})
	}

	return workspace, nil
}

// copyConfiguration copies the .tf files of a folder: a state or a .terraform
// beside them is of a run of somebody else.
func copyConfiguration(from, to string) error {
	files, err := filepath.Glob(filepath.Join(from, "*.tf"))
	if err != nil {
		return err
	}

	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}

	for _, file := range files {
		content, err := os.ReadFile(file) //nolint:gosec // an example of this repository's
		if err != nil {
			return err
		}

		if err := os.WriteFile(filepath.Join(to, filepath.Base(file)), content, 0o600); err != nil { //nolint:gosec // a folder of the demo's own
			return err
		}
	}

	return nil
}

// path returns a path in the demo's folder.
func (d demo) path(name string) string {
	return filepath.Join(d.dir, name)
}

// print writes to the demo's output. Where nobody reads it any more a signal
// says so, and ends the demo.
func (d demo) print(format string, values ...any) {
	_, _ = fmt.Fprintf(d.out, format, values...)
}

// heading announces a step.
func (d demo) heading(title string) {
	d.print("\n=== %s\n\n", title)
}

// command shows what a person would type.
func (d demo) command(program string, args []string) {
	d.print("$ %s %s\n", program, shellLine(args))
}

// says shows what a program answered.
func (d demo) says(output string) {
	d.print("%s\n\n", strings.TrimSpace(output))
}

// checked tells what was found to be as expected.
func (d demo) checked(claim string) {
	d.print("[checked] %s\n", claim)
}

// shellLine joins arguments as they stand on a shell's command line.
func shellLine(args []string) string {
	quoted := make([]string, 0, len(args))

	for _, arg := range args {
		if strings.ContainsAny(arg, " #") {
			arg = "'" + arg + "'"
		}

		quoted = append(quoted, arg)
	}

	return strings.Join(quoted, " ")
}
