//go:build linux

package acceptance

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// moment is when a job is canceled: during a request after another one.
type moment struct {
	method, after string
	waits         bool   // only the CLI ends the request
	shown         string // in the log at that moment
	log, left     string // in the log, and in a plan afterwards
}

// TestPipelines_CanceledApplyKeepsItsState cancels the jobs that apply, as the runners do:
// GitHub's signals only the shell, GitLab's all processes of the container, the newest
// first. The end of the first shell is that of the container.
func TestPipelines_CanceledApplyKeepsItsState(t *testing.T) {
	t.Parallel()

	const all, first = "", "first"

	planned := moment{http.MethodGet, "LOCK", false, "", "Interrupt received.", "Plan: 4 to add"}
	sent := moment{http.MethodPut, http.MethodPut, true, "second: Creating...", "Request Canceled", "Plan: 1 to add"}
	stored := moment{http.MethodPost, http.MethodPut, false, "second: Creation complete", "Apply complete!", "No changes."}
	goesOn := moment{http.MethodPut, http.MethodPut, false, "second: Creating...", "Apply complete!", "No changes."}
	sentAgain := moment{http.MethodPut, http.MethodPut, true, "second: Modifying...", "Request Canceled", "Plan: 0 to add, 1 to change, 0 to destroy. Warning: Earlier Update Unconfirmed"}
	compared := moment{http.MethodGet, "LOCK", false, "", "Interrupt received.", "No changes."}
	replaced := moment{http.MethodGet, "UNLOCK", false, "", "Interrupt received.", "No changes."}

	type cancel struct {
		moment
		signal syscall.Signal
		to     string // the name of processes
	}

	for job, cancels := range map[[2]string][]cancel{
		{"github-actions.yml", "apply"}:                 {{planned, syscall.SIGINT, first}, {sent, syscall.SIGINT, first}},
		{"tenants-github-actions.yml", "apply-staging"}: {{planned, syscall.SIGINT, first}, {sent, syscall.SIGINT, first}},
		{"schedule-github-actions.yml", "send-again"}:   {{compared, syscall.SIGINT, first}, {replaced, syscall.SIGINT, first}, {sentAgain, syscall.SIGINT, first}},
		{"schedule-gitlab-ci.yml", "send-again"}:        {{compared, syscall.SIGTERM, all}, {replaced, syscall.SIGTERM, all}, {sentAgain, syscall.SIGTERM, all}},
		{"gitlab-ci.yml", "apply"}: {
			{planned, syscall.SIGTERM, all}, {sent, syscall.SIGTERM, all}, {stored, syscall.SIGTERM, all},
			{planned, syscall.SIGINT, all}, {sent, syscall.SIGINT, all}, {stored, syscall.SIGINT, all},
			{goesOn, syscall.SIGTERM, "busybox"}, {goesOn, syscall.SIGTERM, "awk"}, {goesOn, syscall.SIGTERM, "terraform-provi"}, {sent, syscall.SIGTERM, "terraform"},
		},
	} {
		for _, test := range cancels {
			t.Run(fmt.Sprint(job, test), func(t *testing.T) {
				t.Parallel()

				service := &canceledService{service: startServiceOfAnyID(t)}
				listening := httptest.NewServer(service)
				t.Cleanup(listening.Close)

				settings := []string{"CHATVIEW_BASE_URL=" + listening.URL, apiKey}
				w := newConfiguration(t, "terraform {\n  backend \"http\" {}\n}\nresource \"terraform_data\" \"send_again\" {}\n"+
					theme("first", "1", "triggers = { sent = terraform_data.send_again.id }")+theme("second", "2", "triggers = chatview_appearance.first.triggers"),
					append(settings, "TF_HTTP_ADDRESS="+listening.URL+"/state", "TF_HTTP_LOCK_ADDRESS="+listening.URL+"/state", "TF_HTTP_UNLOCK_ADDRESS="+listening.URL+"/state")...)
				writeOrders(t, w)
				newRepository(t, w)

				runScript(t, w, `terraform plan -out=chatview.tfplan
{ echo "$CHATVIEW_BASE_URL"; terraform show chatview.tfplan; } | sha256sum | sed 's/^/2 /; s/ *-$//' > approved.txt`)

				if job[1] == "send-again" { // nothing, while a change waits for approval
					expectOutput(t, runJob(t, w, job[0], job[1], settings...), "Plan: 4 to add", "exit status 2")
					service.expectSent(t)
					succeeds(t, w, "apply", "-auto-approve")

					sent := encode(t, service.sent(t))
					expectOutput(t, runJob(t, w, job[0], job[1], settings...), "Apply complete! Resources: 1 added, 2 changed, 1 destroyed.")

					if again := encode(t, service.sent(t)); again != sent {
						t.Errorf("sent %s, want %s", again, sent)
					}
				}

				log, written, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}

				timer := time.AfterFunc(time.Hour, func() { w.signal(t, all, syscall.SIGKILL) })

				service.lock.Lock()
				service.moment, service.seen, service.cancel = test.moment, nil, func() {
					expectShown(t, log, test.shown)
					w.signal(t, test.to, test.signal)
					timer.Reset(10 * time.Second) // the runners do not wait longer
				}
				service.lock.Unlock()

				parsed := parseJob(t, job[0], job[1])
				commands := parsed.commands(t, w)

				for _, command := range commands {
					command.Stdout, command.Stderr, command.SysProcAttr = written, written, &syscall.SysProcAttr{Setpgid: true}
					if command.Run() != nil {
						break
					}
				}

				if parsed.Script != nil { // the end of its first shell is that of the container
					_ = syscall.Kill(-commands[0].Process.Pid, syscall.SIGKILL)
				}

				_ = written.Close()
				remaining, _ := io.ReadAll(log)

				timer.Stop()
				expectOutput(t, string(remaining), test.log)
				expectOutput(t, succeeds(t, w, "plan"), test.left)
			})
		}
	}
}

