//go:build unix

package acceptance

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// moments are requests of a job during which it is canceled: a plan has locked the state,
// the second theme is sent, and the state is stored.
var moments = map[string]func(method string, before []string) bool{
	"plan": func(method string, before []string) bool {
		return method == http.MethodGet && slices.Contains(before, "LOCK")
	},
	"send": func(method string, before []string) bool {
		return method == http.MethodPut && slices.Contains(before, http.MethodPut)
	},
	"store": func(method string, before []string) bool { return method == http.MethodPost },
}

// TestPipelines_CanceledApplyKeepsItsState cancels the jobs that apply, as the runners do:
// GitHub's signals only the shell, GitLab's all processes of the container, the newest
// first. The end of the first shell is that of the container.
func TestPipelines_CanceledApplyKeepsItsState(t *testing.T) {
	t.Parallel()

	const interrupted, completed = "Interrupt received.", "Apply complete!"

	for _, test := range []struct {
		file, job, to   string // the name of the processes that get the signal
		signal          syscall.Signal
		moment          string
		log, afterwards string
	}{
		{"github-actions.yml", "apply", "first", syscall.SIGINT, "send", interrupted, "Plan: 1 to add"},
		{"tenants-github-actions.yml", "apply-staging", "first", syscall.SIGINT, "send", interrupted, "Plan: 1 to add"},
		{"schedule-github-actions.yml", "send-again", "first", syscall.SIGINT, "send", interrupted, "Plan: 0 to add, 1 to change"},
		{"schedule-gitlab-ci.yml", "send-again", "", syscall.SIGTERM, "send", interrupted, "Plan: 0 to add, 1 to change"},
		{"gitlab-ci.yml", "apply", "", syscall.SIGTERM, "plan", interrupted, "Plan: 3 to add"},
		{"gitlab-ci.yml", "apply", "", syscall.SIGTERM, "send", interrupted, "Plan: 1 to add"},
		{"gitlab-ci.yml", "apply", "", syscall.SIGTERM, "store", completed, "No changes."},
		{"gitlab-ci.yml", "apply", "", syscall.SIGINT, "plan", interrupted, "Plan: 3 to add"},
		{"gitlab-ci.yml", "apply", "", syscall.SIGINT, "send", interrupted, "Plan: 1 to add"},
		{"gitlab-ci.yml", "apply", "", syscall.SIGINT, "store", completed, "No changes."},
		{"gitlab-ci.yml", "apply", "busybox", syscall.SIGTERM, "send", completed, "No changes."},
		{"gitlab-ci.yml", "apply", "awk", syscall.SIGTERM, "send", completed, "No changes."},
		{"gitlab-ci.yml", "apply", "terraform-provi", syscall.SIGTERM, "send", completed, "No changes."},
		{"gitlab-ci.yml", "apply", "terraform", syscall.SIGTERM, "send", interrupted, "Plan: 1 to add"},
	} {
		t.Run(fmt.Sprint(test.file, " ", test.moment, " ", test.signal, " ", test.to), func(t *testing.T) {
			t.Parallel()

			held := &heldRequest{arrived: make(chan struct{}), release: make(chan struct{})}
			service := startServiceOfAnyID(t)
			listening := httptest.NewServer(held.before(service))
			states := httptest.NewServer(held.before(new(backend)))
			t.Cleanup(listening.Close)
			t.Cleanup(states.Close)

			w := newConfiguration(t, "terraform {\n  backend \"http\" {}\n}\nresource \"terraform_data\" \"send_again\" {}\n"+
				theme("first", "1", "triggers = { sent = terraform_data.send_again.id }")+theme("second", "2", "triggers = chatview_appearance.first.triggers"),
				"CHATVIEW_BASE_URL="+listening.URL, apiKey, "TF_HTTP_ADDRESS="+states.URL, "TF_HTTP_LOCK_ADDRESS="+states.URL, "TF_HTTP_UNLOCK_ADDRESS="+states.URL)
			newRepository(t, w)

			for _, name := range []string{"chatview.tfplan", "tenants.tfplan"} {
				succeeds(t, w, "plan", "-lock=false", "-out="+name)
			}

			write(t, w, "approved.txt", fmt.Sprintf("2 %x\n", sha256.Sum256([]byte(listening.URL+"\n"+succeeds(t, w, "show", "chatview.tfplan")))))

			if strings.HasPrefix(test.file, "schedule-") {
				succeeds(t, w, "apply", "-auto-approve")
			}

			held.isMoment = moments[test.moment]
			job := parseJob(t, test.file, test.job)

			var command *exec.Cmd
			if job.Script == nil {
				command = job.stepCommand(t, w, job.Steps[len(job.Steps)-1].Run)
			} else {
				command = job.scriptCommand(t, w)
			}

			expectOutput(t, cancelJob(t, command, test.to, test.signal, held, test.moment == "send" && test.log == interrupted), test.log)
			expectOutput(t, succeeds(t, w, "plan"), test.afterwards)
		})
	}
}

