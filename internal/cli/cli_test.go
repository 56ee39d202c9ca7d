//go:build unix

package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// These tests use shell scripts as CLIs: a machine usually has one CLI at most,
// and building one takes minutes.

// writeProgram writes a shell script into dir and returns its path.
func writeProgram(t *testing.T, dir, name, script string) string {
	t.Helper()

	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}

	return path
}

// writeCLI writes a program that prints the product's `version`.
func writeCLI(t *testing.T, dir, name, product, version string) string {
	t.Helper()

	return writeProgram(t, dir, name, fmt.Sprintf("echo '%s v%s'\necho 'on linux_amd64'\n", product, version))
}

// isolate changes to a new module and makes programs the only folder on the
// PATH. No variable names a CLI.
func isolate(t *testing.T) (programs, module string) {
	t.Helper()

	programs, module = t.TempDir(), t.TempDir()

	if err := os.WriteFile(filepath.Join(module, "go.mod"), []byte("module example\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	t.Setenv("PATH", programs)
	t.Setenv("CLI", "")
	t.Setenv("TF_ACC_TERRAFORM_PATH", "")
	t.Chdir(module)

	return programs, module
}

// Each step adds what takes precedence over the step before.
func TestFind_Order(t *testing.T) {
	programs, module := isolate(t)
	built := filepath.Join(module, ".build", "opentofu", "1.12.6")

	if err := os.MkdirAll(built, 0o755); err != nil {
		t.Fatal(err)
	}

	elsewhere, openTofu := t.TempDir(), ""

	for _, step := range []struct{ dir, name, product, variable string }{
		{built, "tofu", "OpenTofu", ""},
		{programs, "tofu", "OpenTofu", ""},
		{programs, "terraform", "Terraform", ""},
		{elsewhere, "chosen", "Terraform", "TF_ACC_TERRAFORM_PATH"},
		{module, "relative", "Terraform", "CLI"},
	} {
		want := writeCLI(t, step.dir, step.name, step.product, "1.11.0")
		if step.product == "OpenTofu" {
			openTofu = want
		}

		if step.variable != "" {
			t.Setenv(step.variable, strings.Replace(want, module, ".", 1))
		}

		found, err := cli.Find(t.Context(), t.Output())
		if err != nil || found.Path != want {
			t.Fatalf("found %s, error %v, want %s", found, err, want)
		}

		if found, err = cli.FindOpenTofu(t.Context(), t.Output()); err != nil || found.Path != openTofu {
			t.Fatalf("found the OpenTofu %s, error %v, want %s", found, err, openTofu)
		}
	}
}

func TestFind_IdentifiesProduct(t *testing.T) {
	for product, want := range map[string]struct{ command, registryHost string }{
		"Terraform": {"terraform", "registry.terraform.io"},
		"OpenTofu":  {"tofu", "registry.opentofu.org"},
	} {
		t.Run(product, func(t *testing.T) {
			isolate(t)

			path := writeCLI(t, t.TempDir(), "program", product, "1.12.0")
			t.Setenv("CLI", path)

			found, err := cli.Find(t.Context(), t.Output())
			if err != nil {
				t.Fatal(err)
			}

			if got, want := found.String(), product+" 1.12.0 ("+path+")"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}

			if found.Command() != want.command {
				t.Errorf("command is %s, want %s", found.Command(), want.command)
			}

			wantEnvironment := map[string]string{
				"CLI":                       path,
				"TF_ACC_TERRAFORM_PATH":     path,
				"TF_ACC_PROVIDER_HOST":      want.registryHost,
				"TF_ACC_PROVIDER_NAMESPACE": "hashicorp",
				"TF_CLI_CONFIG_FILE":        "/dev/null",
			}
			if diff := cmp.Diff(wantEnvironment, found.TestEnvironment()); diff != "" {
				t.Errorf("test environment (-want +got):\n%s", diff)
			}
		})
	}
}

// A program on the PATH is skipped. One that a variable names is an error.
func TestFind_RefusesUnusableProgram(t *testing.T) {
	for name, test := range map[string]struct{ script, why string }{
		"too old":           {"echo 'Terraform v1.10.5'", "is too old: the provider needs 1.11.0 or newer"},
		"failing":           {"echo 'no version is chosen' >&2; exit 1", "no version is chosen"},
		"something else":    {"echo 'Terraformer v9.9'", "is neither Terraform nor OpenTofu"},
		"no version number": {"echo 'Terraform vnext'", "alformed version"},
	} {
		t.Run(name, func(t *testing.T) {
			programs, _ := isolate(t)
			unusable := writeProgram(t, programs, "terraform", test.script)
			tofu := writeCLI(t, programs, "tofu", "OpenTofu", "1.11.0")

			var progress bytes.Buffer

			found, err := cli.Find(t.Context(), &progress)
			if err != nil || found.Path != tofu {
				t.Fatalf("found %s, error %v, want %s", found, err, tofu)
			}

			if text := progress.String(); !strings.Contains(text, "Skipping the terraform on the PATH") || !strings.Contains(text, test.why) {
				t.Errorf("progress %q lacks %q", text, test.why)
			}

			t.Setenv("CLI", unusable)

			_, err = cli.Find(t.Context(), t.Output())
			if err == nil || !strings.Contains(err.Error(), "cannot use the CLI in CLI") || !strings.Contains(err.Error(), test.why) {
				t.Errorf("error %v lacks %q", err, test.why)
			}
		})
	}
}
