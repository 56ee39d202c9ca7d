//go:build unix

package cli_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

func TestRun_InterruptsProgram(t *testing.T) {
	dir := t.TempDir()
	started := make(chan struct{})
	ctx, cancel := context.WithCancelCause(t.Context())

	// The program opens the pipe for writing, to show that it has started, and waits for a signal.
	pipe := newPipe(t, dir, started)
	program := writeProgram(t, dir, "terraform",
		`trap 'echo cleaned up; exit 1' INT; : > `+pipe+`; while :; do /bin/sleep 0.1; done`)

	stopped := errors.New("stopped by the test")

	go func() {
		<-started
		cancel(stopped)
	}()

	result, err := cli.Workspace{CLI: cli.CLI{Path: program}, Dir: dir}.Run(ctx, "apply")
	if !errors.Is(err, stopped) {
		t.Errorf("error is %v, want %v", err, stopped)
	}

	if diff := cmp.Diff(cli.Result{Output: "cleaned up\n", ExitCode: 1, ProcessorTime: result.ProcessorTime}, result); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

// newPipe creates a named pipe in dir and closes opened once it is opened for writing.
func newPipe(t *testing.T, dir string, opened chan<- struct{}) string {
	t.Helper()

	path := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}

	go func() {
		// Opening for reading waits for a writer.
		pipe, err := os.Open(path)
		if err == nil {
			err = pipe.Close()
		}

		if err != nil {
			t.Error(err)
		}

		close(opened)
	}()

	return path
}
