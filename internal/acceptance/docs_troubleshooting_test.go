package acceptance

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocs_TroubleshootingHasErrorsOfOthers makes the mistakes that the framework or the
// CLI reports in its own words, and expects the page to have the summary.
func TestDocs_TroubleshootingHasErrorsOfOthers(t *testing.T) {
	t.Parallel()

	w := newConfiguration(t, "resource \"terraform_data\" \"moved\" {}\n", startService(t).settings()...)
	succeeds(t, w, "apply", "-auto-approve")

	headings := strings.Join(blocks(regexp.MustCompile(`(?m)^### (.*)$`), readPage(t, "guides/troubleshooting")), ", ")

	for summaries, configuration := range map[string]string{
		"Missing required argument":                                                     "resource \"chatview_source\" \"other\" {}\n",
		"Missing Configuration for Required Attribute":                                  "variable \"name\" {\n  default = null\n}\n\nresource \"chatview_appearance\" \"other\" {\n  id   = \"42\"\n  name = var.name\n}\n",
		"Invalid Configuration for Read-Only Attribute":                                 source("other", "7", `type = "postgres"`),
		"Unsupported argument":                                                          source("other", "7", `post = 5432`),
		"Incorrect attribute value type":                                                source("other", "7", `port = "no"`),
		"Invalid use of ephemeral value, Ephemeral value used in non-ephemeral context": "variable \"password\" {\n  ephemeral = true\n  default   = \"\"\n}\n" + source("other", "7", "password = var.password"),
		"Invalid Attribute Value":                                                       theme("other", "42", `recommendations = [for i in range(501) : "?"]`),
		"Null Set Value":                                                                source("other", "7", "selected_schemas = [null]"),
		"Invalid function argument":                                                     "output \"colors\" {\n  value = provider::chatview::derive_palette(\"gren\")\n}\n",
		"Unable to Move Resource State":                                                 "moved {\n  from = terraform_data.moved\n  to   = chatview_source.other\n}\n" + source("other", "7"),
		"No value for required variable":                                                "variable \"name\" {}\n",
		"Invalid provider configuration":                                                "resource \"terraform_data\" \"retries\" {}\n\nprovider \"chatview\" {\n  max_retries = terraform_data.retries.output\n}\n" + source("other", "7"),
	} {
		t.Run(summaries, func(t *testing.T) {
			write(t, w, "main.tf", requiredProviders+configuration)

			command := "plan"
			if summaries == "Invalid provider configuration" { // a plan accepts unknown settings
				command = "import chatview_source.other 7"
			}

			output := fails(t, w, strings.Fields(command)...)

			found := blocks(regexp.MustCompile(`(?m)^Error: (.*)$`), output)
			if len(found) == 0 {
				t.Errorf("no error:\n%s", output)
			}

			for _, summary := range found {
				if !slices.Contains(strings.Split(summaries, ", "), summary) || !slices.Contains(strings.Split(headings, ", "), summary) {
					t.Errorf("%q is unexpected, or not on the page:\n%s", summary, output)
				}
			}
		})
	}
}
