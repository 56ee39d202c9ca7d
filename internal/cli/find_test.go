package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func TestFind_Order(t *testing.T) {
	tests := map[string]struct {
		onPath    []string
		variables []string
		want      string
	}{
		"CLI wins over all":                     {[]string{"terraform", "tofu"}, []string{"CLI", "TF_ACC_TERRAFORM_PATH"}, "CLI"},
		"TF_ACC_TERRAFORM_PATH before the PATH": {[]string{"terraform", "tofu"}, []string{"TF_ACC_TERRAFORM_PATH"}, "TF_ACC_TERRAFORM_PATH"},
		"terraform before tofu":                 {[]string{"terraform", "tofu"}, nil, "terraform"},
		"tofu alone":                            {[]string{"tofu"}, nil, "tofu"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			programs, _ := isolate(t)
			elsewhere := t.TempDir()

			for _, program := range test.onPath {
				writeCLI(t, programs, program, "Terraform", "1.11.4")
			}

			for _, variable := range test.variables {
				t.Setenv(variable, writeCLI(t, elsewhere, variable, "Terraform", "1.11.4"))
			}

			found, err := cli.Find(t.Context(), t.Output())
			if err != nil {
				t.Fatal(err)
			}

			if got := filepath.Base(found.Path); got != test.want {
				t.Errorf("found %s, want %s", got, test.want)
			}
		})
	}
}

func TestFind_IdentifiesProduct(t *testing.T) {
	tests := map[string]struct{ product, version, command, registryHost string }{
		"Terraform": {"Terraform", "1.11.0", "terraform", "registry.terraform.io"},
		"OpenTofu":  {"OpenTofu", "1.12.6", "tofu", "registry.opentofu.org"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			isolate(t)

			path := writeCLI(t, t.TempDir(), "program", test.product, test.version)
			t.Setenv("CLI", path)

			found, err := cli.Find(t.Context(), t.Output())
			if err != nil {
				t.Fatal(err)
			}

			if got, want := found.String(), test.product+" "+test.version+" ("+path+")"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}

			if found.Command() != test.command {
				t.Errorf("command is %s, want %s", found.Command(), test.command)
			}

			want := map[string]string{
				"CLI":                       path,
				"TF_ACC_TERRAFORM_PATH":     path,
				"TF_ACC_PROVIDER_HOST":      test.registryHost,
				"TF_ACC_PROVIDER_NAMESPACE": "hashicorp",
				"TF_CLI_CONFIG_FILE":        "/dev/null",
			}
			if diff := cmp.Diff(want, found.TestEnvironment()); diff != "" {
				t.Errorf("test environment (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFindOpenTofu_IgnoresTerraform(t *testing.T) {
	programs, module := isolate(t)
	t.Setenv("CLI", writeCLI(t, programs, "terraform", "Terraform", "1.11.4"))

	folder := filepath.Join(module, ".build", "opentofu", "1.12.6")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}

	steps := []struct {
		why     string
		prepare func()
		want    string
	}{
		{"there is a built OpenTofu", func() { writeCLI(t, folder, "tofu", "OpenTofu", "1.12.6") }, folder},
		{"the tofu on the PATH is Terraform", func() { writeCLI(t, programs, "tofu", "Terraform", "1.11.4") }, folder},
		{"the tofu on the PATH is OpenTofu", func() { writeCLI(t, programs, "tofu", "OpenTofu", "1.11.0") }, programs},
	}

	for _, step := range steps {
		step.prepare()

		found, err := cli.FindOpenTofu(t.Context(), t.Output())
		if err != nil {
			t.Fatalf("%s: %v", step.why, err)
		}

		if want := filepath.Join(step.want, "tofu"); found.Path != want {
			t.Errorf("%s: found %s, want %s", step.why, found.Path, want)
		}
	}
}

func TestFind_MakesPathAbsolute(t *testing.T) {
	_, module := isolate(t)

	path := writeCLI(t, module, "terraform", "Terraform", "1.11.4")
	t.Setenv("CLI", "./terraform")

	found, err := cli.Find(t.Context(), t.Output())
	if err != nil {
		t.Fatal(err)
	}

	if found.Path != path {
		t.Errorf("path is %s, want %s", found.Path, path)
	}
}

func TestFind_SkipsUnusableProgramOnPath(t *testing.T) {
	tests := map[string]struct{ script, why string }{
		"too old":           {"echo 'Terraform v1.10.5'", "is too old: the provider needs 1.11.0 or newer"},
		"failing":           {"echo 'no version is chosen' >&2; exit 1", "no version is chosen"},
		"something else":    {"echo 'Terraformer v9.9'", "is neither Terraform nor OpenTofu"},
		"no version number": {"echo 'Terraform vnext'", "alformed version"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			programs, _ := isolate(t)
			writeProgram(t, programs, "terraform", test.script)
			tofu := writeCLI(t, programs, "tofu", "OpenTofu", "1.11.0")

			var progress bytes.Buffer

			found, err := cli.Find(t.Context(), &progress)
			if err != nil {
				t.Fatal(err)
			}

			if found.Path != tofu {
				t.Errorf("found %s, want %s", found.Path, tofu)
			}

			for _, want := range []string{"Skipping the terraform on the PATH", test.why} {
				if !strings.Contains(progress.String(), want) {
					t.Errorf("progress %q lacks %q", progress.String(), want)
				}
			}
		})
	}
}

func TestFind_RefusesUnusableNamedProgram(t *testing.T) {
	folder := t.TempDir()

	plainFile := filepath.Join(folder, "plain")
	if err := os.WriteFile(plainFile, nil, 0o600); err != nil {
		t.Fatal(err)
	}

	tests := map[string]struct{ path, why string }{
		"missing":        {filepath.Join(folder, "missing"), "no such file"},
		"not executable": {plainFile, "permission denied"},
		"a folder":       {folder, "is a directory"},
		"too old":        {writeCLI(t, folder, "old", "OpenTofu", "1.10.9"), "too old"},
	}

	for name, test := range tests {
		for _, variable := range []string{"CLI", "TF_ACC_TERRAFORM_PATH"} {
			t.Run(name+" in "+variable, func(t *testing.T) {
				programs, _ := isolate(t)
				writeCLI(t, programs, "terraform", "Terraform", "1.11.4")
				t.Setenv(variable, test.path)

				_, err := cli.Find(t.Context(), t.Output())
				if err == nil {
					t.Fatal("found a CLI")
				}

				for _, want := range []string{"cannot use the CLI in " + variable, test.why} {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("error %q lacks %q", err, want)
					}
				}
			})
		}
	}
}
