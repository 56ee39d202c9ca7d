package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// These tests use shell scripts as CLIs: a machine usually has one CLI at most, and building one takes minutes.

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

// isolate changes to a new module and makes programs the only folder on the PATH. No variable names a CLI.
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
