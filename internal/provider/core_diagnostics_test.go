package provider

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

func isError(diagnostic *tfprotov6.Diagnostic) bool {
	return diagnostic.Severity == tfprotov6.DiagnosticSeverityError
}

func hasError(diagnostics []*tfprotov6.Diagnostic) bool {
	return slices.ContainsFunc(diagnostics, isError)
}

// describe returns each diagnostic on a line: "Severity path: Summary: detail".
func describe(diagnostics []*tfprotov6.Diagnostic) string {
	var lines []string

	for _, diagnostic := range diagnostics {
		lines = append(lines, fmt.Sprintf("%s%s: %s: %s", diagnostic.Severity, place(" ", diagnostic), diagnostic.Summary, diagnostic.Detail))
	}

	return strings.Join(lines, "\n")
}

// describePlan returns a plan in a form that cmp can compare.
func (c *core) describePlan(schema *tfprotov6.Schema, plan *tfprotov6.PlanResourceChangeResponse) map[string]any {
	return map[string]any{
		"state":       c.unpack(plan.PlannedState, schema),
		"identity":    plan.PlannedIdentity,
		"private":     string(plan.PlannedPrivate),
		"replaced by": fmt.Sprint(plan.RequiresReplace),
		"diagnostics": describe(plan.Diagnostics),
	}
}

// withoutLine is the place of a diagnostic with an empty path, of which the CLI quotes no line.
const withoutLine = " without a line"

// place returns where a diagnostic is, or "" if it is on a resource.
func place(before string, diagnostic *tfprotov6.Diagnostic) string {
	switch at := diagnostic.Attribute; {
	case at == nil:
		return ""
	case len(at.Steps()) == 0:
		return withoutLine
	default:
		return before + at.String()
	}
}

// headlines returns severity, summary and path of each diagnostic.
func headlines(diagnostics []*tfprotov6.Diagnostic) []string {
	lines := []string{}

	for _, diagnostic := range diagnostics {
		lines = append(lines, diagnostic.Severity.String()+": "+diagnostic.Summary+place(" at ", diagnostic))
	}

	return lines
}

func wantHeadlines(t *testing.T, diagnostics []*tfprotov6.Diagnostic, want ...string) {
	t.Helper()
	wantExplained(t, diagnostics)

	if diff := cmp.Diff(append([]string{}, want...), headlines(diagnostics)); diff != "" {
		t.Errorf("diagnostics differ (-want +got):\n%s\n%s", diff, describe(diagnostics))
	}
}

// first returns the first diagnostic, if there is one: an assertion has to fail and
// not to panic, so the tests after it run.
func first(diagnostics []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	return diagnostics[:min(1, len(diagnostics))]
}

// last returns the last diagnostic, if there is one.
func last(diagnostics []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	return diagnostics[max(0, len(diagnostics)-1):]
}

func wantEqual(t *testing.T, what string, want, got any) {
	t.Helper()

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func wantText(t *testing.T, diagnostics []*tfprotov6.Diagnostic, want ...string) {
	t.Helper()

	for _, text := range want {
		if got := describe(diagnostics); !strings.Contains(got, text) {
			t.Errorf("the diagnostics do not contain %q:\n%s", text, got)
		}
	}
}
