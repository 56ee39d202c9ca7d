package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// terraform runs a Terraform or OpenTofu CLI in a folder.
type terraform struct {
	path, dir   string
	environment []string
}

// findCLI returns the path of the CLI that the environment variable CLI names,
// else of a terraform or a tofu on the PATH.
func findCLI() (string, error) {
	candidates := []string{"terraform", "tofu"}
	if named := os.Getenv("CLI"); named != "" {
		candidates = []string{named}
	}

	for _, candidate := range candidates {
		if path, err := exec.LookPath(candidate); err == nil {
			return filepath.Abs(path)
		}
	}

	return "", fmt.Errorf("found no %s: install Terraform or OpenTofu, 1.11 or later, or set CLI to the path of one", strings.Join(candidates, " and no "))
}

// environment returns the environment for the CLI and the provider: the
// program's own, with the user's CLI configuration, but without what would lead
// elsewhere than to the copy and the mock server at address.
func environment(address string) []string {
	inherited := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")

		return name == "TF_DATA_DIR" || name == "TF_WORKSPACE" || strings.HasPrefix(name, "TF_CLI_ARGS") || strings.HasPrefix(name, "CHATVIEW_")
	})

	return append(inherited, "CHATVIEW_BASE_URL="+address, "CHATVIEW_API_KEY="+apiKey,
		"TF_INPUT=0", "TF_IN_AUTOMATION=1", "CHECKPOINT_DISABLE=1")
}

// run runs a command of the CLI. The error has everything that it printed.
func (t terraform) run(ctx context.Context, args ...string) error {
	output, err := t.command(ctx, args).CombinedOutput()

	return t.failed(ctx, args[0], err, output)
}

// show decodes what `show -json` prints for a plan file, or for the state.
func (t terraform) show(ctx context.Context, into any, file ...string) error {
	output, err := t.command(ctx, append([]string{"show", "-json"}, file...)).Output()

	var exited *exec.ExitError
	if errors.As(err, &exited) {
		return t.failed(ctx, "show", err, exited.Stderr)
	}

	if err == nil {
		err = json.Unmarshal(output, into)
	}

	return t.failed(ctx, "show", err, nil)
}

func (t terraform) command(ctx context.Context, args []string) *exec.Cmd {
	command := cli.Command(ctx, t.path, args...)
	command.Dir = t.dir
	command.Env = t.environment

	return command
}

func (t terraform) failed(ctx context.Context, subcommand string, err error, output []byte) error {
	if ctx.Err() != nil {
		return fmt.Errorf("stopped during %s: %w", subcommand, context.Cause(ctx))
	}

	if err != nil {
		return fmt.Errorf("%s %s: %w\n%s", filepath.Base(t.path), subcommand, err, output)
	}

	return nil
}