// expectShown reads a log until it has a text, for at most a minute.
func expectShown(t *testing.T, log *os.File, text string) {
	t.Helper()

	err := log.SetReadDeadline(time.Now().Add(time.Minute))

	for shown, buffer := "", make([]byte, 1<<16); err == nil && !strings.Contains(shown, text); {
		var n int

		n, err = log.Read(buffer)
		shown += string(buffer[:n])
	}

	if err != nil {
		t.Errorf("%v, and the log does not have %q", err, text)
	}
}

// signal sends a signal to the first process of a group in a folder, to those with a name,
// or to all of them, the newest first.
func (w workspace) signal(t *testing.T, to string, signal syscall.Signal) {
	t.Helper()

	var processes []int

	folders, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, link := range folders {
		folder, _ := os.Readlink(link)
		name, _ := os.ReadFile(filepath.Dir(link) + "/comm")

		id, _ := strconv.Atoi(strings.Split(link, "/")[2])
		if group, _ := syscall.Getpgid(id); folder == w.dir && (to == "" || to == "first" && group == id || to+"\n" == string(name)) {
			processes = append(processes, id)
		}
	}

	slices.Sort(processes)

	if processes == nil && signal != syscall.SIGKILL {
		t.Errorf("no process has the name %q", to)
	}

	for _, process := range slices.Backward(processes) {
		_ = syscall.Kill(process, signal)
	}
}

// canceledService has the API and a backend with a lock. It calls cancel at a moment.
type canceledService struct {
	service
	lock sync.Mutex
	moment
	cancel   func()
	seen     []string
	state    []byte
	isLocked bool
}

func (s *canceledService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.lock.Lock()
	defer s.lock.Unlock()

	body, _ := io.ReadAll(r.Body) // else the server does not notice that the connection ends
	r.Body = io.NopCloser(bytes.NewReader(body))

	if s.cancel != nil && r.Method == s.method && slices.Contains(s.seen, s.after) {
		s.cancel()
		s.cancel = nil

		if s.waits { // the CLI stores the state meanwhile
			s.lock.Unlock()
			<-r.Context().Done()
			s.lock.Lock()

			return
		}
	}

	s.seen = append(s.seen, r.Method)

	switch {
	case r.URL.Path != "/state":
		s.service.ServeHTTP(w, r)
	case r.Method == "LOCK" && s.isLocked, r.Method == http.MethodPost && !s.isLocked:
		w.WriteHeader(http.StatusLocked)
	case r.Method == "LOCK" || r.Method == "UNLOCK":
		s.isLocked = r.Method == "LOCK"
	case r.Method == http.MethodPost:
		s.state = body
	case s.state == nil:
		w.WriteHeader(http.StatusNotFound)
	default:
		_, _ = w.Write(s.state)
	}
}
