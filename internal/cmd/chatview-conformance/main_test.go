package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/time/rate"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// start runs the program without its pace, and returns what it prints and the number
// of requests.
func start(t *testing.T, handler http.HandlerFunc, args ...string) (stdout string, requests int, err error) {
	t.Helper()

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++

		handler(w, r)
	}))
	defer server.Close()

	t.Setenv("CHATVIEW_BASE_URL", server.URL)
	t.Setenv("CHATVIEW_API_KEY", testKey)

	out := &strings.Builder{}

	parsed, err := parse(args, out)
	if err == nil {
		parsed.limit = rate.Inf
		err = parsed.ask(t.Context(), out)
	}

	return out.String(), requests, err
}

func TestProgram_SendsNothingUnlessTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.json")

	stdout, requests, err := start(t, nil, "-appearance", "42", "-source", "7", "-json", file)
	if _, statErr := os.Stat(file); err != nil || statErr == nil || requests != 0 {
		t.Errorf("error %v, %d requests, %v", err, requests, statErr)
	}

	for _, want := range []string{
		`PUT {"name":"Conformance"}: http://127.0.0.1:`, "/api/v1/appearance/42/\n", "/api/v1/sources/7/update-config/\n", "/api/v1/appearance/42\n",
		"Nothing was sent. With -overwrite, these 53 requests overwrite the objects for good.",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is not in\n%s", want, stdout)
		}
	}
}

func TestProgram_RefusesUnclearIDs(t *testing.T) {
	for _, test := range []struct {
		want string
		args []string
	}{
		{"set -appearance or -source", nil},
		{"-appearance is not an id", []string{"-appearance", "../sources"}},
		{"-source is not an id", []string{"-source", ".."}},
		{"-unknown-id is not an id", []string{"-appearance", "42", "-unknown-id", "a/b"}},
		{"-unknown-id has to differ from -appearance", []string{"-appearance", "42", "-unknown-id", "042"}},
		{"-unknown-id has to differ from -appearance", []string{"-source", "7", "-unknown-id", "new"}},
		{"unexpected argument: 42", []string{"42"}},
	} {
		_, requests, err := start(t, different, append([]string{"-overwrite"}, test.args...)...)
		if err == nil || !strings.Contains(err.Error(), test.want) || requests != 0 {
			t.Errorf("%v: error %v, %d requests", test.args, err, requests)
		}
	}
}

// TestProgram_TablesMatchGoldenFiles compares what the page shows: everything that is
// printed for the mock server, and what differs if it resets omitted fields.
func TestProgram_TablesMatchGoldenFiles(t *testing.T) {
	table := func(omitted mockserver.OmittedFields) string {
		mock := mockserver.New(mockserver.Options{APIKey: testKey, Behavior: mockserver.Behavior{OmittedFields: omitted}})
		mock.AddAppearance(104, nil)
		mock.AddSource(11, "snowflake", nil)

		stdout, _, err := start(t, mock.ServeHTTP, "-appearance", "104", "-source", "11", "-overwrite")
		if err != nil {
			t.Fatal(err)
		}

		_, topics, _ := strings.Cut(stdout, "\n\n") // without the address

		return topics
	}

	keep := table(mockserver.KeepOmitted)
	reset := slices.DeleteFunc(strings.SplitAfter(table(mockserver.ResetOmitted), "\n\n"), func(topic string) bool { return strings.Contains(keep, topic) })

	golden.Compare(t, "keep.txt", keep)
	golden.Compare(t, "reset.txt", strings.Join(reset, ""))
}

