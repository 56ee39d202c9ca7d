//go:build unix

package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

//go:embed configurations
var configurations embed.FS

// The programs in the sandbox, with the names of their configurations, and the
// name under which the CLI runs this one.
const (
	providerName = "provider"
	baselineName = "baseline"
	meterName    = "terraform-provider-chatview"
)

// build builds both providers with the flags of a release, and links this
// program to the name of the provider.
func (b bench) build(ctx context.Context) error {
	fmt.Fprintf(os.Stderr, "Building the providers. Using %s.\n", b.cli)

	for program, source := range map[string]string{providerName: ".", baselineName: "./internal/cmd/bench/baseline"} {
		command := cli.Command(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(b.dir, program), source)
		command.Env = append(os.Environ(), "CGO_ENABLED=0")

		if output, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("build %s: %w\n%s", source, err, output)
		}
	}

	self, err := os.Executable()
	config := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    %q = %q\n  }\n}\n", "chatview/chatview", b.dir)

	return errors.Join(err, os.Symlink(self, filepath.Join(b.dir, meterName)),
		os.WriteFile(filepath.Join(b.dir, "cli.tfrc"), []byte(config), 0o600))
}

// workspace returns the folder in which a step uses a program as the provider.
// It creates it for the first of the steps that share it.
func (b bench) workspace(program string, s *step) (cli.Workspace, error) {
	workspace := cli.Workspace{
		CLI: b.cli, Dir: filepath.Join(b.dir, fmt.Sprintf("%s-%d", program, s.objects)),
		ConfigFile: filepath.Join(b.dir, "cli.tfrc"),
		Environment: []string{
			"CHATVIEW_BASE_URL=" + b.address, "CHATVIEW_API_KEY=key-of-the-bench",
			"TF_VAR_objects=" + strconv.Itoa(s.objects), meteredVariable + "=" + filepath.Join(b.dir, program),
		},
	}

	if err := os.Mkdir(workspace.Dir, 0o700); errors.Is(err, fs.ErrExist) {
		return workspace, nil
	}

	common, err := configurations.ReadFile("configurations/common.tf")
	resource, resourceErr := configurations.ReadFile("configurations/" + program + ".tf")

	return workspace, errors.Join(err, resourceErr,
		os.WriteFile(filepath.Join(workspace.Dir, "main.tf"), append(common, resource...), 0o600))
}
