package acceptance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	goversion "github.com/hashicorp/go-version"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// versionsFile has the provider block for examples that show only resources.
const versionsFile = "quickstart/versions.tf"

// identityImports is the first version of either product that imports by identity.
var identityImports = goversion.Must(goversion.NewVersion("1.12.0"))

// example is a part of examples/ that a user copies and runs.
type example struct {
	// files are patterns below examples/. Folders are copied with their contents, files into the workspace's root.
	files []string
	// script is run before the apply.
	script string
	// sent names the golden file of the requests.
	sent string
	// needs is the minimum version of the CLI, nil for any.
	needs *goversion.Version
}

func examples() map[string]example {
	appearance := []string{versionsFile, "resources/chatview_appearance/resource*.tf"}
	source := []string{versionsFile, "resources/chatview_source/resource*.tf"}

	return map[string]example{
		"provider":           {files: []string{"provider"}, sent: "provider"},
		"quickstart":         {files: []string{"quickstart"}, sent: "quickstart"},
		"tenants":            {files: []string{"tenants"}, sent: "tenants"},
		"import":             {files: []string{"import"}, sent: "import"},
		"rotate-credentials": {files: []string{"rotate-credentials"}, sent: "rotate-credentials"},
		"review-themes":      {files: []string{"review-themes"}, sent: "review-themes"},
		"write-only-colors":  {files: []string{"write-only-colors"}, sent: "write-only-colors"},
		"contrast_ratio":     {files: []string{"functions/contrast_ratio"}, sent: "contrast_ratio"},
		"derive_palette":     {files: []string{"functions/derive_palette"}, sent: "derive_palette"},
		"palette_problems":   {files: []string{"functions/palette_problems"}, sent: "palette_problems"},

		"appearance": {files: appearance, sent: "appearance"},
		"source":     {files: source, sent: "source"},

		// An import sends no request.
		"appearance imported by id":       {files: append(appearance, "resources/chatview_appearance/import-by-string-id.tf"), sent: "appearance"},
		"appearance imported by identity": {files: append(appearance, "resources/chatview_appearance/import-by-identity.tf"), sent: "appearance", needs: identityImports},
		"appearance imported by command":  {files: appearance, script: "resources/chatview_appearance/import.sh", sent: "appearance"},
		"source imported by id":           {files: append(source, "resources/chatview_source/import-by-string-id.tf"), sent: "source"},
		"source imported by identity":     {files: append(source, "resources/chatview_source/import-by-identity.tf"), sent: "source", needs: identityImports},
		"source imported by command":      {files: source, script: "resources/chatview_source/import.sh", sent: "source"},
	}
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

// TestExamples_ApplyAndConverge runs every example as a reader would, and compares the requests with golden files. Run
// it with -update to rewrite the files, and review them.
func TestExamples_ApplyAndConverge(t *testing.T) {
	t.Parallel()

	for name, example := range examples() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			if example.needs != nil && found.Version.LessThan(example.needs) {
				t.Skipf("%s cannot import by identity, which needs %s", found, example.needs)
			}

			mock, address := startExampleService(t)
			workspace := newExampleWorkspace(t, address, example.files...)

			succeeds(t, workspace, "validate")
			succeeds(t, workspace, "fmt", "-check", "-diff", "-recursive")

			if strings.HasPrefix(example.files[0], "tenants") {
				requireMocks(t)
				succeeds(t, workspace, "test")
			}

			if example.script != "" {
				runScript(t, workspace, readExample(t, example.script))
			}

			expectNoRequests(t, mock)
			succeeds(t, workspace, "apply", "-auto-approve")
			compareGolden(t, filepath.Join("testdata", "examples", example.sent+".json"), requestsOf(t, mock))

			mock.ClearRequests()
			succeeds(t, workspace, "plan", "-detailed-exitcode")
			succeeds(t, workspace, "destroy", "-auto-approve")
			expectNoRequests(t, mock)
		})
	}
}

// TestExamples_AllAreRun fails if a file in examples/ is not part of any example above.
func TestExamples_AllAreRun(t *testing.T) {
	t.Parallel()

	var run []string
	for _, example := range examples() {
		run = append(run, append(example.files, example.script)...)
	}

	root := filepath.Join(moduleRoot, "examples")
	folders := []string{"pipelines", "policies"} // pipelines_test.go and policies_test.go run these

	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}

		name, err := filepath.Rel(root, file)
		name = filepath.ToSlash(name)

		for _, pattern := range append(run, folders...) {
			if matched, _ := path.Match(pattern, name); matched || strings.HasPrefix(name, pattern+"/") {
				return err
			}
		}

		// Ignore the files of a run in the folder itself.
		if !strings.Contains(name, ".terraform") && !strings.Contains(name, ".tfstate") {
			t.Errorf("no test runs examples/%s: add it to examples()", name)
		}

		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// startExampleService starts a mock server with every object that an example manages.
