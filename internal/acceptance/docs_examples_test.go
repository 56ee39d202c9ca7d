package acceptance

import (
	"regexp"
	"strings"
	"testing"
)

// TestDocs_ReadmeRunsAsWritten applies the configuration in README.md with its
// commands, and plans another brand color. It is the one test in which the CLI and the
// provider use TLS.
func TestDocs_ReadmeRunsAsWritten(t *testing.T) {
	t.Parallel()

	text := readFile(t, repository, "README.md")
	configuration := blocks(regexp.MustCompile("(?ms)^```terraform\n(.*?)^```$"), text)[0]
	commands, plan := blocks(shellBlock, text)[0], blocks(textBlock, text)[0]

	service := startService(t)
	workspace := newWorkspace(t, append(service.settings(), "TF_DISABLE_PLUGIN_TLS=")...)

	write(t, workspace, "main.tf", configuration)
	expectOutput(t, runScript(t, workspace, strings.ReplaceAll(commands, pageAddress, service.url)), "Apply complete! Resources: 1 added")

	write(t, workspace, "main.tf", strings.Replace(configuration, "#7048e8", "#f08c00", 1))
	expectBlock(t, oneSpaced(succeeds(t, workspace, "plan")), strings.Replace(plan, "# ...", "...", 1))
}

// TestDocs_SuggestionsLeaveNoProblems replaces the colors of the example as the
// page about palette_problems does.
func TestDocs_SuggestionsLeaveNoProblems(t *testing.T) {
	t.Parallel()

	block := blocks(regexp.MustCompile("(?ms)^```terraform\n(locals {\n  readable.*?)^```$"), readPage(t, "functions/palette_problems"))
	if len(block) != 1 {
		t.Fatalf("%d blocks", len(block))
	}

	workspace := newConfiguration(t, `
locals {
  palette  = { lm_primary_background_color = "#e7f5ff", lm_button_outline_color = "#a5d8ff" }
  problems = provider::chatview::palette_problems(local.palette)
  rest     = provider::chatview::palette_problems(local.readable)
}

output "problems" {
  value = [length(local.problems), length(local.rest), local.readable.lm_button_outline_color]
}
`+block[0])

	expectOutput(t, succeeds(t, workspace, "plan"), `+ problems = [ + 1, + 0, + "#6191b6", ]`)
}
