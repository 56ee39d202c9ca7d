package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// Find returns the first of: the CLI that the environment variable CLI or TF_ACC_TERRAFORM_PATH names, terraform on the
// PATH, tofu on the PATH, an OpenTofu that it builds, which takes a few minutes the first time. It reports skipped
// programs and the build to progress.
//
// If a variable names a CLI that cannot be used, Find returns an error and tries nothing else.
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

// FindOpenTofu returns tofu on the PATH, or else an OpenTofu that it builds. It ignores the variables that Find reads,
// because they may name Terraform.
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