// TestTopics_AreOnThePageLimitations compares the topics with the first column of a
// table.
func TestTopics_AreOnThePageLimitations(t *testing.T) {
	page, err := os.ReadFile("../../../templates/guides/limitations.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}

	for _, topic := range topics {
		if !strings.Contains(strings.ReplaceAll(string(page), "`", ""), "\n| "+topic.name+" ") {
			t.Errorf("Limitations has no row %q", topic.name)
		}
	}
}

// different is a service that reads the documentation unlike the mock server, and
// repeats the key wherever it can.
func different(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)

	var sent map[string]any

	_ = json.Unmarshal(body, &sent)
	name, _ := sent["name"].(string)
	_, isList := sent["custom_css_overrides"].([]any)

	w.Header().Set("X-Correlation-Id", testKey)
	w.Header().Set("X-"+testKey+"-Ratelimit", "3")

	switch isPut := r.Method == http.MethodPut; {
	case !strings.HasSuffix(r.URL.Path, "/"):
		w.Header().Set("Location", r.URL.Path+"/")
		w.WriteHeader(http.StatusPermanentRedirect)
	case r.Header.Get("Authorization") != "Bearer "+testKey:
		w.WriteHeader(http.StatusForbidden)
	case isPut && (name == "" || len(name) > 100 || isList || sent["start_message"] == "" || sent["lm_button_outline_color"] == "white"),
		!isPut && (len(sent) == 0 || sent["port"] == 65536.):
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = fmt.Fprintf(w, `{"title": %q, "errors": [{"pointer": %[1]q, %[1]q: 1}]}`, testKey)
	case !isPut:
		w.WriteHeader(http.StatusNoContent)
	default:
		mode, isSent := sent["theme_mode"]
		if !isSent {
			mode = "both"
		}

		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte(text(fields{"id": strings.Split(r.URL.Path, "/")[4], "name": name, "theme_mode": mode, "is_default": false, testKey: 1})))
	}
}

// TestProgram_NamesDifferencesWithoutValues compares what it says of a service, and
// that it says no more.
func TestProgram_NamesDifferencesWithoutValues(t *testing.T) {
	name := filepath.Join(t.TempDir(), "report.json")

	stdout, requests, err := start(t, different, "-appearance", "4242", "-source", "7777", "-unknown-id", "4343", "-overwrite", "-json", name)
	if err != nil {
		t.Fatal(err)
	}

	file, _ := os.ReadFile(name)

	var report mockserver.Report
	if err := json.Unmarshal(file, &report); err != nil || requests != report.Requests {
		t.Fatalf("error %v, %d requests, file %s", err, requests, file)
	}

	for _, hidden := range []string{testKey, "4242", "7777", "4343", "127.0.0.1"} {
		if strings.Contains(string(file), hidden) || hidden == testKey && strings.Contains(stdout, hidden) {
			t.Errorf("%q is in the output:\n%s\n%s", hidden, file, stdout)
		}
	}

	want := [][3]string{
		{"the status of a success", "PUT", "accepted (201)"},
		{"the status of a success", "PATCH", "accepted (204)"},
		{"the status of a success", "PATCH without fields", "refused (422)"},
		{omission, "theme_mode", "reset"},
		{"the effect of null", "theme_mode", "accepted (201)"},
		{`the effect of "" and []`, "start_message", "refused (422)"},
		{"whether limits count characters or bytes", "name of 100 characters of 3 bytes", "counts bytes or other units (422)"},
		{"the format of colors", "white", "refused (422)"},
		{"the structure of custom_css_overrides", "list", "refused (422)"},
		{"the range of ports", "65536", "refused (422)"},
		{unknownFields, "PUT", "accepted (201)"},
		{"whether limits count characters or bytes", "start_message of 121 digits", "not enforced (201)"},
		{"whether limits count characters or bytes", "start_message of 120 characters of 3 bytes", "accepted (201)"},
		{types, "id", "string"},
		{types, "is_default", "boolean"},
		{types, "start_message", "absent"},
		{types, otherFields, "1"},
		{"the path without its last slash", "PUT", "status 308"},
		{headers, "request id", "X-Correlation-Id"},
		{headers, "rate limit", "another name"},
		{"the response to an unknown id", "PUT", "created or updated (201)"},
		{repetition, "API key", "yes"},
		{errorShapes, "one field", "422 {errors: [{*: integer, pointer: string}], title: string}"},
		{errorShapes, "wrong key", "403 without a body"},
	}
	for _, finding := range report.Findings {
		row := slices.IndexFunc(want, func(row [3]string) bool { return row[0] == finding.Topic && row[1] == finding.Subject })
		if row >= 0 && (finding.Seen != want[row][2] || finding.Mock == finding.Seen) {
			t.Errorf("%s, %s: %s, mock server: %s", finding.Topic, finding.Subject, finding.Seen, finding.Mock)
		}

		if row >= 0 {
			want = slices.Delete(want, row, row+1)
		}
	}

	if len(want) > 0 {
		t.Errorf("not in the report: %q", want)
	}
}
