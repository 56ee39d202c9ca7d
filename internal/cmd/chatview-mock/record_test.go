package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestMock_RecordsObjectsAndGoesOnWithThem(t *testing.T) {
	file := filepath.Join(t.TempDir(), "record.json")
	data := `{
		"appearances": {"5": {"name": "Start", "theme_mode": "dark", "custom_css_overrides": 12345678901234567890}, "6": {}},
		"sources": {"6": {"type": "mysql", "port": 3306}}
	}`

	first := start(t, "-data", writeFile(t, strings.Replace(data, "{}", "null", 1)), "-record", file)
	wantRecord(t, file, data)

	first.send(t, http.MethodPut, "/api/v1/appearance/5/", `{"name": "Theme", "lm_dark_background_color": "#abcdef"}`)
	first.send(t, http.MethodPatch, "/api/v1/sources/6/update-config/", `{"password": "secret-password"}`)
	first.stop()
	wantRecord(t, file, `{
		"appearances": {"5": {
			"name": "Theme", "theme_mode": "dark", "custom_css_overrides": 12345678901234567890, "lm_dark_background_color": "#abcdef"
		}, "6": {}},
		"sources": {"6": {"type": "mysql", "port": 3306, "password": "secret-password"}}
	}`)

	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" { // it has no such modes
		t.Errorf("file %v, error %v", info, err)
	}

	second := start(t, "-record", file, "-omitted", "reset", "-accept-any-id")
	second.send(t, http.MethodPut, "/api/v1/appearance/5/", `{"name": "Reset"}`)
	second.send(t, http.MethodPatch, "/api/v1/sources/43/update-config/", `{"port": 5432}`)

	record := readRecord(t, file)
	wantEqual(t, "theme_mode", any("light"), record["appearances"]["5"]["theme_mode"])
	wantEqual(t, "source", map[string]any{"port": json.Number("5432")}, record["sources"]["43"])
}

func TestMock_ChangesNothingForClientThatGaveUp(t *testing.T) {
	file := filepath.Join(t.TempDir(), "record.json")
	data := `{"appearances": {"42": {"name": "Start"}}, "sources": {}}`
	p := start(t, "-delay", "1h", "-data", writeFile(t, data), "-record", file)

	connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}

	const body = `{"name": "Theme"}`

	_, err = fmt.Fprintf(connection, "PUT /api/v1/appearance/42/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	if err := errors.Join(err, connection.Close()); err != nil {
		t.Fatal(err)
	}

	if line := <-p.stdout; line != "PUT /api/v1/appearance/42/ dropped\n" {
		t.Errorf("line %q", line)
	}

	wantRecord(t, file, data)
}

func TestMock_ReportsFailedRecord(t *testing.T) {
	directory := t.TempDir()

	p := start(t, "-record", filepath.Join(directory, "record.json"))
	if err := os.RemoveAll(directory); err != nil {
		t.Fatal(err)
	}

	status := p.send(t, http.MethodPut, "/api/v1/appearance/42/", `{"name": "Theme"}`)

	if stderr := p.stop(); status != http.StatusOK || !strings.HasPrefix(stderr, "chatview-mock: -record: ") {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
}

func wantRecord(t *testing.T, file, want string) {
	t.Helper()

	wantEqual(t, "record", decode(t, want), readRecord(t, file))
}

type objects map[string]map[string]map[string]any // by kind and id

func readRecord(t *testing.T, file string) objects {
	t.Helper()

	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	return decode(t, string(text))
}

func decode(t *testing.T, text string) (decoded objects) {
	t.Helper()

	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()

	if err := decoder.Decode(&decoded); err != nil {
		t.Fatal(err)
	}

	return decoded
}
