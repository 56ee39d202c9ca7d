package acceptance

import (
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
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
// files: the text that people read, one for each CLI, and the JSON that
// policies read. Run it with -update to rewrite the files, and review them.
func TestPlans_MatchGoldenFiles(t *testing.T) {
	t.Parallel()

	workspace := newConfiguration(t, themes, startServiceOfAnyID(t).settings()...)
	succeeds(t, workspace, "apply", "-auto-approve")

	for name, change := range pullRequests {
		t.Run(name, func(t *testing.T) {
			write(t, workspace, "main.tf", requiredProviders+strings.NewReplacer(change.replace...).Replace(themes)+change.add)

			output, _ := run(t, workspace, "plan", "-out=saved.tfplan")
			text, _, _ := strings.Cut(output, "\n─") // what follows is about the file
			golden.Compare(t, filepath.Join("plans", name+"."+found.command+".txt"), outputFrom(`(  # |Error: )`, text))
			golden.Compare(t, filepath.Join("plans", name+".json"), resourceChanges(t, succeeds(t, workspace, "show", "-json", "saved.tfplan")))
		})
	}
}

// resourceChanges returns the changes in the JSON of a plan, without resources
// that do not change, and without identities: Terraform 1.11 has none.
func resourceChanges(t *testing.T, plan string) string {
	t.Helper()

	document := decode[struct {
		ResourceChanges []struct {
			Address string         `json:"address"`
			Change  map[string]any `json:"change"`
		} `json:"resource_changes"`
	}](t, plan)
	changes := map[string]any{}

	for _, resource := range document.ResourceChanges {
		delete(resource.Change, "before_identity")
		delete(resource.Change, "after_identity")

		// A new attribute that a plan does not set changes no file.
		for _, key := range []string{"before", "after"} {
			values, _ := resource.Change[key].(map[string]any)
			maps.DeleteFunc(values, func(_ string, value any) bool { return value == nil })
		}

		if !reflect.DeepEqual(resource.Change["actions"], []any{"no-op"}) {
			changes[resource.Address] = resource.Change
		}
	}

	return outputFrom(`{`, encode(t, changes))
}

// What people approve is the text of a plan, and what pipelines compare is its
// checksum. The page "Troubleshooting" has core's text.
func TestBaseURL_SavedPlanHasItAndIsRefusedAtAnotherAddress(t *testing.T) {
	t.Parallel()

	w := newConfiguration(t, theme("brand", "42")+source("orders", "7", `hostname = "orders.example.com"`))
	first, other := startServiceOfAnyID(t), startServiceOfAnyID(t)
	plan := func(service service) string {
		w.environment = service.settings()
		succeeds(t, w, "plan", "-out=saved.tfplan")

		return succeeds(t, w, "show", "saved.tfplan")
	}

	atFirst, atOther := plan(first), plan(other)
	expectOutput(t, atFirst, `+ base_url = "`+first.url+`"`)
	expectOutput(t, atOther, `+ base_url = "`+other.url+`"`)

	if strings.ReplaceAll(atFirst, first.url, other.url) != atOther || atFirst == atOther {
		t.Errorf("the plans differ in more than the address, or not at all:\n%s\n%s", atFirst, atOther)
	}

	w.environment = first.settings()
	expectOutput(t, fails(t, w, "apply", "saved.tfplan"), "Error: Provider produced inconsistent final plan",
		`produced an invalid new value for .base_url: was cty.StringVal("`+other.url+`"), but now cty.StringVal("`+first.url+`").`)
	first.expectSent(t)
	other.expectSent(t)
}

// TestSchemas_MatchGoldenFile compares everything that a configuration may
// depend on with a golden file. Without a sensitive or write_only flag, secrets
// would appear in plans and states. Run it with -update after an intentional
// change.
func TestSchemas_MatchGoldenFile(t *testing.T) {
	t.Parallel()

	const identities = "resource_identity_schemas"

	document := decode[struct {
		Providers map[string]map[string]any `json:"provider_schemas"`
	}](t, succeeds(t, newConfiguration(t, ""), "providers", "schema", "-json"))

	for _, schema := range document.Providers {
		if schema[identities] == nil { // Terraform 1.11 does not know them
			schema[identities] = goldenSchema(t)[identities]
		}

		golden.Compare(t, "schema.json", encode(t, schema))
	}
}

func goldenSchema(t *testing.T) map[string]any {
	t.Helper()

	return decode[map[string]any](t, readFile(t, testdata, "schema.json"))
}

// failures are applies that fail, of the configurations beside the golden files. The
// tests in package provider cover the texts of all errors. These show what the CLI
// adds: the line of the attribute or of the resource.
var failures = map[string][]mockserver.Fault{
	"refused_fields": {{
		Status: 400, Body: []byte(`{"name": ["Too short.", "Taken."], "recommendations": {"1": ["Not a question."]}}`),
	}},
	"service_failure":   {{Status: 501}},
	"invalid_settings":  {},
	"invalid_resources": {},
}

// TestDiagnostics_MatchGoldenFiles compares the errors that the CLI prints with
// golden files. Run it with -update to rewrite the files, and review them.
func TestDiagnostics_MatchGoldenFiles(t *testing.T) {
	t.Parallel()

	service := startService(t)
	workspace := newConfiguration(t, "", service.settings()...)

	for name, faults := range failures {
		t.Run(name, func(t *testing.T) {
			service.QueueFaults(faults...)
			write(t, workspace, "main.tf", requiredProviders+readFile(t, testdata, "diagnostics/"+name+".tf"))

			output := outputFrom(`Error: `, fails(t, workspace, "apply", "-auto-approve"))

			// The CLI sorts errors by their lines, and those about secrets have none.
			var errors []string
			for _, text := range strings.Split("\n"+output, "\nError: ")[1:] {
				errors = append(errors, "Error: "+strings.TrimSpace(text)+"\n")
			}

			golden.Compare(t, filepath.Join("diagnostics", name+".txt"), strings.Join(slices.Sorted(slices.Values(errors)), "\n"))
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
	{regexp.MustCompile(`http://127\.0\.0\.1:\d+`), "http://127.0.0.1:8080"},
	{regexp.MustCompile(`\d+ unchanged attributes hidden`), "unchanged attributes hidden"},
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
