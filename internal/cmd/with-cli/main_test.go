package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// beMain makes the test binary behave as with-cli, which replaces its process
// and so has to have one of its own.
const beMain = "WITH_CLI_TEST_BE_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(beMain) != "" {
		main()
	}

	os.Exit(m.Run())
}

// withCLI returns what with-cli does with the arguments, where cliScript is the
// program that the variable CLI names. It is a shell script, so that the test
// does not depend on the CLI that the machine has.
func withCLI(t *testing.T, cliScript string, args ...string) (stdout, stderr string, exitCode int) {
	t.Helper()

	path := filepath.Join(t.TempDir(), "a cli")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+cliScript), 0o755); err != nil {
		t.Fatal(err)
	}

	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}

	var out, progress bytes.Buffer

	command := exec.CommandContext(t.Context(), executable, args...)
	command.Env = append(os.Environ(), beMain+"=1", "CLI="+path, "CHATVIEW_API_KEY=real", "TF_ACC_PROVIDER_HOST=example.com")
	command.Stdout, command.Stderr = &out, &progress

	var failed *exec.ExitError
	if err := command.Run(); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}

	return out.String(), progress.String(), command.ProcessState.ExitCode()
}

func TestTheCommandGetsTheCLIAndNoRealService(t *testing.T) {
	stdout, stderr, exitCode := withCLI(t, "echo OpenTofu v1.11.0", "sh", "-c",
		`echo "$(basename "$CLI"), $TF_ACC_PROVIDER_HOST, $TF_ACC_PROVIDER_NAMESPACE, [$CHATVIEW_API_KEY]"; "$TF_ACC_TERRAFORM_PATH"`)

	want := "a cli, registry.opentofu.org, hashicorp, []\nOpenTofu v1.11.0\n"
	if diff := cmp.Diff(want, stdout); diff != "" {
		t.Errorf("stdout (-want +got):\n%s", diff)
	}

	if exitCode != 0 || !strings.Contains(stderr, "Using OpenTofu 1.11.0") {
		t.Errorf("exit code is %d, stderr %q; want 0, and the CLI named", exitCode, stderr)
	}
}

func TestTheCommandGetsAnOpenTofuIfAskedFor(t *testing.T) {
	programs := t.TempDir()
	if err := os.WriteFile(filepath.Join(programs, "tofu"), []byte("#!/bin/sh\necho OpenTofu v1.12.0"), 0o755); err != nil {
		t.Fatal(err)
	}

	t.Setenv("PATH", programs+string(os.PathListSeparator)+os.Getenv("PATH"))

	stdout, stderr, exitCode := withCLI(t, "echo Terraform v1.11.0", "-opentofu", "sh", "-c", `echo "$CLI"`)

	if want := filepath.Join(programs, "tofu") + "\n"; stdout != want || exitCode != 0 {
		t.Errorf("exit code is %d, stdout %q, stderr %q; want 0 and %q", exitCode, stdout, stderr, want)
	}
}

func TestTheExitCodeIsTheCommands(t *testing.T) {
	if _, stderr, exitCode := withCLI(t, "echo Terraform v1.11.0", "sh", "-c", "exit 7"); exitCode != 7 {
		t.Errorf("exit code is %d, want 7; stderr %q", exitCode, stderr)
	}
}

func TestTheCommandDoesNotRun(t *testing.T) {
	tests := map[string]struct {
		cliScript string
		args      []string
		why       string
	}{
		"without a CLI that is new enough": {"echo Terraform v1.10.0", []string{"echo", "ran"}, "too old"},
		"where there is none":              {"echo Terraform v1.11.0", nil, "usage"},
		"where there is only a flag":       {"echo Terraform v1.11.0", []string{"-opentofu"}, "usage"},
		"where it is no program":           {"echo Terraform v1.11.0", []string{"no-such-program"}, "not found"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, exitCode := withCLI(t, test.cliScript, test.args...)

			if stdout != "" || exitCode != 1 || !strings.Contains(stderr, test.why) {
				t.Errorf("exit code is %d, stdout %q, stderr %q; want 1, nothing, and %q",
					exitCode, stdout, stderr, test.why)
			}
		})
	}
}
