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
		found, err := inspect(ctx, name)
		if err == nil {
			return found, nil
		}

		if !errors.Is(err, exec.ErrNotFound) {
			_, _ = fmt.Fprintf(progress, "Passing over the %s on the PATH: %v\n", name, err)
		}
	}

	return buildOpenTofu(ctx, progress)
}
