package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// policies are the commands that check the JSON of a plan.
var policies = map[string]string{
	"jq":       "jq -n -f chatview.jq",
	"conftest": "conftest test --no-color --show-builtin-errors --policy chatview.rego -",
}

// theme and source return a resource with an id and further arguments.
func theme(name, id string, arguments ...string) string {
	return object("chatview_appearance", name, id, append(arguments, fmt.Sprintf("name = %q", name)))
}

func source(name, id string, arguments ...string) string {
	return object("chatview_source", name, id, arguments)
}

func object(kind, name, id string, arguments []string) string {
	return fmt.Sprintf("resource %q %q {\n  id = %q\n  %s\n}\n", kind, name, id, strings.Join(arguments, "\n  "))
}

// The resources before and after the change that is planned. A plan without
// changes passes, whatever they are.
var (
	outline = `lm_button_outline_color = "#0b7285"`

	policiesBefore = theme("brand", "1", outline) + theme("not_in_output", "103", outline) +
		source("without_credential", "9", `hostname = "db.example.com"`) + source("stored_password", "10", `password = "example-password"`)
	policiesThemes = theme("deleted", "2", outline) + theme("removed", "101", outline) + theme("replaced", "102", outline)
	policiesChange = theme("replaced", "5", outline) +
		theme("hard_to_see", "6", `lm_button_outline_color = "#a5d8ff"`) +
		theme("not_in_output_too", "8", outline) +
		theme("elsewhere", "42", outline, `provider = chatview.elsewhere`) +
		source("unknown_service", "7", `provider = chatview.unknown`) +
		source("password", "8", `password = "example-password"`) +
		source("unknown_token", "11", `token = terraform_data.unknown.output`) + `
resource "chatview_appearance" "unknown_id" {
  id   = terraform_data.unknown.output
  name = "unknown_id"
}

provider "chatview" {
  alias    = "elsewhere"
  base_url = "https://other.example.com"
}

provider "chatview" {
  alias    = "unknown"
  base_url = terraform_data.unknown.output
}

resource "terraform_data" "unknown" {
  input = "https://chatview.example.com"
}

removed {
  from = chatview_appearance.removed
  lifecycle {
    destroy = false
  }
}
`
	policiesFailure = `
resource "terraform_data" "failure" {
  lifecycle {
    precondition {
      condition     = chatview_appearance.brand.name == ""
      error_message = "The plan fails."
    }
  }
}
`
	policiesCreate = theme("created", "12", outline)
	policiesImport = `
import {
  to = chatview_appearance.created
  id = "12"
}
`
	policiesUnknown = `
resource "terraform_data" "color" {
  input = "#0b7285"
}

output "palette_problems" {
  value = { "1" = provider::chatview::palette_problems({ lm_button_outline_color = terraform_data.color.output }) }
}
`
	policiesOutput = `
output "palette_problems" {
  value = {
    for id, outline in { "1" = "#0b7285", "2" = "#0b7285", "5" = "#0b7285", "6" = "#a5d8ff", "12" = "#0b7285", "42" = "#0b7285", "101" = "#0b7285", "102" = "#0b7285" } :
    id => provider::chatview::palette_problems({ lm_primary_background_color = "#e7f5ff", lm_button_outline_color = outline })
  }
}
`
)

// importRule is the rule that the policies have as a comment.
var importRule = regexp.MustCompile(`(?m)^( *)# (( *if .*== \["create"\]|then .*first apply.*)|deny contains .*|\t.*|\})$`)