// cancelJob sends a signal to processes of a job while a request is held, and returns the
// log. The request is then released, unless it has to be canceled.
func cancelJob(t *testing.T, command *exec.Cmd, to string, signal syscall.Signal, held *heldRequest, isCanceled bool) string {
	t.Helper()

	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()

	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Stdout, command.Stderr = log, log

	if err := command.Start(); err != nil {
		t.Fatal(err)
	}

	ended, kill := make(chan error, 1), func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	go func() { ended <- command.Wait() }()

	select {
	case <-held.arrived:
		sendSignals(t, command.Process.Pid, to, signal)
	case err = <-ended:
		t.Errorf("it ended before the request: %v", err)
		ended <- err
	}

	if !isCanceled {
		close(held.release)
	}

	// GitHub's runner kills all processes after this time, and reads the log to its end.
	timer := time.AfterFunc(10*time.Second, kill)
	<-ended

	if timer.Stop() && to != "first" {
		kill()
	}

	text, err := os.ReadFile(log.Name())
	if err != nil {
		t.Fatal(err)
	}

	return string(text)
}

// sendSignals sends a signal to the first process of a group, to those with a name, or to
// all of them, the newest first.
func sendSignals(t *testing.T, group int, to string, signal syscall.Signal) {
	t.Helper()

	var processes []int

	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, _ := os.ReadFile(file)
		before, after, _ := strings.Cut(string(text), ") ")

		id, name, _ := strings.Cut(before, " (")
		if fields := strings.Fields(after); len(fields) > 2 && fields[2] == strconv.Itoa(group) && (to == "" || to == name) {
			process, _ := strconv.Atoi(id)
			processes = append(processes, process)
		}
	}

	if to == "first" {
		processes = []int{group}
	}

	if len(processes) == 0 {
		t.Errorf("no process has the name %s", to)
	}

	slices.SortFunc(processes, func(a, b int) int { return cmp.Compare(b, a) })

	for _, process := range processes {
		if err := syscall.Kill(process, signal); err != nil {
			t.Error(err)
		}
	}
}

// heldRequest holds a request of a job until it is released, or ended by the client.
type heldRequest struct {
	isMoment         func(method string, before []string) bool
	arrived, release chan struct{}
	lock             sync.Mutex
	requests         []string
}

func (h *heldRequest) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // else the server does not notice that the connection ends
		r.Body = io.NopCloser(bytes.NewReader(body))

		h.lock.Lock()
		isMoment := h.isMoment != nil && h.isMoment(r.Method, h.requests)
		if h.isMoment != nil {
			h.requests = append(h.requests, r.Method)
		}
		h.lock.Unlock()

		if isMoment {
			select {
			case <-h.release:
			case <-r.Context().Done():
			case h.arrived <- struct{}{}:
				select {
				case <-h.release:
				case <-r.Context().Done():
				}
			}
		}

		if r.Context().Err() == nil {
			next.ServeHTTP(w, r)
		}
	})
}

// backend is an HTTP backend with a lock.
type backend struct {
	state    []byte
	isLocked bool
}

func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == "LOCK" && b.isLocked:
		w.WriteHeader(http.StatusLocked)
	case strings.HasSuffix(r.Method, "LOCK"):
		b.isLocked = r.Method == "LOCK"
	case r.Method == http.MethodPost:
		b.state, _ = io.ReadAll(r.Body)
	case b.state == nil:
		w.WriteHeader(http.StatusNotFound)
	default:
		_, _ = w.Write(b.state)
	}
}
