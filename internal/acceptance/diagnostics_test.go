package acceptance

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const diagnosticsConfiguration = `terraform {
  required_providers {
    chatview = {
      source = "chatview/chatview"
    }
  }
}

provider "chatview" {
` + validSettings + `}

` + validResource

const validSettings = `  max_retries     = 0
  request_timeout = "5s"
`

const validResource = `resource "chatview_appearance" "brand" {
  id              = "1"
  name            = "Brand"
  recommendations = ["Who?", "Why?"]
}
`

// invalidSettings and invalidResources have mistakes that the provider's own
// validators report.
const invalidSettings = `  base_url        = "chat.example.com"
  api_key         = " "
  request_timeout = "30"
  max_retries     = 21
  ca_cert_pem     = "ca.pem"
`

const invalidResources = `resource "chatview_appearance" "brand" {
  id                          = "brand/1"
  name                        = "Brand"
  lm_primary_background_color = "rgb(24,100,171)"
  custom_css_overrides        = jsonencode(null)
}

resource "chatview_source" "orders" {
  id                           = "007"
  port                         = 70000
  public_key                   = "-----BEGIN PRIVATE KEY-----"
  service_account_key          = "key.json"
  password                     = "secret"
  password_wo                  = "secret"
  password_wo_version          = 1.5
  token_wo                     = "secret"
  connection_string_wo_version = 1
}
`

// failure is an apply that fails.
type failure struct {
	behavior mockserver.Behavior
	fault    mockserver.Fault
	apiKey   string
	// baseURL returns the address to use, given the mock server's.
	baseURL func(t *testing.T, address string) string
	// replace has pairs of old and new text of the configuration.
	replace []string
}

// TestDiagnostics_MatchGoldenFiles compares the errors that the CLI prints with
// golden files. Run it with -update to rewrite the files, and review them.
func TestDiagnostics_MatchGoldenFiles(t *testing.T) {
	workspace := newWorkspace(t, provider, diagnosticsConfiguration)

	for name, test := range failures() {
		t.Run(name, func(t *testing.T) {
			mock, address := startService(t, "key", test.behavior)
			mock.QueueFaults(test.fault)

			if test.baseURL != nil {
				address = test.baseURL(t, address)
			}

			apiKey := "key"
			if test.apiKey != "" {
				apiKey = test.apiKey
			}

			write(t, workspace, "main.tf", strings.NewReplacer(test.replace...).Replace(diagnosticsConfiguration))

			workspace.Environment = []string{"CHATVIEW_BASE_URL=" + address, "CHATVIEW_API_KEY=" + apiKey}
			result := run(t, workspace, "apply", "-auto-approve")

			if result.ExitCode != 1 {
				t.Fatalf("apply exited with %d:\n%s", result.ExitCode, result.Output)
			}

			compareGolden(t, filepath.Join("testdata", "diagnostics", name+".txt"), outputFrom(`Error: `, result.Output))

			_ = os.Remove(filepath.Join(workspace.Dir, "terraform.tfstate"))
		})
	}
}

