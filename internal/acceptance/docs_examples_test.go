package acceptance

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestDocs_ReadmeRunsAsWritten applies the configuration in README.md, and plans
// another brand color. It is the one test in which the CLI and the provider use TLS.
func TestDocs_ReadmeRunsAsWritten(t *testing.T) {
	t.Parallel()

	text := readFile(t, repository, "README.md")
	configuration := blocks(regexp.MustCompile("(?ms)^```terraform\n(.*?)^```$"), text)[0]
	plan := blocks(textBlock, text)[0]

	service := startService(t)
	workspace := newWorkspace(t, append(service.settings(), "TF_DISABLE_PLUGIN_TLS=")...)

	write(t, workspace, "main.tf", configuration)
	succeeds(t, workspace, "init")
	expectOutput(t, succeeds(t, workspace, "apply", "-auto-approve"), "Apply complete! Resources: 1 added")

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

// TestDocs_TokenExpressionsGiveTheColor evaluates each expression of the page about
// design tokens, with the token of its row or the file that Style Dictionary wrote.
func TestDocs_TokenExpressionsGiveTheColor(t *testing.T) {
	t.Parallel()

	rows := regexp.MustCompile("(?m)^\\| `(\"primary\": .*?)`.* \\| `(.*?)`").FindAllStringSubmatch(readPage(t, "guides/design-tokens"), -1)
	if len(rows) < 6 {
		t.Fatalf("%d rows", len(rows))
	}

	w := newWorkspace(t)
	write(t, w, "resolved.json", readExample(t, "design-tokens/resolved.json"))

	configuration := "locals {\n  resolved = jsondecode(file(\"resolved.json\"))\n}\n"
	expressions := make([]string, len(rows))

	for i, row := range rows {
		tokens := fmt.Sprintf("tokens%d", i)
		write(t, w, tokens+".json", `{"brand": {`+row[1]+`}}`)

		configuration += fmt.Sprintf("locals {\n  %s = jsondecode(file(\"%[1]s.json\"))\n}\n", tokens)
		expressions[i] = strings.Replace(row[2], "local.tokens.", "local."+tokens+".", 1)
	}

	write(t, w, "main.tf", configuration+"output \"colors\" {\n  value = distinct(["+strings.Join(expressions, ", ")+"])\n}\n")
	expectOutput(t, succeeds(t, w, "plan"), `+ colors = [ + "#0b7285", ]`)

	write(t, w, "tokens2.json", `{"brand": {"primary": {"$value": {"alpha": 0.1, "hex": "#0b7285"}}}}`)
	expectErrors(t, fails(t, w, "plan"), "local.tokens2.brand")
}
