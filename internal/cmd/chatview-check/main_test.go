package main

import (
	"encoding/json"
	"errors"
	"flag"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// startWith runs the program with a mock server, and returns what it prints and the
// number of requests.
func startWith(t *testing.T, args ...string) (stdout string, requests int, works bool, err error) {
	t.Helper()

	mock := newService(nil, mockserver.Behavior{}, testKey).mock
	server := httptest.NewServer(mock)
	t.Cleanup(server.Close)
	t.Setenv("CHATVIEW_BASE_URL", server.URL)
	t.Setenv("CHATVIEW_API_KEY", testKey)

	var out strings.Builder

	works, err = start(t.Context(), args, &out)

	return out.String(), len(mock.Requests()), works, err
}

func TestProgram_SendsNothingUnlessTold(t *testing.T) {
	stdout, requests, _, err := startWith(t, "-appearance", "104", "-source", "11", "-unknown-id", "new", "-header", "X-Team=blue")
	if err != nil || requests != 0 {
		t.Errorf("error %v, %d requests", err, requests)
	}

	for _, want := range []string{
		`/api/v1/appearance/104/ {"name":"Check 01.","theme_mode":"both"`, `/api/v1/sources/11/update-config/ {"hostname":"other.example.com"}`,
		"/api/v1/appearance/new/ ", "Nothing was sent. With -overwrite, 15 requests like these, and 60 at most, overwrite the objects for good.\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is not in\n%s", want, stdout)
		}
	}
}

func TestProgram_RefusesWhatAnApplyCannotSend(t *testing.T) {
	for want, args := range map[string][]string{
		"set -appearance or -source, or both":        nil,
		`"../sources" for flag -appearance: only`:    {"-appearance", "../sources"},
		`"007" for flag -source: only`:               {"-source", "007"},
		`"a/b" for flag -unknown-id: only`:           {"-appearance", "42", "-unknown-id", "a/b"},
		"-unknown-id has to differ":                  {"-appearance", "42", "-unknown-id", "042"},
		"-unknown-id has to differ from -appearance": {"-source", "7", "-unknown-id", "new"},
		"unexpected argument: 42":                    {"42"},
		"the provider sets it itself":                {"-source", "7", "-header", "authorization=Bearer x"},
		"no such file or directory":                  {"-source", "7", "-overwrite", "-json", "no/such/report.json"},
	} {
		if _, requests, _, err := startWith(t, args...); err == nil || !strings.Contains(err.Error(), want) || requests != 0 {
			t.Errorf("%v: error %v, %d requests", args, err, requests)
		}
	}

	if stdout, _, _, err := startWith(t, "-version"); !errors.Is(err, flag.ErrHelp) || stdout != "chatview-check dev\n" {
		t.Errorf("error %v, version %s", err, stdout)
	}
}

// TestProgram_WritesNoValue checks the JSON of a service that repeats everything.
func TestProgram_WritesNoValue(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.json")

	stdout, _, works, err := startWith(t, "-source", "11", "-overwrite", "-json", file)
	if err != nil || !works || !strings.Contains(stdout, "\nAn apply works, and nothing that was seen needs your attention.\n") {
		t.Fatalf("error %v, works %v\n%s", err, works, stdout)
	}

	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), `{"step":"a wrong API key",`) {
		t.Errorf("%v\n%s", err, text)
	}

	synctest.Test(t, func(t *testing.T) {
		s := newService(nil, mockserver.Behavior{EchoRequests: true, NormalizeValues: true}, testKey)
		seen, _ := s.check(t.Context())
		encoded, err := json.Marshal(seen)

		for _, value := range []string{testKey, "Check", "CHECK", "received", "Orders", "example.com", "Hello"} {
			if err != nil || strings.Contains(string(encoded), value) {
				t.Errorf("%v, %q is in\n%s", err, value, encoded)
			}
		}
	})
}

func TestTheme_HasEveryField(t *testing.T) {
	for _, theme := range []fields{theme("42").complete, theme("42").other} {
		request := reflect.ValueOf(decode[client.Appearance](theme))
		for index := range request.NumField() {
			if field := request.Type().Field(index).Name; field != "Name" && request.Field(index).IsZero() {
				t.Errorf("a theme of the check has no %s", field)
			}
		}
	}
}
