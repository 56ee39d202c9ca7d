package provider

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// troubleshooting returns what the headings of the guide list: the summaries of
// all diagnostics, without what follows a colon.
var troubleshooting = sync.OnceValues(func() (headings []string, err error) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "guides", "troubleshooting.md"))
	for _, match := range regexp.MustCompile(`(?m)^### (.*)$`).FindAllSubmatch(text, -1) {
		// Commas separate them, and one of them has a comma.
		headings = append(headings, regexp.MustCompile(`[^ ,](?:[^,]|, Outcome)*`).FindAllString(string(match[1]), -1)...)
	}

	return headings, err
})

// maxWords is how long a detail may be, besides what notCounted matches.
const maxWords = 60

// notCounted matches the line of a request, the API's text and lists of values.
var notCounted = regexp.MustCompile(`Updating .* failed: .*|An earlier attempt .*, so|(?:reads|Reason|points to): .*|(?m:^ {2}.*$)`)

// assertShort asserts that diagnostics are short enough to be read. The names in a
// summary are a list of values, too.
func assertShort(t reporter, diagnostics []*tfprotov6.Diagnostic) {
	t.Helper()

	for _, diagnostic := range diagnostics {
		_, names, _ := strings.Cut(diagnostic.Summary, ": ")
		own := notCounted.ReplaceAllString(strings.ReplaceAll(diagnostic.Detail, names, ""), "")

		if words := len(strings.Fields(own)); words > maxWords {
			t.Errorf("the detail of %q has %d words, at most %d are allowed: %s", diagnostic.Summary, words, maxWords, own)
		}
	}
}

// wantExplained asserts that the guide explains diagnostics.
func wantExplained(t *testing.T, diagnostics []*tfprotov6.Diagnostic) {
	t.Helper()

	headings, err := troubleshooting()
	if err != nil {
		t.Fatal(err)
	}

	assertShort(t, diagnostics)

	for _, diagnostic := range diagnostics {
		if summary, _, _ := strings.Cut(diagnostic.Summary, ": "); !slices.Contains(headings, summary) {
			t.Errorf("the Troubleshooting guide does not have %q", summary)
		}
	}
}

// fromOthers are the summaries on the page that the framework or the CLI prints.
// TestDocs_TroubleshootingHasErrorsOfOthers makes the mistakes of a configuration.
var fromOthers = []string{
	"Ephemeral value used in non-ephemeral context", "Error acquiring the state lock", "Failed to install provider",
	"Failed to load plugin schemas", "Failed to persist state to backend", "Failed to query available provider packages",
	"Failed to resolve provider packages", "Failed to save state", "Incorrect attribute value type", "Invalid Attribute Value",
	"Invalid Configuration for Read-Only Attribute", "Invalid function argument", "Invalid provider configuration",
	"Invalid use of ephemeral value", "Missing Configuration for Required Attribute", "Missing required argument",
	"No value for required variable", "Null Set Value", "Plugin did not respond", "Provider produced inconsistent final plan",
	"Required plugins are not installed", "Unable to Move Resource State", "Unsupported argument",
	"WriteOnly Attribute Not Allowed", "failed to read provider configuration schema", "failed to read schema",
}

func TestTroubleshooting_HasNoOtherSummary(t *testing.T) {
	var source strings.Builder

	files := append(must(filepath.Glob("*.go")), "../client/kind.go")
	for _, file := range slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") }) {
		source.Write(must(os.ReadFile(file)))
	}

	headings, err := troubleshooting()
	if err != nil || len(headings) == 0 {
		t.Fatalf("%d headings, error %v", len(headings), err)
	}

	for _, heading := range headings {
		if !strings.Contains(source.String(), `"`+heading) && !slices.Contains(fromOthers, heading) {
			t.Errorf("nothing prints %q anymore", heading)
		}
	}
}
