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

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// policies are the commands that check the JSON of a plan.
var policies = map[string]string{
	"jq":       "jq -n -f chatview.jq",
	"conftest": "conftest test --no-color --policy chatview.rego -",
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

// The resources before and after the change that is planned.
var (
	brandColor = `lm_button_outline_color = "#0b7285"`
	paleBrand  = `lm_button_outline_color = provider::chatview::derive_palette("#ffd43b").lm_button_outline_color`

	policiesBefore = theme("brand", "1", strings.ReplaceAll(brandColor, "0b", "0B")) + theme("pale_brand", "42", paleBrand) +
		source("without_credential", "7", `hostname = "db.example.com"`)
	policiesThemes = theme("deleted", "2", brandColor) + theme("removed", "101", brandColor) + theme("replaced", "102", brandColor)
	policiesChange = theme("replaced", "5", brandColor) +
		theme("other_color", "6", `lm_button_outline_color = "#ff0000"`) +
		theme("no_color", "7") +
		theme("unknown_color", "8", `lm_button_outline_color = terraform_data.unknown.output`) +
		theme("hidden_color", "9", brandColor, `write_only_version = 1`) +
		source("password", "8", `password = "example-password"`) +
		source("unknown_token", "9", `token = terraform_data.unknown.output`) + `
resource "terraform_data" "unknown" {
  input = "#0b7285"
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
)

// TestPolicies_RefuseWhatTheyCannotCheck compares the violations that both
// policies find in a plan.
func TestPolicies_RefuseWhatTheyCannotCheck(t *testing.T) {
	t.Parallel()

	const (
		managed = ": the theme would no longer be managed"
		color   = ": lm_button_outline_color is not known to be a brand color"
		noPlan  = "this is not the JSON of a successful plan"
	)

	tests := map[string]struct {
		configuration string
		plan          []string
		want          []string
	}{
		"compliant":   {configuration: policiesBefore + policiesThemes, plan: []string{"-replace=chatview_appearance.brand"}},
		"destroyed":   {configuration: policiesBefore, plan: []string{"-destroy", "-target=chatview_appearance.brand"}, want: []string{"chatview_appearance.brand" + managed}},
		"failed plan": {configuration: policiesBefore + policiesThemes + policiesFailure, want: []string{noPlan}},
		"no plan":     {configuration: policiesBefore + policiesThemes + "}", want: []string{noPlan}},
		"violations": {configuration: policiesBefore + policiesChange, want: []string{
			"chatview_appearance.deleted" + managed,
			"chatview_appearance.hidden_color" + color,
			"chatview_appearance.no_color" + color,
			"chatview_appearance.other_color" + color,
			"chatview_appearance.removed" + managed,
			"chatview_appearance.replaced" + managed,
			"chatview_appearance.unknown_color" + color,
			"chatview_source.password: password would be stored in the state, use password_wo",
			"chatview_source.unknown_token: token would be stored in the state, use token_wo",
		}},
	}

	violation := regexp.MustCompile(`(?m)(chatview_\S+: .+|this is not .+)$`)

	mock, environment := startService(t)
	mock.SetBehavior(mockserver.Behavior{AcceptAnyID: true})

	workspace := newConfiguration(t, policiesBefore+policiesThemes, environment...)
	write(t, workspace, "chatview.jq", readExample(t, "policies/chatview.jq"))
	write(t, workspace, "chatview.rego", readExample(t, "policies/chatview.rego"))
	succeeds(t, workspace, "apply", "-auto-approve")

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_ = os.Remove(filepath.Join(workspace.dir, "plan.tfplan"))

			write(t, workspace, "main.tf", requiredProviders+test.configuration)
			run(t, workspace, append([]string{"plan", "-out=plan.tfplan"}, test.plan...)...) // a failed plan is saved too

			for name, policy := range policies {
				t.Run(name, func(t *testing.T) {
					requirePrograms(t, name)

					output := runScript(t, workspace, "terraform show -json plan.tfplan | "+policy+" && echo passed || echo refused")
					got := slices.Compact(slices.Sorted(slices.Values(violation.FindAllString(output, -1))))

					if diff := cmp.Diff(test.want, got); diff != "" {
						t.Errorf("violations (-want +got):\n%s\n%s", diff, output)
					}

					if passed := strings.Contains(output, "passed\n"); passed != (test.want == nil) {
						t.Errorf("not refused, or refused without a reason:\n%s", output)
					}
				})
			}
		})
	}
}
