//go:build unix

package acceptance

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestSignals_TheProviderEndsWithTheCLI kills the CLI, which then cannot tell the provider
// to stop.
func TestSignals_TheProviderEndsWithTheCLI(t *testing.T) {
	t.Parallel()

	var stops atomic.Bool // the service leaves every PATCH without a response, until it fails

	waiting, fails := make(chan struct{}), make(chan struct{})
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !stops.Load() {
			_, _ = w.Write([]byte(`{"id": 7}`))

			return
		}

		_, _ = io.Copy(io.Discard, r.Body) // else the server does not notice that the connection ends

		waiting <- struct{}{}

		select {
		case <-r.Context().Done():
		case <-fails:
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(listening.Close)

	w := newConfiguration(t, `variable "message" { default = "A" }
provider "chatview" { request_timeout = "1h" }
`+source("orders", "7", "account_name = var.message"), "CHATVIEW_BASE_URL="+listening.URL, apiKey)
	succeeds(t, w, "apply", "-auto-approve")
	stops.Store(true)

	send := func(to int, signal syscall.Signal) {
		if err := syscall.Kill(to, signal); err != nil {
			t.Error(err)
		}
	}

	// interrupt sends signals to an apply that waits.
	interrupt := func(name string, signals func(cli *os.Process)) {
		// The provider inherits the standard input of the CLI, which ends with them.
		input, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}

		t.Cleanup(func() { _ = writer.Close() })

		command := w.command(t, filepath.Join(programs, "terraform"), "apply", "-auto-approve", "-var=message="+name)
		command.Stdin, command.SysProcAttr = input, &syscall.SysProcAttr{Setpgid: true}

		if err := errors.Join(command.Start(), input.Close()); err != nil {
			t.Fatal(err)
		}

		<-waiting
		signals(command.Process)

		if err := writer.SetWriteDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}

		if _, err := writer.Write(make([]byte, 1<<20)); !errors.Is(err, syscall.EPIPE) {
			t.Errorf("the provider runs on: %v", err)
			send(-command.Process.Pid, syscall.SIGKILL)
		}

		_ = command.Wait()
	}

	interrupt("B", func(cli *os.Process) { send(cli.Pid, syscall.SIGKILL) })

	// The CLI is killed before it can tell the provider anything, and after the
	// provider has received SIGTERM: a retry takes longer.
	interrupt("C", func(cli *os.Process) {
		send(cli.Pid, syscall.SIGSTOP)
		send(-cli.Pid, syscall.SIGTERM)

		fails <- struct{}{}

		<-waiting
		send(cli.Pid, syscall.SIGKILL)
	})
}
