package acceptance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// summaryPattern matches the summary of a diagnostic, without what follows a colon. No other text in the
// provider's source is in title case.
var summaryPattern = regexp.MustCompile(`^([A-Z][A-Za-z]*(?:[ -](?:[A-Z][A-Za-z]*|for|a))*[ -][A-Z][A-Za-z]*)(?:: .*)?$`)

// TestTroubleshooting_HasEverySummary compares the headings of the guide with the summaries in the provider's source.
func TestTroubleshooting_HasEverySummary(t *testing.T) {
	t.Parallel()

	headings := regexp.MustCompile(`(?m)^### (.*)$`).FindAllStringSubmatch(readGuide(t, "troubleshooting"), -1)

	var described []string
	for _, heading := range headings {
		described = append(described, heading[1])
	}

	printed := providerSummaries(t)

	for _, summary := range printed {
		if !slices.Contains(described, summary) {
			t.Errorf("the guide does not have %q", summary)
		}
	}

	// Summaries of the framework and the CLI.
	others := []string{
		"Invalid Attribute Value", "Failed to query available provider packages",
		"WriteOnly Attribute Not Allowed", "No value for required variable", "Invalid function argument", "Invalid provider configuration",
		"Provider produced inconsistent final plan", "Invalid use of ephemeral value", "Instance cannot be destroyed",
	}

	for _, heading := range described {
		if !slices.Contains(printed, heading) && !slices.Contains(others, heading) {
			t.Errorf("nothing prints %q anymore", heading)
		}
	}
}

func providerSummaries(t *testing.T) []string {
	t.Helper()

	files, err := filepath.Glob(filepath.Join(moduleRoot, "internal", "provider", "*.go"))
	if err != nil {
		t.Fatal(err)
	}

	var summaries []string

	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}

		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}

		ast.Inspect(syntax, func(node ast.Node) bool {
			if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				text, err := strconv.Unquote(literal.Value)
				if match := summaryPattern.FindStringSubmatch(text); err == nil && match != nil && strings.ToUpper(text) != text {
					summaries = append(summaries, match[1])
				}
			}

			return true
		})
	}

	// Check that the pattern still matches.
	if len(summaries) < 30 || !slices.Contains(summaries, "Object Not Found") {
		t.Fatalf("found only %q", summaries)
	}

	return summaries
}

// TestDocs_LinksHaveTargets follows the links between the pages.
func TestDocs_LinksHaveTargets(t *testing.T) {
	t.Parallel()

	link := regexp.MustCompile(`\]\(([^):#]*\.md)?(?:#([a-z0-9-]+))?\)`)
	notInAnchor := regexp.MustCompile(`[^a-z0-9 _-]`)

	docs := filepath.Join(moduleRoot, "docs")

	for _, pattern := range []string{"*.md", "*/*.md"} {
		pages, _ := filepath.Glob(filepath.Join(docs, pattern))
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}

			for _, match := range link.FindAllStringSubmatch(string(text), -1) {
				target := page
				if match[1] != "" {
					target = filepath.Join(filepath.Dir(page), match[1])
				}

				linked, err := os.ReadFile(target)
				if err != nil {
					t.Errorf("%s: %v", page, err)

					continue
				}

				anchors := strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(string(linked)), "\n"), " ", "-")
				if match[2] != "" && !strings.Contains(anchors, "-"+match[2]) {
					t.Errorf("%s: there is no %s in %s", page, match[2], target)
				}
			}
		}
	}
}
