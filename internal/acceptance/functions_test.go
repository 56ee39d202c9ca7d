package acceptance

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// TestFunctions_PaletteProblemsStopsPlanOrWarns changes a color of the example, and
// then removes its precondition.
func TestFunctions_PaletteProblemsStopsPlanOrWarns(t *testing.T) {
	t.Parallel()

	const problem = "lm_button_outline_color (#a5d8ff) has a contrast of 1.36:1 on lm_primary_background_color (#e7f5ff); an outline needs at least 3:1, which #6191b6 has."

	_, address := startExampleService(t)
	workspace := newExampleWorkspace(t, address, "functions/palette_problems")
	unreadable := strings.Replace(readExample(t, "functions/palette_problems/function.tf"), "#1864ab", "#a5d8ff", 1)

	write(t, workspace, "function.tf", unreadable)

	stopped := run(t, workspace, "plan")
	if stopped.ExitCode != 1 {
		t.Errorf("with a precondition the plan exited with %d", stopped.ExitCode)
	}

	expectOutput(t, stopped.Output, "Error: Resource precondition failed", "Unreadable colors in the theme North:", problem)

	write(t, workspace, "function.tf", regexp.MustCompile(`(?ms)^  lifecycle \{.*?^  \}\n`).ReplaceAllString(unreadable, ""))

	warned := run(t, workspace, "apply", "-auto-approve")
	if warned.ExitCode != 0 {
		t.Errorf("with a check the apply exited with %d", warned.ExitCode)
	}

	expectOutput(t, warned.Output, "Warning: Check block assertion failed", "101: "+problem)
}

// TestFunctions_DerivePaletteRunsAsWritten runs the commands of the page and
// compares their output with the page's.
func TestFunctions_DerivePaletteRunsAsWritten(t *testing.T) {
	t.Parallel()

	if found.Product == cli.OpenTofu {
		t.Skipf("the console of %s cannot call functions of a provider", found)
	}

	page, err := os.ReadFile(filepath.Join(moduleRoot, "docs", "functions", "derive_palette.md"))
	if err != nil {
		t.Fatal(err)
	}

	_, address := startExampleService(t)
	workspace := newExampleWorkspace(t, address, "functions/derive_palette")

	tried := regexp.MustCompile("(?s)```shell\n(.*?)```\n\n```text\n(.*?)```").FindStringSubmatch(string(page))
	if tried == nil {
		t.Fatal("the page has no commands with their output")
	}

	expectOutput(t, runScript(t, workspace, tried[1]), oneSpaced(tried[2]))
}

// TestExamples_HaveReadableColors checks what the examples send.
func TestExamples_HaveReadableColors(t *testing.T) {
	t.Parallel()

	for _, name := range []string{"appearance", "contrast_ratio", "derive_palette", "palette_problems", "quickstart", "tenants"} {
		text, err := os.ReadFile(filepath.Join("testdata", "examples", name+".json"))
		if err != nil {
			t.Fatal(err)
		}

		var requests map[string]map[string]any
		if err := json.Unmarshal(text, &requests); err != nil {
			t.Fatal(name, err)
		}

		checked := 0

		for request, fields := range requests {
			colors := map[string]string{}

			for _, attribute := range palette.Attributes() {
				if value, isText := fields[attribute].(string); isText {
					colors[attribute] = value
				}
			}

			checked += len(colors)

			for _, problem := range palette.Problems(colors, palette.AA) {
				t.Errorf("%s, %s: %s", name, request, problem.Message)
			}
		}

		if checked == 0 {
			t.Errorf("%s sends no colors", name)
		}
	}
}

// expectOutput expects texts in an output, wherever its lines are broken.
func expectOutput(t *testing.T, output string, texts ...string) {
	t.Helper()

	flat := oneSpaced(strings.ReplaceAll(output, "│", " "))

	for _, text := range texts {
		if !strings.Contains(flat, text) {
			t.Errorf("%q is not in the output:\n%s", text, output)
		}
	}
}
