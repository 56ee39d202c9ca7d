package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// Find returns the CLI to use: the one that the environment variable CLI or
// TF_ACC_TERRAFORM_PATH names, else a terraform on the PATH, else a tofu on the
// PATH, else an OpenTofu that it builds, which takes some minutes the first
// time. It tells progress what it passes over and what it waits for.
//
// A CLI that is named but of no use is an error: whoever named it wants that
// one tested, and not another.
func Find(ctx context.Context, progress io.Writer) (CLI, error) {
	for _, variable := range []string{"CLI", "TF_ACC_TERRAFORM_PATH"} {
		if name := os.Getenv(variable); name != "" {
			found, err := inspect(ctx, name)
			if err != nil {
				return CLI{}, fmt.Errorf("the CLI that %s names can not be used; correct %[1]s or unset it: %w", variable, err)
			}

			return found, nil
		}
	}

	for _, name := range []string{"terraform", "tofu"} {
		if found, ok := onPath(ctx, progress, name); ok {
			return found, nil
		}
	}

	return buildOpenTofu(ctx, progress)
}

// FindOpenTofu is Find where it has to be an OpenTofu: a tofu on the PATH, else
// one that it builds. The variables that name a CLI have no say, for what they
// name may be a Terraform.
func FindOpenTofu(ctx context.Context, progress io.Writer) (CLI, error) {
	if found, ok := onPath(ctx, progress, "tofu"); ok && found.Product == OpenTofu {
		return found, nil
	}

	return buildOpenTofu(ctx, progress)
}

// onPath returns the program of that name on the PATH, if it can run the
// provider. It tells progress of one that can not.
func onPath(ctx context.Context, progress io.Writer, name string) (CLI, bool) {
	found, err := inspect(ctx, name)
	if err != nil && !errors.Is(err, exec.ErrNotFound) {
		_, _ = fmt.Fprintf(progress, "Passing over the %s on the PATH: %v\n", name, err)
	}

	return found, err == nil
}
