package main

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"testing"
)

// These tests run the demo with a go, a CLI and a mock of their own: what it
// does when one of them fails can not be seen with the real ones. `make demo`
// runs it with the real ones.

// mockName is what the demo calls the mock that it builds. Under that name the
// test binary is a mock.
const mockName = "chatview-mock"

// Variables that tell the mock of these tests what to do: what to print, and
// the file to write when it is stopped. Without output it fails.
const (
	mockOutput      = "DEMO_TEST_MOCK_OUTPUT"
	mockStoppedFile = "DEMO_TEST_MOCK_STOPPED_FILE"
)

const mockListens = announcement + "http://127.0.0.1:1\n"

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == mockName {
		os.Exit(beMock())
	}

	os.Exit(m.Run())
}

// beMock is the mock. It returns its exit code.
func beMock() int {
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)

	output := os.Getenv(mockOutput)
	if output == "" {
		fmt.Fprintln(os.Stderr, "the mock has its reasons")

		return 1
	}

	fmt.Print(output)
	<-interrupted

	if err := os.WriteFile(os.Getenv(mockStoppedFile), nil, 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)

		return 1
	}

	return 0
}

// fakes are the programs that the demo finds, as shell scripts, and what its
// mock prints.
type fakes struct {
	goScript, terraformScript string
	mockOutput                string
}

// install puts the programs in place. It returns the folder for the demo's
// temporary one, and the file by which a stopped mock shows itself.
func (f fakes) install(t *testing.T) (temporary, stoppedFile string) {
	t.Helper()

	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}

	programs := t.TempDir()
	for name, script := range map[string]string{"go": f.goScript, "terraform": f.terraformScript} {
		if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}

	temporary, stoppedFile = t.TempDir(), filepath.Join(t.TempDir(), "stopped")

	t.Setenv("CLI", filepath.Join(programs, "terraform"))
	t.Setenv("PATH", programs)
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TEST_BINARY", executable)
	t.Setenv(mockOutput, f.mockOutput)
	t.Setenv(mockStoppedFile, stoppedFile)
	// Under the race detector the mock would take a second to exit.
	t.Setenv("GORACE", "atexit_sleep_ms=0")

	return temporary, stoppedFile
}

// What the programs do where nothing is wrong. The provider and the mock that
// go builds are both the test binary.
const (
	goBuilds = `while [ "$1" != -o ]; do shift; done; /bin/ln -s "$TEST_BINARY" "$2"`

	terraformInstalls = `case "$1" in
version) echo Terraform v1.11.4 ;;
init) echo Installed chatview/chatview v` + providerVersion + ` ;;
plan) echo "it goes on to the plan"; exit 1 ;;
esac`
)
