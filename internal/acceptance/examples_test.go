package acceptance

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// versionsFile has the terraform block for examples that show only resources.
const versionsFile = "quickstart/versions.tf"

// example is a part of examples/ that a user copies and runs.
type example struct {
	// files are patterns below examples/. The contents of folders are copied into the
	// workspace's root, and files with their folder in their name.
	files []string
	// script is run before the apply.
	script string
	// sent names the golden file of the requests.
	sent string
	// needs is the minimum version of the CLI, empty for any.
	needs []int
}

func examples() map[string]example {
	examples := map[string]example{}

	for _, folder := range []string{
		"provider", "quickstart", "import", "rotate-credentials", "review-themes", "send-again", "design-tokens",
		"functions/contrast_ratio", "functions/derive_palette", "functions/palette_problems",
	} {
		examples[folder] = example{files: []string{folder}, sent: path.Base(folder)}
	}

	const excel = "\ufeff\"name\";\"id\";theme_mode;start_message;outline\nSales;101;both;;\nSupport;102;light;Hello, how can we help?;#1864ab\n;;;;\nFinance;103;dark;;\n;;;;\n"

	for name, ends := range map[string]string{"semicolons": "\n", "semicolons and CR LF": "\r\n", "semicolons and CR": "\r"} {
		examples["import of a file with "+name] = example{
			files: []string{"import"}, script: "printf %s '" + strings.ReplaceAll(excel, "\n", ends) + "' > themes.csv\n", sent: "import",
		}
	}

	// An import sends no request.
	const sent = "resources"

	files := []string{versionsFile, "resources/*/resource*.tf"}
	examples["resources"] = example{files: files, sent: sent}
	examples["resources imported by id"] = example{files: append(files, "resources/*/import-by-string-id.tf"), sent: sent}
	examples["resources imported by identity"] = example{
		files: append(files, "resources/*/import-by-identity.tf"), sent: sent, needs: []int{1, 12},
	}
	examples["resources imported by command"] = example{
		files: append(files, "resources/*/import.sh"), script: `for script in *import.sh; do sh -e "$script"; done`, sent: sent,
	}

	return examples
}

// exampleVariables are the values that the user of an example supplies.
var exampleVariables = []string{
	"TF_VAR_appearance_id=42",
	"TF_VAR_source_id=7",
	"TF_VAR_database_password=example-password",
	"TF_VAR_orders_password=orders-password",
	"TF_VAR_events_key={\"private_key\": \"events-key\"}",
	"TF_VAR_metrics_password=metrics-password",
	"TF_VAR_warehouse_public_key=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
}

// TestExamples_ConvergeAndMatchGoldenFiles runs every example as a reader would, and
// compares the requests with golden files. Run it with -update to rewrite the
// files, and review them.
func TestExamples_ConvergeAndMatchGoldenFiles(t *testing.T) {
	t.Parallel()

	for name, example := range examples() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			requireVersion(t, example.needs...)

			service := startService(t)
			workspace := newExample(t, example.files...)

			workspace.environment = append(service.settings(), exampleVariables...)

			succeeds(t, workspace, "init")

			if example.script != "" {
				runScript(t, workspace, example.script)
				service.expectSent(t)
			}

			// An object that is imported with another id is replaced.
			expectOutput(t, succeeds(t, workspace, "apply", "-auto-approve"), " 0 destroyed.")
			golden.Compare(t, filepath.Join("examples", example.sent+".json"), encode(t, service.sent(t)))

			// This one shows a problem.
			if name != "review-themes" {
				expectReadableColors(t, service)
			}

			succeeds(t, workspace, "plan", "-detailed-exitcode")
			service.expectSent(t)
		})
	}
}

// TestDemo_LeavesNothing, because a link to its deleted folder in a plugin cache would
// break a later init.
func TestDemo_LeavesNothing(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	demo := repository.command(t, "internal/demo.sh")
	demo.Env = slices.Concat(os.Environ(), demo.Env, []string{"TMPDIR=" + folder, "TF_PLUGIN_CACHE_DIR=" + folder, "TF_DATA_DIR=" + folder + "/data"})

	output, err := demo.CombinedOutput()
	if files, _ := os.ReadDir(folder); err != nil || len(files) != 0 {
		t.Errorf("%v, it leaves %v:\n%s", err, files, output)
	}
}

