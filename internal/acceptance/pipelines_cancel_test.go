//go:build unix

package acceptance

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// TestPipelines_CanceledApplyKeepsItsState cancels the last step as GitHub does: it
// signals only the shell, and kills all processes after ten seconds.
func TestPipelines_CanceledApplyKeepsItsState(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "bash")

	for file, job := range map[string]string{"github-actions.yml": "apply", "tenants-github-actions.yml": "apply-staging", "schedule-github-actions.yml": "send-again"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()

			service, arrived := startServiceOfAnyID(t), make(chan struct{})
			service.QueueFaults(mockserver.Fault{}, mockserver.Fault{Delay: time.Minute})

			listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if service.QueuedFaults() == 1 {
					close(arrived)
				}

				service.ServeHTTP(w, r)
			}))
			t.Cleanup(listening.Close)

			service.url = listening.URL
			w := newConfiguration(t, "terraform {\n  backend \"http\" {}\n}\nresource \"terraform_data\" \"send_again\" {}\n"+
				theme("first", "1", "triggers = { sent = terraform_data.send_again.id }")+theme("second", "2", "depends_on = [chatview_appearance.first]"),
				append(service.settings(), startBackend(t))...)
			succeeds(t, w, "plan", "-out=chatview.tfplan")
			succeeds(t, w, "plan", "-out=tenants.tfplan")

			job := parseJob(t, file, job)
			cancelStep(t, job.stepCommand(t, w, job.Steps[len(job.Steps)-1].Run), arrived)
			expectOutput(t, succeeds(t, w, "plan"), "Plan: 1 to add")
		})
	}
}

// cancelStep runs a step, signals the shell once arrived is closed, and expects that
// the CLI ends in time.
func cancelStep(t *testing.T, command *exec.Cmd, arrived <-chan struct{}) {
	t.Helper()

	var output bytes.Buffer

	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Stdout, command.Stderr = &output, &output

	if err := command.Start(); err != nil {
		t.Fatal(err)
	}

	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()

	select {
	case <-arrived:
	case err := <-ended:
		t.Fatalf("it ended before the second request: %v\n%s", err, &output)
	}

	_ = command.Process.Signal(os.Interrupt)

	defer time.AfterFunc(10*time.Second, func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }).Stop()

	if err := <-ended; command.ProcessState.ExitCode() != 1 {
		t.Errorf("it ended with %v:\n%s", err, &output)
	}
}

// startBackend starts an HTTP backend without locks, and returns its setting.
func startBackend(t *testing.T) string {
	t.Helper()

	var state atomic.Value // []byte

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, _ := io.ReadAll(r.Body)
			state.Store(body)
		} else if last, isStored := state.Load().([]byte); isStored {
			_, _ = w.Write(last)
		} else {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(server.Close)

	return "TF_HTTP_ADDRESS=" + server.URL
}