// TestPolicies_RefuseWhatTheyCannotCheck compares the violations that both
// policies find in a plan.
func TestPolicies_RefuseWhatTheyCannotCheck(t *testing.T) {
	t.Parallel()

	const (
		managed  = ": the theme would no longer be managed"
		colors   = ": the output palette_problems does not have its id"
		noPlan   = "this is not the JSON of a successful plan"
		imported = ": import the theme before the first apply"
	)

	all := policiesBefore + policiesThemes + policiesOutput

	tests := map[string]struct {
		configuration string
		plan          []string
		withImport    bool
		want          []string
	}{
		"no changes":     {configuration: all},
		"no resources":   {configuration: all, plan: []string{"-target=chatview_appearance.none"}},
		"compliant":      {configuration: all + policiesCreate, plan: []string{"-replace=chatview_appearance.brand"}},
		"destroyed":      {configuration: policiesBefore, plan: []string{"-destroy", "-target=chatview_appearance.brand"}, want: []string{"chatview_appearance.brand" + managed}},
		"failed plan":    {configuration: all + policiesFailure, want: []string{noPlan}},
		"no plan":        {configuration: all + "}", want: []string{noPlan}},
		"unknown colors": {configuration: policiesBefore + policiesThemes + policiesUnknown, plan: []string{"-replace=chatview_appearance.brand"}, want: []string{"chatview_appearance.brand" + colors}},
		"create where an import is required": {
			configuration: all + policiesCreate, withImport: true,
			want: []string{"chatview_appearance.created" + imported},
		},
		"import": {configuration: all + policiesCreate + policiesImport, withImport: true},
		"violations": {configuration: policiesBefore + policiesChange + policiesOutput, want: []string{
			"chatview_appearance.deleted" + managed,
			"chatview_appearance.elsewhere: https://other.example.com is not an allowed service",
			"chatview_appearance.hard_to_see: lm_button_outline_color (#a5d8ff) has a contrast of 1.36:1 on lm_primary_background_color (#e7f5ff); an outline needs at least 3:1. The nearest color that passes is #6191b6.",
			"chatview_appearance.not_in_output_too" + colors,
			"chatview_appearance.removed" + managed,
			"chatview_appearance.replaced" + managed,
			"chatview_appearance.unknown_id" + colors,
			"chatview_source.password: password would be stored in the state, use password_wo",
			"chatview_source.unknown_service: an unknown address is not an allowed service",
			"chatview_source.unknown_token: token would be stored in the state, use token_wo",
		}},
	}

	violation := regexp.MustCompile(`(?m)(chatview_\S+: .+|this is not .+)$`)

	service := startServiceOfAnyID(t)
	workspace := newConfiguration(t, policiesBefore+policiesThemes, service.settings()...)
	succeeds(t, workspace, "apply", "-auto-approve")

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_ = os.Remove(filepath.Join(workspace.dir, "plan.tfplan"))

			for _, file := range []string{"chatview.jq", "chatview.rego"} {
				policy := strings.ReplaceAll(readExample(t, "policies/"+file), pageAddress, service.url)
				if test.withImport {
					policy = importRule.ReplaceAllString(policy, "$1$2")
				}

				write(t, workspace, file, policy)
			}

			write(t, workspace, "main.tf", requiredProviders+test.configuration)
			run(t, workspace, append([]string{"plan", "-out=plan.tfplan"}, test.plan...)...) // a failed plan is saved too

			for name, policy := range policies {
				t.Run(name, func(t *testing.T) {
					requirePrograms(t, name)

					output := runScript(t, workspace, "terraform show -json plan.tfplan | "+policy+" && echo passed || echo refused")
					twice := runScript(t, workspace, "for i in 1 2; do terraform show -json plan.tfplan; done | "+policies["jq"]+" && echo passed || echo refused")
					got := slices.Compact(slices.Sorted(slices.Values(violation.FindAllString(output, -1))))

					if diff := cmp.Diff(test.want, got); diff != "" {
						t.Errorf("violations (-want +got):\n%s\n%s", diff, output)
					}

					if passed := strings.Contains(output, "passed\n"); passed != (test.want == nil) || strings.Contains(twice, "passed\n") {
						t.Errorf("not refused, or refused without a reason:\n%s\nof two plans:\n%s", output, twice)
					}
				})
			}
		})
	}
}
