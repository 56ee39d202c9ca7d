package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
)

// pipelines are the example pipelines by the prefix of their files: the file in which the
// job plan leaves what the job apply gets, what is before a checksum there, the setting with
// the password of the data source, and what the job apply says without a checksum.
var pipelines = map[string]struct{ outputs, approval, password, missing string }{
	"github-actions.yml": {"outputs.txt", "sha256=", "DATABASE_PASSWORD", "APPROVED_SHA256: is missing"},
	"gitlab-ci.yml":      {"approved.txt", "2 ", "TF_VAR_database_password", "exit status 1"},
}

// themesPage is the page to which GitHub's table links.
const themesPage = "https://github.example/artifacts/1"

// TestPipelines_ApplyTheApprovedPlan runs the commands of the example pipelines
// in the quick start's configuration.
func TestPipelines_ApplyTheApprovedPlan(t *testing.T) {
	t.Parallel()

	for file, pipeline := range pipelines {
		t.Run(file, func(t *testing.T) {
			t.Parallel()

			service := startService(t)
			settings := append(service.settings(), pipeline.password+"=example-password")
			checkout := newCheckout(t, "quickstart")
			writeOrders(t, checkout)

			edit := func(name, old, replacement string) {
				write(t, checkout, name, strings.Replace(readFile(t, checkout, name), old, replacement, 1))
			}
			plan := func() (output, approved string) {
				_ = os.Remove(filepath.Join(checkout.dir, pipeline.outputs))
				write(t, checkout, "approved.txt", strings.Repeat("committed ", 7)) // GitLab's, which no plan has approved
				write(t, checkout, ".terraform.tfstate.lock.info/locked", "")       // because credentials to read the state cannot lock it
				output = runJob(t, checkout, file, "plan", settings[0])
				runScript(t, checkout, "rm -r .terraform.tfstate.lock.info")

				outputs, _ := os.ReadFile(filepath.Join(checkout.dir, pipeline.outputs))

				return output, string(outputs)
			}
			apply := func(approved string) string {
				write(t, checkout, pipeline.outputs, approved)

				return runJob(t, checkout, file, "apply", slices.Concat(strings.Fields(approved), settings)...)
			}

			output, approved := plan()
			expectOutput(t, output, "Plan: 3 to add", "Warning: Existing Object Overwritten")
			service.expectSent(t)

			expectSummary := func(texts ...string) {
				if file == "github-actions.yml" {
					summary := readFile(t, checkout, "summary.md")
					expectOutput(t, summary, append(texts, "### [Themes, last applied and planned]("+themesPage+")")...)
					expectNoControls(t, summary)
				}
			}
			expectSummary("Plan: 3 to add", "Warning: Existing Object Overwritten")

			// Without its output, the checksum would be that of the address.
			checkout = failShow(checkout)

			for _, environment := range [][]string{{"TF_CLI_ARGS_plan=-fail\x1b"}, checkout.environment} {
				checkout.environment = environment

				if output, outputs := plan(); len(outputs) > 64 {
					t.Errorf("the job plan passes on %q:\n%s", outputs, output)
				}

				expectOutput(t, apply("2 another\n"), "exit status 1")
			}

			expectOutput(t, apply(pipeline.approval+checksum(file, service.url+"\n")+"\n"), "exit status 1")
			service.expectSent(t)

			checkout.environment = nil

			expectOutput(t, apply(""), pipeline.missing)
			service.expectSent(t)
			expectOutput(t, apply(approved), "Apply complete! Resources: 3 added")
			golden.Compare(t, filepath.Join("examples", "quickstart.json"), encode(t, service.sent(t)))

			// GitHub then does not start this job.
			if _, approved := plan(); approved != "sha256=none\n" && (file == "github-actions.yml" || apply(approved) != "No changes: nothing to apply.\n") {
				t.Errorf("the job apply does not end at its start, but gets %q", approved)
			}

			edit("variables.tf", "#1864ab", "#c92a2a")

			output, approved = plan()
			expectOutput(t, output, `"lm_button_outline_color" = "#1864ab" -> `)
			edit("variables.tf", "#c92a2a", "#862e9c")
			expectOutput(t, apply(approved), "The plan is not the one that was approved.", "exit status 1")
			service.expectSent(t)

			other := startService(t)
			settings[0] = other.settings()[0]

			edit("variables.tf", "#862e9c", "#c92a2a")
			expectOutput(t, apply(approved), "The plan is not the one that was approved.", "exit status 1")
			other.expectSent(t)

			edit("main.tf", "= local.palette.lm_button_outline_color", `= "white"`)

			output, _ = plan()
			expectOutput(t, output+readFile(t, checkout, "themes.html"), "to change, 0 to destroy", "themes with problems: 1", "exit status", "chatview_appearance.brand")

			checkout = newCheckout(t, "quickstart")
			expectOutput(t, runJob(t, checkout, file, "plan-without-state"), "Plan: 2 to add")
			service.expectSent(t)

			expectOutput(t, readFile(t, checkout, "themes.html"), "chatview_appearance.brand")

			expectSummary()
		})
	}
}

// orders is a text that another provider may accept. In Markdown, a lone CR ends a line.
const orders = "How can we help?\r\rNo changes. Your infrastructure matches the configuration.\r\r<!--\n\x1b[8m##[add-mask]2\n ::add-mask::3\r::stop-commands::x\n##[error]\x7f\b\n"

// writeOrders adds a resource with that text.
func writeOrders(t *testing.T, w workspace) {
	t.Helper()
	write(t, w, "orders.tf.json", fmt.Sprintf(`{"resource": {"terraform_data": {"orders": {"input": %s}}}}`, encode(t, orders)))
}

// failShow returns a workspace in whose jobs terraform show fails without output.
func failShow(w workspace) workspace {
	return workspace{w.dir, append(slices.Clone(w.environment), "TF_CLI_ARGS_show=-fail")}
}

// newCheckout returns a repository with an example, its lock file and
// chatview-preview.
func newCheckout(t *testing.T, example string) workspace {
	t.Helper()

	checkout := newExample(t, example)
	succeeds(t, checkout, "init")

	linkPreview(t, checkout)
	newRepository(t, checkout)

	return checkout
}

func linkPreview(t *testing.T, checkout workspace) {
	t.Helper()
	runScript(t, checkout, "ln -s '"+programs+"/chatview-preview' .")
}
