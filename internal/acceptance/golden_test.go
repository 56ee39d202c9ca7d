package acceptance

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const themes = `resource "chatview_appearance" "acme" {
  id                          = "1"
  name                        = "Acme"
  start_message               = "Ask Acme anything."
  lm_primary_background_color = "#1864ab"
  lm_button_outline_color     = "#0b3d66"
}

resource "chatview_appearance" "globex" {
  id           = "2"
  name         = "Globex"
  theme_mode   = "dark"
  show_sidebar = false
}

resource "chatview_source" "orders" {
  id                  = "7"
  account_name        = "Orders"
  hostname            = "orders.example.com"
  password_wo         = "first"
  password_wo_version = 1
}
`

const initech = `
resource "chatview_appearance" "initech" {
  id                          = "3"
  name                        = "Initech"
  lm_primary_background_color = "#2b8a3e"
}
`

// pullRequests are typical changes to themes: pairs of old and new text, and
// blocks to add.
var pullRequests = map[string]struct {
	replace []string
	add     string
}{
	"new_theme":     {add: initech},
	"changed_color": {replace: []string{"#1864ab", "#ff0000"}},
	"removed_attributes": {replace: []string{
		`  start_message               = "Ask Acme anything."` + "\n", "",
		"  show_sidebar = false\n", "",
	}},
	"changed_tenant_id": {replace: []string{`= "1"`, `= "3"`}},
	"taken_tenant_id": {replace: []string{
		`= "1"`, `= "2"` + "\n  depends_on                  = [chatview_appearance.globex]",
	}},
	"rotated_credential": {replace: []string{
		`"first"`, `"second"`,
		"password_wo_version = 1", "password_wo_version = 2",
	}},
	"imported_theme": {add: initech + `
import {
  to = chatview_appearance.initech
  id = "3"
}
`},
}

// TestPlans_MatchGoldenFiles compares the plans of pull requests with golden
// files, one for each CLI. Run it with -update to rewrite the files, and review
// them.
func TestPlans_MatchGoldenFiles(t *testing.T) {
	t.Parallel()

	_, environment := startService(t)
	workspace := newConfiguration(t, themes, environment...)
	succeeds(t, workspace, "apply", "-auto-approve")

	for name, change := range pullRequests {
		t.Run(name, func(t *testing.T) {
			write(t, workspace, "main.tf", requiredProviders+strings.NewReplacer(change.replace...).Replace(themes)+change.add)

			result := run(t, workspace, "plan")
			compareGolden(t, filepath.Join("plans", name+"."+found.Command()+".txt"), outputFrom(`(  # |Error: )`, result.Output))
		})
	}
}

// failures are applies that fail. The tests in package provider cover the texts
// of all errors. These show what the CLI adds: the line of the attribute or of
// the resource.
var failures = map[string]struct {
	configuration string
	fault         mockserver.Fault
}{
	"refused_fields": {fault: mockserver.Fault{
		Status: 400, Body: []byte(`{"name": ["Too short.", "Taken."], "recommendations": {"1": ["Not a question."]}}`),
	}, configuration: `resource "chatview_appearance" "brand" {
  id              = "1"
  name            = "Brand"
  recommendations = ["Who?", "Why?"]
}
`},
	"service_failure": {fault: mockserver.Fault{Status: 501}, configuration: `resource "chatview_source" "orders" {
  id   = "7"
  port = 5432
}
`},
	"invalid_settings": {configuration: `provider "chatview" {
  base_url        = "chat.example.com"
  api_key         = " "
  request_timeout = "30"
  max_retries     = 21
  ca_cert_pem     = "ca.pem"
}

resource "chatview_source" "orders" {
  id = "7"
}
`},
	"invalid_resources": {configuration: `resource "chatview_appearance" "brand" {
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
`},
}

// TestDiagnostics_MatchGoldenFiles compares the errors that the CLI prints with
// golden files. Run it with -update to rewrite the files, and review them.
func TestDiagnostics_MatchGoldenFiles(t *testing.T) {
	t.Parallel()

	mock, environment := startService(t)
	workspace := newConfiguration(t, "", environment...)

	for name, test := range failures {
		t.Run(name, func(t *testing.T) {
			mock.QueueFaults(test.fault)
			write(t, workspace, "main.tf", requiredProviders+test.configuration)

			result := run(t, workspace, "apply", "-auto-approve")
			if result.ExitCode != 1 {
				t.Fatalf("apply exited with %d:\n%s", result.ExitCode, result.Output)
			}

			compareGolden(t, filepath.Join("diagnostics", name+".txt"), outputFrom(`Error: `, result.Output))
			mock.ClearFaults()
		})
	}
}

// unstable are texts that differ from run to run.
var unstable = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`mock-\d+`), "mock-000001"},
	{regexp.MustCompile(`registry\.opentofu\.org/`), "registry.terraform.io/"},
	{regexp.MustCompile(`"\d{4}-\d\d-\d\dT[^"]+"`), `"TIME"`},
}

// outputFrom returns the lines of an output from the first one that starts with
// a pattern, with unstable texts replaced.
func outputFrom(start, output string) string {
	if at := regexp.MustCompile("(?m)^" + start).FindStringIndex(output); at != nil {
		output = output[at[0]:]
	}

	for _, part := range unstable {
		output = part.pattern.ReplaceAllString(output, part.text)
	}

	return output
}
