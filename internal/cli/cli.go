// Package cli finds and drives the Terraform or OpenTofu CLI for programs and
// tests that are not the provider.
//
// Find returns a CLI, LayMirror gives it a provider to install, and a Workspace
// runs it on a folder of configuration, out of reach of the user's own settings.
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

// Product is one of the two programs that run a configuration.
type Product string

// The products, under the names that they give themselves.
const (
	Terraform Product = "Terraform"
	OpenTofu  Product = "OpenTofu"
)

// The provider's source address is a registry's host, and these two.
const (
	providerNamespace = "chatview"
	providerType      = "chatview"
)

// floor is the first version that has write-only arguments, of either product.
var floor = version.Must(version.NewVersion("1.11.0"))

// versionLine is the line of `version` that says what the program is.
// `version -json` does not do: OpenTofu's calls itself terraform_version.
var versionLine = regexp.MustCompile(`(?m)^(Terraform|OpenTofu) v(\S+)`)

// CLI is a program that can run the provider.
type CLI struct {
	// Path is absolute.
	Path    string
	Product Product
	Version *version.Version
}

// String names the program for a person.
func (c CLI) String() string {
	return fmt.Sprintf("%s %s (%s)", c.Product, c.Version, c.Path)
}

// Command returns what a person types to run the program.
func (c CLI) Command() string {
	if c.Product == OpenTofu {
		return "tofu"
	}

	return "terraform"
}

// RegistryHost returns the host that a source address without one stands for.
func (c CLI) RegistryHost() string {
	if c.Product == OpenTofu {
		return "registry.opentofu.org"
	}

	return "registry.terraform.io"
}

// TestEnvironment returns the variables that make acceptance tests, and every
// later Find, use this program.
//
// terraform-plugin-testing assumes Terraform's registry unless host and
// namespace are set together. The namespace is the one that a configuration
// without required_providers implies: not all kinds of test steps add them. The
// user's own CLI configuration stays out, for what it overrides, and because
// OpenTofu's warnings on it stand where terraform-plugin-testing reads a version.
func (c CLI) TestEnvironment() map[string]string {
	return map[string]string{
		"CLI":                       c.Path,
		"TF_ACC_TERRAFORM_PATH":     c.Path,
		"TF_ACC_PROVIDER_HOST":      c.RegistryHost(),
		"TF_ACC_PROVIDER_NAMESPACE": "hashicorp",
		"TF_CLI_CONFIG_FILE":        os.DevNull,
	}
}

// inspect returns the program that name stands for, a path or something on the
// PATH, provided that it can run the provider.
func inspect(ctx context.Context, name string) (CLI, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return CLI{}, err
	}

	path, err = filepath.Abs(path)
	if err != nil {
		return CLI{}, fmt.Errorf("find the absolute path of %s: %w", path, err)
	}

	found, err := identify(ctx, path)
	if err != nil {
		return CLI{}, err
	}

	if found.Version.LessThan(floor) {
		return CLI{}, fmt.Errorf("%s is too old: the provider needs %s or newer", found, floor)
	}

	return found, nil
}

// identify asks the program at path what it is.
func identify(ctx context.Context, path string) (CLI, error) {
	command := Command(ctx, path, "version")
	command.Env = environment(os.DevNull)

	output, err := command.Output()
	if err != nil {
		return CLI{}, fmt.Errorf("run %s version: %w", path, withStderr(err))
	}

	match := versionLine.FindStringSubmatch(string(output))
	if match == nil {
		return CLI{}, fmt.Errorf("%s version names neither Terraform nor OpenTofu, but says %q", path, output)
	}

	number, err := version.NewVersion(match[2])
	if err != nil {
		return CLI{}, fmt.Errorf("read the output of %s version: %w", path, err)
	}

	return CLI{Path: path, Product: Product(match[1]), Version: number}, nil
}

// withStderr adds what a failed program said to its error.
func withStderr(err error) error {
	var failed *exec.ExitError
	if errors.As(err, &failed) && len(failed.Stderr) > 0 {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(failed.Stderr)))
	}

	return err
}
