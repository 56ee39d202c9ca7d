package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// Find returns the CLI that the environment variable CLI or TF_ACC_TERRAFORM_PATH names, else a terraform on the PATH,
// else a tofu on the PATH, else an OpenTofu that it builds, which takes a few minutes the first time. It reports
// skipped programs and the build on progress.
//
// A CLI that a variable names but that cannot be used is an error: nothing else is used in its place.
func Find(ctx context.Context, progress io.Writer) (CLI, error) {
	for _, variable := range []string{"CLI", "TF_ACC_TERRAFORM_PATH"} {
		if name := os.Getenv(variable); name != "" {
			found, err := inspect(ctx, name)
			if err != nil {
				return CLI{}, fmt.Errorf("cannot use the CLI in %s, correct or unset it: %w", variable, err)
			}

			return found, nil
		}
	}

	for _, name := range []string{"terraform", "tofu"} {
		if found, ok := onPath(ctx, progress, name); ok {
			return found, nil
		}
	}

	return builtOpenTofu(ctx, progress)
}

// FindOpenTofu returns a tofu on the PATH, else an OpenTofu that it builds. It ignores the variables that Find reads:
// they may name a Terraform.
func FindOpenTofu(ctx context.Context, progress io.Writer) (CLI, error) {
	if found, ok := onPath(ctx, progress, "tofu"); ok && found.Product == OpenTofu {
		return found, nil
	}

	return builtOpenTofu(ctx, progress)
}

// onPath returns the program of that name on the PATH, if it can run the provider.
func onPath(ctx context.Context, progress io.Writer, name string) (CLI, bool) {
	found, err := inspect(ctx, name)
	if err != nil && !errors.Is(err, exec.ErrNotFound) {
		_, _ = fmt.Fprintf(progress, "Skipping the %s on the PATH: %v\n", name, err)
	}

	return found, err == nil
}
