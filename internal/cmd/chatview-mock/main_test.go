package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	_ = os.Unsetenv("REQUEST_METHOD") // with HTTP_PROXY, http.DefaultClient refuses even loopback addresses

	testscript.Main(m, map[string]func(){"chatview-mock": main})
}

func TestMock_Scripts(t *testing.T) {
	taken := httptest.NewServer(nil)
	t.Cleanup(taken.Close)

	testscript.Run(t, testscript.Params{Dir: "testdata", Setup: func(e *testscript.Env) error {
		e.Setenv("TAKEN", taken.Listener.Addr().String())

		return nil
	}})
}

// freeAddress is a free port of a loopback address that this machine has.
func freeAddress(t *testing.T) string {
	t.Helper()

	listener := httptest.NewServer(nil)
	defer listener.Close()

	host, _, err := net.SplitHostPort(listener.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}

	return net.JoinHostPort(host, "0")
}

// lines is a writer that sends every line to a channel.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// program is the running program.
type program struct {
	url    string
	stdout lines
	// stop ends it and returns what it wrote to stderr.
	stop func() string
}

// start runs the program on a free port until the test ends.
func start(t *testing.T, args ...string) program {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	stdout := make(lines, 100)

	var stderr bytes.Buffer

	failed := make(chan error, 1)
	go func() {
		failed <- run(ctx, append([]string{"-address", freeAddress(t)}, args...), stdout, &stderr)

		close(stdout)
	}()

	t.Cleanup(cancel)

	line := <-stdout

	url, found := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "chatview-mock: listening on ")
	if !found {
		t.Fatalf("first line %q, error %v, stderr: %s", line, <-failed, stderr.String())
	}

	return program{url: url, stdout: stdout, stop: func() string {
		cancel()

		if err := <-failed; err != nil {
			t.Error(err)
		}

		return stderr.String()
	}}
}

// send sends a request with a key and returns the status.
func (p program) send(t *testing.T, method, path, body string) int {
	t.Helper()

	status, _ := p.respond(t, method, path, body)

	return status
}

// respond sends a request with a key and returns the response.
func (p program) respond(t *testing.T, method, path, body string) (status int, text string) {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), method, p.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}

	r.Header.Set("Authorization", "Bearer secret-key")
	r.Header.Set("Content-Type", "application/json")

	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()

	all, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}

	return response.StatusCode, string(all)
}

// inOrder matches what the first page shows, objects in order of id.
var inOrder = regexp.MustCompile(`(?s)<h1>Mock server</h1>.*not the service.*Default.*No colors are configured.*North.*South.*West.*East.*Warehouse.*<td>postgres</td>.*Events.*Metrics.*Sales`)

func TestMock_PrintsRequestsAndServesPagesSilently(t *testing.T) {
	p := start(t, "-api-key", "secret-key")
	_, page := p.respond(t, http.MethodGet, "/", "")

	// It has another version each time that it is rendered.
	if _, again := p.respond(t, http.MethodGet, "/", ""); again != page || !inOrder.MatchString(page) || !strings.Contains(page, `href="/requests"`) || strings.Contains(page, "Renamed") {
		t.Errorf("page:\n%s\nand again:\n%s", page, again)
	}

	got := []int{
		p.send(t, http.MethodPut, "/api/v1/appearance/42/", `{"name": "Renamed"}`),
		p.send(t, http.MethodPatch, "/api/v1/sources/7/update-config/", `{"password": "secret-password"}`),
		p.send(t, http.MethodPut, "/api/v1/appearance/99/", `{"name": "Theme"}`),
		p.send(t, http.MethodGet, "/no/such/path", ""),
	}
	wantEqual(t, "statuses", []int{200, 200, 404, 404}, got)

	for path, want := range map[string]string{"/": "Renamed", "/requests": "PUT /api/v1/appearance/42/"} {
		if _, page := p.respond(t, http.MethodGet, path, ""); !strings.Contains(page, want) || strings.Contains(page, "secret-password") {
			t.Errorf("%s shows no change, or a password:\n%s", path, page)
		}
	}

	if stderr := p.stop(); stderr != "" {
		t.Errorf("stderr %q", stderr)
	}

	var printed []string
	for line := range p.stdout {
		printed = append(printed, line)
	}

	want := []string{
		"PUT /api/v1/appearance/42/ 200\n",
		"PATCH /api/v1/sources/7/update-config/ 200\n",
		"PUT /api/v1/appearance/99/ 404\n",
		"GET /no/such/path 404\n",
	}
	wantEqual(t, "lines", want, printed)
}

// TestMock_GoesOnWithoutAReader, because a script may read only the first line.
func TestMock_GoesOnWithoutAReader(t *testing.T) {
	command := exec.CommandContext(t.Context(), "chatview-mock", "-address", freeAddress(t))

	stdout, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}

	if err := command.Start(); err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = errors.Join(command.Process.Kill(), command.Wait()) })

	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err := errors.Join(err, stdout.Close()); err != nil {
		t.Fatal(err)
	}

	p := program{url: strings.TrimPrefix(strings.TrimSpace(line), "chatview-mock: listening on ")}
	for range 2 { // the line about the first one cannot be written
		wantEqual(t, "status", http.StatusOK, p.send(t, http.MethodPut, "/api/v1/appearance/42/", `{"name": "Theme"}`))
	}
}

func TestMock_FailsAndDelays(t *testing.T) {
	p := start(t, "-fail", "503:2", "-delay", "1ms", "-api-key", "another-key", "-accept-any-id")

	var got []int
	for _, id := range []string{"42", "42", "101", "42", "101", "101"} {
		got = append(got, p.send(t, http.MethodPut, "/api/v1/appearance/"+id+"/", `{"name": "Theme"}`))
	}

	got = append(got, p.send(t, http.MethodGet, "/api/v1/appearance/102/", ""), // a path of the API
		p.send(t, http.MethodGet, "/", ""), p.send(t, http.MethodGet, "/api/v2/", ""))
	wantEqual(t, "statuses", []int{503, 503, 503, 401, 503, 401, 503, 200, 404}, got)

	got = nil
	for range 3 {
		got = append(got, p.send(t, http.MethodPatch, "/api/v1/sources/7/update-config/", "{}"))
	}

	wantEqual(t, "statuses of a source", []int{503, 503, 401}, got)

	if status, text := start(t, "-job").respond(t, http.MethodPut, "/api/v1/appearance/42/", `{"name": "Theme"}`); status != http.StatusAccepted || !strings.Contains(text, "job-17") {
		t.Errorf("with -job: %d %s", status, text)
	}

	always := start(t, "-fail", "418")
	for range 3 {
		wantEqual(t, "status", http.StatusTeapot, always.send(t, http.MethodPut, "/api/v1/appearance/42/", `{"name": "Theme"}`))
	}
}

func wantEqual(t *testing.T, what string, want, got any) {
	t.Helper()

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func writeFile(t *testing.T, text string) string {
	t.Helper()

	file := filepath.Join(t.TempDir(), "data.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}

	return file
}

func TestStopSignals_NohupIsKept(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // the tests may run with nohup, too
	defer signal.Reset(syscall.SIGHUP)

	if !slices.Contains(stopSignals(), os.Signal(syscall.SIGHUP)) {
		t.Error("it outlives its terminal")
	}

	if signal.Ignore(syscall.SIGHUP); slices.Contains(stopSignals(), os.Signal(syscall.SIGHUP)) {
		t.Error("it does not outlive its terminal with nohup")
	}
}
