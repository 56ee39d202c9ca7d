//go:build unix

package acceptance

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// A runner that cancels a job sends SIGTERM to all of its processes. The CLI tells
// the provider to stop, but not if the CLI was killed.
func TestSignals_EndTheApplyAndNotTheProvider(t *testing.T) {
	t.Parallel()

	var stops atomic.Bool // the service leaves every PATCH without a response, until it fails

	waiting, fails := make(chan struct{}), make(chan struct{})
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut || !stops.Load() {
			_, _ = w.Write([]byte(map[string]string{http.MethodPut: `{"id": 42}`, http.MethodPatch: `{"id": 7}`}[r.Method]))

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
`+theme("brand", "42", "start_message = var.message")+source("orders", "7", "account_name = chatview_appearance.brand.start_message"), "CHATVIEW_BASE_URL="+listening.URL, apiKey)
	succeeds(t, w, "apply", "-auto-approve")
	stops.Store(true)

	send := func(to int, signal syscall.Signal) {
		if err := syscall.Kill(to, signal); err != nil {
			t.Error(err)
		}
	}

	// interrupted returns the output of an apply that got signals while it waited.
	interrupted := func(name string, signals func(cli *os.Process)) string {
		var output bytes.Buffer

		// The provider inherits the standard input of the CLI, which ends with them.
		input, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}

		t.Cleanup(func() { _ = writer.Close() })

		command := w.command(t, filepath.Join(programs, "terraform"), "apply", "-auto-approve", "-var=message="+name)
		command.Stdin, command.Stdout, command.Stderr = input, &output, &output
		command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}

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

		return output.String()
	}

	output := interrupted("B", func(cli *os.Process) { send(-cli.Pid, syscall.SIGTERM) })
	expectOutput(t, output, "Error: Request Canceled", "chatview_appearance.brand: Modifications complete")

	if strings.Contains(output, "did not respond") {
		t.Errorf("the provider was killed:\n%s", output)
	}

	expectOutput(t, succeeds(t, w, "plan", "-var=message=B"), "Warning: Earlier Update Unconfirmed", "Plan: 0 to add, 1 to change")

	interrupted("C", func(cli *os.Process) { send(cli.Pid, syscall.SIGKILL) })

	// The CLI is killed before it can tell the provider anything, and after the
	// provider has received SIGTERM: a retry takes longer.
	interrupted("D", func(cli *os.Process) {
		send(cli.Pid, syscall.SIGSTOP)
		send(-cli.Pid, syscall.SIGTERM)

		fails <- struct{}{}

		<-waiting
		send(cli.Pid, syscall.SIGKILL)
	})
}
