package main

import (
	"bytes"
	"context"
	"encoding/json"
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

	return "", fmt.Errorf("found no %s: install Terraform or OpenTofu, 1.11 or later, or set CLI to the path of one",
		strings.Join(candidates, " and no "))
}

// environment returns the environment for the CLI and the provider: the program's
// own, without the variables that would make them use another folder or another
// server than the mock server at address.
func environment(address string) []string {
	inherited := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")

		return name == "TF_DATA_DIR" || name == "TF_WORKSPACE" || strings.HasPrefix(name, "TF_CLI_ARGS") || strings.HasPrefix(name, "CHATVIEW_")
	})

	return append(inherited, "CHATVIEW_BASE_URL="+address, "CHATVIEW_API_KEY="+apiKey,
		"TF_INPUT=0", "TF_IN_AUTOMATION=1", "TF_CLI_ARGS=-no-color", "CHECKPOINT_DISABLE=1")
}

// run runs a command of the CLI and returns its standard output. The error includes
// its standard error.
func (t terraform) run(ctx context.Context, args ...string) ([]byte, error) {
	var stderr bytes.Buffer

	command := cli.Command(ctx, t.path, args...)
	command.Dir = t.dir
	command.Env = t.environment
	command.Stderr = &stderr

	output, err := command.Output()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("stopped during %s: %w", args[0], context.Cause(ctx))
	}

	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(t.path), args[0], err, &stderr)
	}

	return output, nil
}

// show decodes the output of `show -json` for a plan file, or for the state.
func (t terraform) show(ctx context.Context, into any, file ...string) error {
	output, err := t.run(ctx, append([]string{"show", "-json"}, file...)...)
	if err != nil {
		return err
	}

	if err := json.Unmarshal(output, into); err != nil {
		return fmt.Errorf("read the output of %s show: %w", filepath.Base(t.path), err)
	}

	return nil
}