func failures() map[string]failure {
	status := func(code int, body string) failure {
		return failure{fault: mockserver.Fault{Status: code, Body: []byte(body)}}
	}
	failures := map[string]failure{
		"shape_field_list":         status(400, `{"name": ["Too short.", "Taken."], "recommendations": {"1": ["Not a question."]}}`),
		"shape_nested":             status(422, `{"errors": [{"field": "name", "message": "Taken."}], "message": "Validation failed."}`),
		"shape_problem_details":    status(400, `{"type": "about:blank", "title": "Bad Request", "status": 400, "detail": "Two problems.", "errors": [{"pointer": "#/recommendations/0", "detail": "Too long."}]}`),
		"shape_detail":             status(400, `{"detail": "The theme is locked."}`),
		"shape_message":            status(400, `{"message": "The theme is locked."}`),
		"shape_error":              status(400, `{"error": "The theme is locked."}`),
		"shape_text":               status(400, "The theme is locked."),
		"shape_html":               status(502, "<html><head><title>Bad Gateway</title><style>p {}</style></head><body><h1>Bad Gateway</h1><p>nginx</p></body></html>"),
		"shape_empty":              {fault: mockserver.Fault{Status: 400}, behavior: mockserver.Behavior{ErrorShape: mockserver.Empty}},
		"shape_unknown":            status(400, `{"code": "E42"}`),
		"shape_control_characters": status(400, "\x1b[31mred\x1b[0m \x1b]0;title\x07bell\x07 \u202ebidi\u202c \xff\xfe line\nbreak \x00nul"),
		"shape_too_long":           status(400, strings.Repeat("very long ", 500)),

		"unauthorized":   {apiKey: "another-key"},
		"forbidden":      status(403, `{"detail": "Not your theme."}`),
		"not_found":      {replace: []string{`id              = "1"`, `id              = "404"`}},
		"conflict":       status(409, `{"detail": "Changed meanwhile."}`),
		"rate_limited":   status(429, `{"detail": "Slow down."}`),
		"server_failure": status(500, `{"detail": "Oops."}`),
		"redirect":       {fault: mockserver.Fault{Status: 301, Header: http.Header{"Location": {"https://chat.example.com/login"}}}},

		"timeout": {
			fault:   mockserver.Fault{Delay: time.Minute},
			replace: []string{`"5s"`, `"50ms"`},
		},
		"connection_refused": {baseURL: func(t *testing.T, _ string) string {
			t.Helper()

			closed := httptest.NewServer(nil)
			closed.Close()

			return closed.URL
		}},
		"connection_lost": {fault: mockserver.Fault{Drop: mockserver.DropAfterChange}},
		"truncated":       {fault: mockserver.Fault{Response: mockserver.TruncatedResponse}},
		// The name is invalid, so there is no DNS query.
		"unknown_host": {baseURL: func(*testing.T, string) string { return "https://chat..example.com" }},
		"tls_unknown_authority": {baseURL: func(t *testing.T, _ string) string {
			t.Helper()

			server := httptest.NewTLSServer(nil)
			t.Cleanup(server.Close)

			return server.URL
		}},
		"tls_not_supported": {baseURL: func(_ *testing.T, address string) string {
			return strings.Replace(address, "http:", "https:", 1)
		}},
		"not_json":           {fault: mockserver.Fault{Response: mockserver.HTMLResponse}},
		"response_too_large": {fault: mockserver.Fault{Response: mockserver.OversizedResponse}},
		"wrong_object":       status(200, `{"id": 2, "name": "Other"}`),
		"no_object":          status(200, `{"name": "Other"}`),
		"blank_key":          {apiKey: " "},
		"missing_url":        {baseURL: func(*testing.T, string) string { return "" }},

		"invalid_settings":  {replace: []string{validSettings, invalidSettings}},
		"invalid_resources": {replace: []string{validResource, invalidResources}},
	}

	failures["managed_twice"] = failure{replace: []string{`resource "chatview_appearance" "brand" {`, `resource "chatview_appearance" "other" {
  id   = "1"
  name = "Other"

  depends_on = [chatview_appearance.brand]
}

resource "chatview_appearance" "brand" {`}}

	return failures
}

// unstable lists texts that differ from run to run.
var unstable = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`127\.0\.0\.1:\d+`), "127.0.0.1:PORT"},
	// Where the CLI breaks a line depends on the length of the port.
	{regexp.MustCompile(`(PORT:)\s+`), "$1 "},
	{regexp.MustCompile(`registry\.opentofu\.org/`), "registry.terraform.io/"},
	{regexp.MustCompile(`"\d{4}-\d\d-\d\dT[^"]+"`), `"TIME"`},
}

// outputFrom returns the lines of an output from the first one that starts with a
// pattern, with unstable texts replaced.
func outputFrom(start, output string) string {
	if at := regexp.MustCompile("(?m)^" + start).FindStringIndex(output); at != nil {
		output = output[at[0]:]
	}

	for _, part := range unstable {
		output = part.pattern.ReplaceAllString(output, part.text)
	}

	return output
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()

	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}

		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", file, diff)
	}
}
