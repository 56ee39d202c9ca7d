package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// The programs on the PATH of these tests are shell scripts: which one is
// chosen, what a too old one does and what go is asked to build can not be seen
// with the one real CLI that a machine happens to have.

// writeProgram writes a shell script into dir and returns its path.
func writeProgram(t *testing.T, dir, name, script string) string {
	t.Helper()

	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}

	return path
}

// writeCLI writes a program that answers `version` as the product does.
func writeCLI(t *testing.T, dir, name, product, version string) string {
	t.Helper()

	return writeProgram(t, dir, name, fmt.Sprintf("echo '%s v%s'\necho 'on linux_amd64'\n", product, version))
}

// isolate makes the returned folder all of the PATH, names no CLI, and goes to
// a module of the test's own.
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