func startExampleService(t *testing.T) (*mockserver.Server, string) {
	t.Helper()

	mock, address := startService(t, "example-key", mockserver.Behavior{})

	for _, id := range []int64{42, 101, 102, 103, 104} {
		mock.AddAppearance(id, nil)
	}

	for id, sourceType := range map[int64]string{9: "bigquery", 10: "clickhouse", 11: "snowflake"} {
		mock.AddSource(id, sourceType, nil)
	}

	return mock, address
}

// newExampleWorkspace returns an initialized workspace with a copy of the examples.
func newExampleWorkspace(t *testing.T, address string, patterns ...string) cli.Workspace {
	t.Helper()

	folder := t.TempDir()

	configFile, err := found.WriteMirror(folder, provider, version)
	if err != nil {
		t.Fatal(err)
	}

	workspace := cli.Workspace{
		CLI:         found,
		Dir:         filepath.Join(folder, "configuration"),
		ConfigFile:  configFile,
		Environment: append([]string{"CHATVIEW_BASE_URL=" + address, "CHATVIEW_API_KEY=example-key"}, exampleVariables...),
	}

	if err := os.Mkdir(workspace.Dir, 0o755); err != nil {
		t.Fatal(err)
	}

	for _, pattern := range patterns {
		copyExample(t, pattern, workspace)
	}

	succeeds(t, workspace, "init")

	return workspace
}

// copyExample copies a folder, or the files of a pattern, into a workspace.
func copyExample(t *testing.T, pattern string, workspace cli.Workspace) {
	t.Helper()

	matches, err := filepath.Glob(filepath.Join(moduleRoot, "examples", pattern))
	if err != nil || len(matches) == 0 {
		t.Fatalf("%s: %v, %d files", pattern, err, len(matches))
	}

	for _, match := range matches {
		if filepath.Ext(match) == "" { // a folder
			if err := cli.CopyConfiguration(match, workspace.Dir); err != nil {
				t.Fatal(err)
			}

			continue
		}

		content, err := os.ReadFile(match)
		if err != nil {
			t.Fatal(err)
		}

		write(t, workspace, filepath.Base(match), string(content))
	}
}

func readExample(t *testing.T, name string) string {
	t.Helper()

	text, err := os.ReadFile(filepath.Join(moduleRoot, "examples", name))
	if err != nil {
		t.Fatal(err)
	}

	return string(text)
}

// succeeds runs the CLI and requires exit code 0. For plan -detailed-exitcode, that means no changes.
func succeeds(t *testing.T, workspace cli.Workspace, arguments ...string) {
	t.Helper()

	result := run(t, workspace, arguments...)
	if result.ExitCode != 0 {
		t.Fatalf("%v exited with %d:\n%s", arguments, result.ExitCode, result.Output)
	}
}

// runScript runs shell commands in a workspace, where `terraform` is the CLI under test, and returns their output.
func runScript(t *testing.T, workspace cli.Workspace, script string, environment ...string) string {
	t.Helper()

	programs := t.TempDir()
	if err := os.Symlink(found.Path, filepath.Join(programs, "terraform")); err != nil {
		t.Fatal(err)
	}

	write(t, workspace, filepath.Join("..", "script.sh"), script)

	command := exec.CommandContext(t.Context(), "sh", "-e", "../script.sh")
	command.Dir = workspace.Dir
	command.Env = append([]string{
		"PATH=" + programs + string(os.PathListSeparator) + os.Getenv("PATH"),
		"HOME=" + os.Getenv("HOME"),
		"TF_CLI_CONFIG_FILE=" + workspace.ConfigFile,
		"TF_CLI_ARGS=-no-color",
		"TF_INPUT=0",
		"CHECKPOINT_DISABLE=1",
	}, append(workspace.Environment, environment...)...)

	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v in:\n%s\n\n%s", err, script, output)
	}

	return string(output)
}

func expectNoRequests(t *testing.T, mock *mockserver.Server) {
	t.Helper()

	if got := requestsOf(t, mock); got != "{}\n" {
		t.Errorf("there were requests:\n%s", got)
	}
}

// requestsOf returns the body of each request by method, path and status. Two requests for one object are an error.
func requestsOf(t *testing.T, mock *mockserver.Server) string {
	t.Helper()

	bodies := map[string]json.RawMessage{}

	for _, request := range mock.Requests() {
		name := fmt.Sprintf("%s %s %d", request.Method, request.Path, request.Status)
		if bodies[name] != nil {
			t.Errorf("more than one %s", name)
		}

		bodies[name] = request.Body
	}

	text, err := json.MarshalIndent(bodies, "", "  ")
	if err != nil {
		t.Fatal(err)
	}

	return string(text) + "\n"
}
