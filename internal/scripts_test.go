//go:build unix

// Package internal_test tests the shell scripts for developers.
package internal_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"go": fakeGo, "chatview-mock": fakeTool, "chatview-preview": fakeTool})
}

// fakeGo downloads nothing and builds a script.
func fakeGo() {
	if os.Args[1] != "build" {
		return
	}

	switch output := os.Args[slices.Index(os.Args, "-o")+1]; os.Getenv("GO_BUILD") {
	case "":
		_ = os.WriteFile(output, []byte("#!/bin/sh\necho OpenTofu v1.12.6\n"), 0o755)
	case "waits":
		_ = os.WriteFile("started", nil, 0o600)
		_ = os.WriteFile("never", nil, 0o600) // a pipe that nobody reads
	default:
		fmt.Fprintln(os.Stderr, "go: downloading example v1.0.0\nexample\nmain.go:1: undefined: x")
		os.Exit(1)
	}
}

// TestWithCLI_Scripts runs testdata/with-cli.txtar with the shells of Debian, macOS and
// Alpine, as far as they are installed: the tests would also pass with another CLI than the
// wanted one, and with the user's API key, they might reach a real service.
func TestWithCLI_Scripts(t *testing.T) {
	t.Parallel()

	script := readFile(t, "with-cli.sh")

	for _, shell := range []string{"dash", "bash", "bash --posix", "busybox sh"} {
		words := strings.Fields(shell)
		if _, err := exec.LookPath(words[0]); err != nil {
			t.Log(err)

			continue
		}

		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			testscript.Run(t, testscript.Params{
				Dir:  "testdata",
				Cmds: map[string]func(*testscript.TestScript, bool, []string){"program": writeProgram},
				Setup: func(e *testscript.Env) error {
					run := "#!/bin/sh\nexec " + shell + " internal/with-cli.sh \"$@\"\n"

					return errors.Join(link(e, words[0]), os.WriteFile(filepath.Join(e.WorkDir, "bin", "with-cli"), []byte(run), 0o755),
						os.WriteFile(filepath.Join(e.WorkDir, "a repository", "internal", "with-cli.sh"), script, 0o600))
				},
			})
		})
	}
}

// link makes bin the only folder on the PATH: a machine may have a CLI elsewhere.
func link(e *testscript.Env, shell string) error {
	for _, name := range []string{shell, "cat", "dirname", "go", "grep", "ls", "mkdir", "mkfifo", "mktemp", "mv", "rm", "sed", "sh", "sleep", "tail"} {
		program, err := exec.LookPath(name)
		if err != nil {
			return err
		}

		if err := os.Symlink(program, filepath.Join(e.WorkDir, "bin", name)); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}

	e.Setenv("PATH", filepath.Join(e.WorkDir, "bin"))

	return nil
}

// writeProgram writes a program that prints a line, or fails with it.
func writeProgram(s *testscript.TestScript, fails bool, arguments []string) {
	file := s.MkAbs(arguments[0])
	script := fmt.Sprintf("#!/bin/sh\necho '%s' $TF_LOG\nexit %d\n", arguments[1], map[bool]int{true: 1}[fails])

	_ = os.Remove(file) // a link to the machine's program, which would be overwritten

	s.Check(os.MkdirAll(filepath.Dir(file), 0o755))
	s.Check(os.WriteFile(file, []byte(script), 0o755))
}