// TestExamples_AllAreRun fails if a file in examples/ is not part of any
// example above.
func TestExamples_AllAreRun(t *testing.T) {
	t.Parallel()

	run := []string{"check", "pipelines", "policies", "tenants"} // check_test.go, pipelines_test.go, … run these
	for _, example := range examples() {
		run = append(run, example.files...)
	}

	for _, name := range filesBelow(t, filepath.Join(moduleRoot, "examples")) {
		isRun := slices.ContainsFunc(run, func(pattern string) bool {
			matched, _ := path.Match(pattern, name)

			return matched || strings.HasPrefix(name, pattern+"/")
		})

		// Ignore the files of a run in the folder itself.
		if !isRun && !strings.Contains(name, ".terraform") && !strings.Contains(name, ".tfstate") {
			t.Errorf("no test runs examples/%s: add it to examples()", name)
		}
	}
}

// TestExamples_ColorsStopPlan changes a color of an example.
func TestExamples_ColorsStopPlan(t *testing.T) {
	t.Parallel()

	for _, test := range []struct{ file, color, other, want string }{
		{
			"functions/palette_problems/function.tf", "#1864ab", "#a5d8ff",
			"Unreadable colors: lm_button_outline_color (#a5d8ff) has a contrast of 1.36:1 on lm_primary_background_color (#e7f5ff); an outline needs at least 3:1. The nearest color that passes is #6191b6.",
		},
		{"import/themes.csv", "#1864ab", "#1864xb", "The outline of theme 102 is not a color."},
		{"design-tokens/tokens.json", "0.97", "0.96", "The tokens have changed"},
		{"design-tokens/tokens.dark.json", "22%", "23%", "The tokens have changed"},
	} {
		workspace := newExample(t, path.Dir(test.file))
		workspace.environment = startService(t).settings()

		text := strings.Replace(readExample(t, test.file), test.color, test.other, 1)
		if path.Ext(test.file) != ".json" { // Some editors begin a file with a byte order mark.
			text = "\ufeff" + text
		}

		write(t, workspace, path.Base(test.file), text)
		succeeds(t, workspace, "init")
		expectOutput(t, fails(t, workspace, "plan"), "Error: Resource precondition failed", test.want)
	}
}

// newExample returns a workspace with a copy of examples.
func newExample(t *testing.T, patterns ...string) workspace {
	t.Helper()

	workspace := newWorkspace(t)

	for _, pattern := range patterns {
		matches, err := filepath.Glob(filepath.Join(moduleRoot, "examples", pattern))
		if err != nil || len(matches) == 0 {
			t.Fatalf("%s: %v, %d files", pattern, err, len(matches))
		}

		for _, match := range matches {
			if filepath.Ext(match) != "" {
				name := strings.TrimPrefix(filepath.ToSlash(match), moduleRoot+"/examples/")
				write(t, workspace, strings.ReplaceAll(name, "/", "_"), readExample(t, name))
			} else if err := os.CopyFS(workspace.dir, os.DirFS(match)); err != nil {
				t.Fatal(err)
			}
		}
	}

	// Leave out the files of a run in the folder itself.
	for _, name := range []string{".terraform", ".terraform.lock.hcl", "terraform.tfstate"} {
		if err := os.RemoveAll(filepath.Join(workspace.dir, name)); err != nil {
			t.Fatal(err)
		}
	}

	return workspace
}

func readExample(t *testing.T, name string) string {
	t.Helper()

	return readFile(t, repository, "examples/"+name)
}

func expectReadableColors(t *testing.T, service service) {
	t.Helper()

	for id, theme := range service.State()[mockserver.Appearances] {
		colors := map[string]string{}

		for _, attribute := range palette.Attributes() {
			if value, isText := theme[attribute].(string); isText {
				colors[attribute] = value
			}
		}

		for _, problem := range palette.Problems(colors, palette.AA) {
			t.Errorf("%d: %s", id, problem.Message)
		}
	}
}
