// Package cli finds, builds and runs a Terraform or OpenTofu CLI, for the programs and tests of this repository.
//
// Find returns a CLI, WriteMirror gives it a provider to install, and a Workspace runs it in a folder of configuration,
// without the user's own settings. A Sandbox is a CLI with a temporary folder for all of this.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/hashicorp/go-version"
)

// Product is Terraform or OpenTofu.
type Product string

// The products, as their version commands name them.
const (
	Terraform Product = "Terraform"
	OpenTofu  Product = "OpenTofu"
)

// minimumVersion is the first version of either product with write-only arguments.
var minimumVersion = version.Must(version.NewVersion("1.11.0"))

// versionLine is the line of `version` that names the program. `version -json` does not: OpenTofu's says
// terraform_version.
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

// RegistryHost returns the default host of a provider's source address.
func (c CLI) RegistryHost() string {
	if c.Product == OpenTofu {
		return "registry.opentofu.org"
	}

	return "registry.terraform.io"
}

// TestEnvironment returns the variables that make acceptance tests, and every later Find, use this program.
//
// terraform-plugin-testing assumes Terraform's registry unless host and namespace are set together. The namespace is
// the one that a configuration without required_providers implies: not all kinds of test steps add them. The user's CLI
// configuration is left out because of its overrides, and because terraform-plugin-testing reads OpenTofu's warnings
// about it as a version.
func (c CLI) TestEnvironment() map[string]string {
	return map[string]string{
		"CLI":                       c.Path,
		"TF_ACC_TERRAFORM_PATH":     c.Path,
		"TF_ACC_PROVIDER_HOST":      c.RegistryHost(),
		"TF_ACC_PROVIDER_NAMESPACE": "hashicorp",
		"TF_CLI_CONFIG_FILE":        os.DevNull,
	}
}

// inspect returns the CLI at a path, or the one of that name on the PATH. It fails if the CLI cannot run the provider.
func inspect(ctx context.Context, name string) (CLI, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return CLI{}, err
	}

	if path, err = filepath.Abs(path); err != nil {
		return CLI{}, err
	}

	command := Command(ctx, path, "version")
	command.Env = environment(os.DevNull)

	output, err := command.Output()
	if err != nil {
		return CLI{}, fmt.Errorf("run %s version: %w", path, withStderr(err))
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

// withStderr adds the standard error of a failed program to its error.
func withStderr(err error) error {
	var failed *exec.ExitError
	if errors.As(err, &failed) && len(failed.Stderr) > 0 {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(failed.Stderr)))
	}

	return err
}
