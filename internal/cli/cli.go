// Package cli finds, builds and runs a Terraform or OpenTofu CLI, for the
// programs and tests of this repository.
//
// Find returns a CLI, and a Workspace runs it in a folder of configuration,
// without the user's own settings.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"github.com/hashicorp/go-version"
)

// Product is Terraform or OpenTofu.
type Product string

// The products, as their version commands name them.
const (
	Terraform Product = "Terraform"
	OpenTofu  Product = "OpenTofu"
)

// minimumVersion is the first version of either product with write-only
// arguments.
var minimumVersion = version.Must(version.NewVersion("1.11.0"))

// versionLine is the line of `version` that names the program. `version -json`
// does not: OpenTofu's says terraform_version.
var versionLine = regexp.MustCompile(`(?m)^(Terraform|OpenTofu) v(\S+)`)

// CLI is a program that can run the provider.
type CLI struct {
	// Path is absolute.
	Path    string
	Product Product
	Version *version.Version
}

// String returns the product, the version and the path.
func (c CLI) String() string {
	return fmt.Sprintf("%s %s (%s)", c.Product, c.Version, c.Path)
}

// Command returns the usual name of the program.
func (c CLI) Command() string {
	if c.Product == OpenTofu {
		return "tofu"
	}

	return "terraform"
}

// TestEnvironment returns the variables that make acceptance tests, and every
// later Find, use this program.
//
// terraform-plugin-testing assumes Terraform's registry unless host and
// namespace are set together. The namespace is the one that a configuration
// without required_providers implies: not all kinds of test steps add them. The
// user's CLI configuration is left out because of its overrides, and because
// terraform-plugin-testing reads OpenTofu's warnings about it as a version.
func (c CLI) TestEnvironment() map[string]string {
	host := "registry.terraform.io"
	if c.Product == OpenTofu {
		host = "registry.opentofu.org"
	}

	return map[string]string{
		"CLI":                       c.Path,
		"TF_ACC_TERRAFORM_PATH":     c.Path,
		"TF_ACC_PROVIDER_HOST":      host,
		"TF_ACC_PROVIDER_NAMESPACE": "hashicorp",
		"TF_CLI_CONFIG_FILE":        os.DevNull,
	}
}

// Find returns the first of: the CLI that the environment variable CLI or
// TF_ACC_TERRAFORM_PATH names, terraform on the PATH, tofu on the PATH, an
// OpenTofu that it builds, which takes a few minutes the first time. It reports
// skipped programs and the build to progress.
//
// If a variable names a CLI that cannot be used, Find returns an error and
// tries nothing else.
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

// FindOpenTofu returns tofu on the PATH, or else an OpenTofu that it builds. It
// ignores the variables that Find reads, because they may name Terraform.
func FindOpenTofu(ctx context.Context, progress io.Writer) (CLI, error) {
	if found, ok := onPath(ctx, progress, "tofu"); ok && found.Product == OpenTofu {
		return found, nil
	}

	return builtOpenTofu(ctx, progress)
}

// onPath returns the program of that name on the PATH, if it can run the
// provider.
func onPath(ctx context.Context, progress io.Writer, name string) (CLI, bool) {
	found, err := inspect(ctx, name)
	if err != nil && !errors.Is(err, exec.ErrNotFound) {
		_, _ = fmt.Fprintf(progress, "Skipping the %s on the PATH: %v\n", name, err)
	}

	return found, err == nil
}

// inspect returns the CLI at a path, or the one of that name on the PATH. It
// fails if the CLI cannot run the provider.
func inspect(ctx context.Context, name string) (CLI, error) {
	path, err := exec.LookPath(name)
	if err == nil {
		path, err = filepath.Abs(path)
	}

	if err != nil {
		return CLI{}, err
	}

	command := Command(ctx, path, "version")
	command.Env = environment(os.DevNull)

	output, err := command.CombinedOutput()
	if err != nil {
		return CLI{}, fmt.Errorf("run %s version: %w: %s", path, err, output)
	}

	match := versionLine.FindStringSubmatch(string(output))
	if match == nil {
		return CLI{}, fmt.Errorf("%s is neither Terraform nor OpenTofu: the output of its version command is %q", path, output)
	}

	number, err := version.NewVersion(match[2])
	if err != nil {
		return CLI{}, fmt.Errorf("parse the version of %s: %w", path, err)
	}

	found := CLI{Path: path, Product: Product(match[1]), Version: number}
	if number.LessThan(minimumVersion) {
		return CLI{}, fmt.Errorf("%s is too old: the provider needs %s or newer", found, minimumVersion)
	}

	return found, nil
}
