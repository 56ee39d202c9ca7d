package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lines is a writer that hands on every line written to it.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// program is the program while it runs.
type program struct {
	address string
	stdout  lines
	// stop ends it and returns its exit status and what it wrote to stderr.
	stop func() (int, string)
}

// start runs the program on a free port until the test ends.
func start(t *testing.T, args ...string) program {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	stdout := make(lines, 100)
	var stderr bytes.Buffer
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, append([]string{"-address", "127.0.0.1:0"}, args...), stdout, &stderr)
		close(stdout)
	}()
	t.Cleanup(cancel)
	line := <-stdout
	address, found := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "chatview-mock: listening on ")
	if !found {
		t.Fatalf("first line %q, status %d, stderr: %s", line, <-code, stderr.String())
	}
	return program{address: address, stdout: stdout, stop: func() (int, string) {
		cancel()
		return <-code, stderr.String()
	}}
}

// send sends a request with a key and returns the status.
func (p program) send(t *testing.T, method, path, body string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, p.address+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer secret-key")
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode
}

func TestProgramAnswersPrintsAndStops(t *testing.T) {
	p := start(t, "-api-key", "secret-key")
	got := []int{
		p.send(t, http.MethodPut, "/api/v1/appearance/1/", `{"name": "Theme"}`),
		p.send(t, http.MethodPatch, "/api/v1/sources/3/update-config/", `{"password": "secret-password"}`),
		p.send(t, http.MethodPut, "/api/v1/appearance/4/", `{"name": "Theme"}`),
	}
	if diff := cmp.Diff([]int{200, 200, 404}, got); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}

	code, stderr := p.stop()

	if code != 0 || stderr != "" {
		t.Errorf("exit status %d, stderr %q", code, stderr)
	}
	var printed []string
	for line := range p.stdout {
		printed = append(printed, line)
	}
	want := []string{
		"PUT /api/v1/appearance/1/ 200\n",
		"PATCH /api/v1/sources/3/update-config/ 200\n",
		"PUT /api/v1/appearance/4/ 404\n",
	}
	if diff := cmp.Diff(want, printed); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

func TestProgramAsksForTheKey(t *testing.T) {
	p := start(t, "-api-key", "another-key")
	if got := p.send(t, http.MethodPut, "/api/v1/appearance/1/", `{"name": "Theme"}`); got != http.StatusUnauthorized {
		t.Errorf("status %d", got)
	}
}

func TestProgramRecordsWhatTheServiceHolds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "record.json")
	data := writeFile(t, `{
		"appearances": {"5": {"name": "Start", "theme_mode": "dark"}},
		"sources": {"6": {"type": "mysql", "port": 3306}}
	}`)
	p := start(t, "-data", data, "-record", file)
	wantRecord(t, file, `{
		"appearances": {"5": {"name": "Start", "theme_mode": "dark"}},
		"sources": {"6": {"type": "mysql", "port": 3306}}
	}`)

	p.send(t, http.MethodPut, "/api/v1/appearance/5/", `{"name": "Theme", "lm_dark_background_color": "#abcdef"}`)
	p.send(t, http.MethodPatch, "/api/v1/sources/6/update-config/", `{"password": "secret-password"}`)

	wantRecord(t, file, `{
		"appearances": {"5": {"name": "Theme", "theme_mode": "dark", "lm_dark_background_color": "#abcdef"}},
		"sources": {"6": {"type": "mysql", "port": 3306, "password": "secret-password"}}
	}`)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("file %v, error %v", info, err)
	}
	if entries, err := os.ReadDir(filepath.Dir(file)); err != nil || len(entries) != 1 {
		t.Errorf("files beside the record: %v, error %v", entries, err)
	}
}

func TestProgramStartsFromItsOwnRecord(t *testing.T) {
	file := filepath.Join(t.TempDir(), "record.json")
	start(t, "-record", file).stop()

	p := start(t, "-data", file)

	for _, path := range []string{"/api/v1/appearance/1/", "/api/v1/appearance/2/", "/api/v1/appearance/3/"} {
		if got := p.send(t, http.MethodPut, path, `{"name": "Theme"}`); got != http.StatusOK {
			t.Errorf("%s: status %d", path, got)
		}
	}
	for _, path := range []string{"/api/v1/sources/1/", "/api/v1/sources/2/", "/api/v1/sources/3/"} {
		if got := p.send(t, http.MethodPatch, path+"update-config/", `{}`); got != http.StatusOK {
			t.Errorf("%s: status %d", path, got)
		}
	}
}

func TestProgramReadsOmittedFieldsAsItIsTold(t *testing.T) {
	for omitted, wantMode := range map[string]string{"keep": "dark", "reset": "light"} {
		t.Run(omitted, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "record.json")
			data := writeFile(t, `{"appearances": {"5": {"name": "Start", "theme_mode": "dark"}}}`)
			p := start(t, "-data", data, "-record", file, "-omitted", omitted)

			p.send(t, http.MethodPut, "/api/v1/appearance/5/", `{"name": "Theme"}`)

			if got := readRecord(t, file)["appearances"].(map[string]any)["5"].(map[string]any)["theme_mode"]; got != wantMode {
				t.Errorf("theme_mode %v, want %s", got, wantMode)
			}
		})
	}
}

func TestProgramAcceptsAnyIDWhereItIsToldTo(t *testing.T) {
	p := start(t, "-accept-any-id")

	got := []int{
		p.send(t, http.MethodPut, "/api/v1/appearance/42/", `{"name": "Theme"}`),
		p.send(t, http.MethodPatch, "/api/v1/sources/43/update-config/", `{"port": 5432}`),
	}

	if diff := cmp.Diff([]int{200, 200}, got); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
}

func TestProgramShowsWhatItHoldsAndPrintsNoLineForThat(t *testing.T) {
	p := start(t)
	got := []int{
		p.send(t, http.MethodGet, "/", ""),
		p.send(t, http.MethodGet, "/preview/appearance/1", ""),
		p.send(t, http.MethodGet, "/api/v1/appearance/1/", ""),
		p.send(t, http.MethodGet, "/no/such/path", ""),
	}
	if diff := cmp.Diff([]int{200, 200, 405, 404}, got); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}

	p.stop()

	var printed []string
	for line := range p.stdout {
		printed = append(printed, line)
	}
	if diff := cmp.Diff([]string{"GET /api/v1/appearance/1/ 405\n", "GET /no/such/path 404\n"}, printed); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

func TestProgramSaysThatItCanNotRecordAChange(t *testing.T) {
	directory := t.TempDir()
	p := start(t, "-record", filepath.Join(directory, "record.json"))
	if err := os.RemoveAll(directory); err != nil {
		t.Fatal(err)
	}

	status := p.send(t, http.MethodPut, "/api/v1/appearance/1/", `{"name": "Theme"}`)

	if code, stderr := p.stop(); status != http.StatusOK || code != 0 || !strings.HasPrefix(stderr, "chatview-mock: record: ") {
		t.Errorf("status %d, exit status %d, stderr %q", status, code, stderr)
	}
}

func TestProgramRefusesBadFlags(t *testing.T) {
	tests := map[string]struct {
		args []string
		want string
	}{
		"unknown flag":               {[]string{"-verbose"}, "chatview-mock: read flags: flag provided but not defined: -verbose\n"},
		"argument":                   {[]string{"start"}, "chatview-mock: unexpected argument \"start\"\n"},
		"every address":              {[]string{"-address", ":8080"}, "chatview-mock: -address: only a loopback address is allowed, such as 127.0.0.1:8080\n"},
		"another address":            {[]string{"-address", "192.0.2.1:8080"}, "chatview-mock: -address: only a loopback address is allowed, such as 127.0.0.1:8080\n"},
		"no port":                    {[]string{"-address", "127.0.0.1"}, "chatview-mock: -address: address 127.0.0.1: missing port in address\n"},
		"omitted":                    {[]string{"-omitted", "drop"}, "chatview-mock: -omitted: \"drop\" is neither keep nor reset\n"},
		"data without file":          {[]string{"-data", "no-such-file"}, "chatview-mock: -data: open no-such-file: no such file or directory\n"},
		"data that is not JSON":      {[]string{"-data", writeFile(t, `name: Theme`)}, "invalid character"},
		"data with another kind":     {[]string{"-data", writeFile(t, `{"themes": {}}`)}, "unknown field \"themes\"\n"},
		"data with an id of letters": {[]string{"-data", writeFile(t, `{"sources": {"x": {"type": "mysql"}}}`)}, "cannot unmarshal"},
		"data without a type":        {[]string{"-data", writeFile(t, `{"sources": {"1": {}}}`)}, "source 1: type is not a string\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := run(t.Context(), test.args, &stdout, &stderr); code != 2 {
				t.Errorf("exit status %d", code)
			}
			if !strings.Contains(stderr.String(), test.want) || strings.Count(stderr.String(), "\n") != 1 {
				t.Errorf("stderr %q, want %q", stderr.String(), test.want)
			}
			if stdout.Len() > 0 {
				t.Errorf("stdout %q", stdout.String())
			}
		})
	}
}

func TestProgramPrintsItsFlags(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"-h"}, &stdout, &stderr); code != 0 {
		t.Errorf("exit status %d", code)
	}
	for _, flag := range []string{"-accept-any-id", "-address", "-api-key", "-data", "-omitted", "-record"} {
		if !strings.Contains(stderr.String(), "\n  "+flag) {
			t.Errorf("no %s in the help: %s", flag, stderr.String())
		}
	}
}

func TestProgramFailsWhereItCanNotStart(t *testing.T) {
	running := start(t)
	tests := map[string]struct {
		args []string
		want string
	}{
		"address in use":      {[]string{"-address", strings.TrimPrefix(running.address, "http://")}, "chatview-mock: listen: "},
		"record in no folder": {[]string{"-address", "127.0.0.1:0", "-record", filepath.Join(t.TempDir(), "no", "record.json")}, "chatview-mock: record: "},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := run(t.Context(), test.args, &stdout, &stderr); code != 1 || !strings.HasPrefix(stderr.String(), test.want) {
				t.Errorf("exit status %d, stderr %q", code, stderr.String())
			}
		})
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

func readRecord(t *testing.T, file string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var record map[string]any
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	return record
}

func wantRecord(t *testing.T, file, want string) {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal([]byte(want), &fields); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fields, readRecord(t, file)); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
}
