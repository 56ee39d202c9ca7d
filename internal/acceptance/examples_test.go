package acceptance

import (
	"encoding/json"
	"errors"
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

// versionsFile completes an example that shows resources only, as a page of the
// documentation does. It holds the provider block, too.
const versionsFile = "quickstart/versions.tf"

// identityImports is the first version, of either product, that imports by
// identity.
var identityImports = goversion.Must(goversion.NewVersion("1.12.0"))

// example is what a user copies out of examples/ and runs.
type example struct {
	// files are patterns below examples/: a folder stands for all below it, and
	// any other file lands in the workspace's root.
	files []string
	// script is run before the apply, and taken out of files.
	script string
	// sent names the golden file of what the service has to get.
	sent string
	// needs is the first version of the CLI that can run it, nil for any.
	needs *goversion.Version
}

func examples() map[string]example {
	appearance := []string{versionsFile, "resources/chatview_appearance/resource*.tf"}
	source := []string{versionsFile, "resources/chatview_source/resource*.tf"}

	return map[string]example{
		"provider":           {files: []string{"provider"}, sent: "provider"},
		"quickstart":         {files: []string{"quickstart"}, sent: "quickstart"},
		"tenants":            {files: []string{"tenants"}, sent: "tenants"},
		"adopt":              {files: []string{"adopt"}, sent: "adopt"},
		"rotate-credentials": {files: []string{"rotate-credentials"}, sent: "rotate-credentials"},
		"review-themes":      {files: []string{"review-themes"}, sent: "review-themes"},
		"write-only-colors":  {files: []string{"write-only-colors"}, sent: "write-only-colors"},
		"contrast_ratio":     {files: []string{"functions/contrast_ratio"}, sent: "contrast_ratio"},
		"derive_palette":     {files: []string{"functions/derive_palette"}, sent: "derive_palette"},

		"appearance": {files: appearance, sent: "appearance"},
		"source":     {files: source, sent: "source"},

		// An import reads nothing, so that the same is sent with it as without.
		"appearance imported by id":       {files: append(appearance, "resources/chatview_appearance/import-by-string-id.tf"), sent: "appearance"},
		"appearance imported by identity": {files: append(appearance, "resources/chatview_appearance/import-by-identity.tf"), sent: "appearance", needs: identityImports},
		"appearance imported by command":  {files: appearance, script: "resources/chatview_appearance/import.sh", sent: "appearance"},
		"source imported by id":           {files: append(source, "resources/chatview_source/import-by-string-id.tf"), sent: "source"},
		"source imported by identity":     {files: append(source, "resources/chatview_source/import-by-identity.tf"), sent: "source", needs: identityImports},
		"source imported by command":      {files: source, script: "resources/chatview_source/import.sh", sent: "source"},
	}
}

// exampleVariables are the values that the examples leave to their user.
var exampleVariables = []string{
	"TF_VAR_appearance_id=42",
	"TF_VAR_source_id=7",
	"TF_VAR_database_password=example-password",
	"TF_VAR_staging_api_key=example-key",
	"TF_VAR_orders_password=orders-password",
	"TF_VAR_shop_password=shop-password",
	"TF_VAR_events_key={\"private_key\": \"events-key\"}",
	"TF_VAR_metrics_password=metrics-password",
	"TF_VAR_warehouse_public_key=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
}

// TestExamples_AreAppliedAndConverge does with every example what its reader
// does, and compares what the service gets. Run with -update to write the golden
// files anew, and read them.
func TestExamples_AreAppliedAndConverge(t *testing.T) {
	t.Parallel()

	for name, example := range examples() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			if example.needs != nil && found.Version.LessThan(example.needs) {
				t.Skipf("%s can not import by identity: that takes %s", found, example.needs)
			}

			mock, address := startExampleService(t)
			workspace := layExample(t, address, example.files...)

			succeeds(t, workspace, "validate")
			succeeds(t, workspace, "fmt", "-check", "-diff", "-recursive")

			if strings.HasPrefix(example.files[0], "tenants") {
				succeeds(t, workspace, "test")
			}

			if example.script != "" {
				runScript(t, workspace, readExample(t, example.script))
			}

			expectNoRequests(t, mock)
			succeeds(t, workspace, "apply", "-auto-approve")
			compareGolden(t, filepath.Join("testdata", "examples", example.sent+".json"), requestsOf(t, mock))

			mock.ForgetRequests()
			succeeds(t, workspace, "plan", "-detailed-exitcode")
			succeeds(t, workspace, "destroy", "-auto-approve")
			expectNoRequests(t, mock)
		})
	}
}

// TestExamples_AllAreRun sees to it that no example is left out above.
func TestExamples_AllAreRun(t *testing.T) {
	t.Parallel()

	var run []string
	for _, example := range examples() {
		run = append(run, append(example.files, example.script)...)
	}

	root := filepath.Join(moduleRoot, "examples")
	folders := []string{"pipelines"} // by TestPipelines_PlanWithoutSecretsAndApply

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

		// What a run in the folder itself leaves is not an example.
		if !strings.Contains(name, ".terraform") && !strings.Contains(name, ".tfstate") {
			t.Errorf("no test runs examples/%s: add it to examples()", name)
		}

		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// startExampleService starts a mock with every object that an example takes
// over.
func startExampleService(t *testing.T) (*mockserver.Server, string) {
	t.Helper()

	mock, address := startService(t, "example-key", mockserver.Behaviour{})

	for _, id := range []int64{42, 101, 102, 103, 104} {
		mock.AddAppearance(id, nil)
	}

	for id, sourceType := range map[int64]string{8: "mysql", 9: "bigquery", 10: "clickhouse", 11: "snowflake"} {
		mock.AddSource(id, sourceType, nil)
	}

	return mock, address
}

// layExample copies examples into a workspace, and initializes it.
func layExample(t *testing.T, address string, patterns ...string) cli.Workspace {
	t.Helper()

	folder := t.TempDir()

	configFile, err := found.LayMirror(folder, provider, version)
	if err != nil {
		t.Fatal(err)
	}

	workspace := cli.Workspace{
		CLI:         found,
		Dir:         filepath.Join(folder, "configuration"),
		ConfigFile:  configFile,
		Environment: append([]string{"CHATVIEW_BASE_URL=" + address, "CHATVIEW_API_KEY=example-key"}, exampleVariables...),
	}

	for _, pattern := range patterns {
		copyExample(t, filepath.Join(moduleRoot, "examples", pattern), workspace.Dir)
	}

	succeeds(t, workspace, "init")

	return workspace
}

// copyExample copies a folder, or the files of a pattern.
func copyExample(t *testing.T, pattern, to string) {
	t.Helper()

	matches, err := filepath.Glob(pattern)
	if err != nil || len(matches) == 0 {
		t.Fatalf("%s: %v, %d files", pattern, err, len(matches))
	}

	for _, match := range matches {
		err := filepath.WalkDir(match, func(file string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}

			if name := entry.Name(); name == ".terraform" || strings.Contains(name, ".tfstate") || strings.HasPrefix(name, ".terraform.") {
				return skip(entry)
			}

			if entry.IsDir() {
				return nil
			}

			name, err := filepath.Rel(match, file)
			if name == "." {
				name = entry.Name()
			}

			return errors.Join(err, copyFile(file, filepath.Join(to, name)))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func skip(entry fs.DirEntry) error {
	if entry.IsDir() {
		return fs.SkipDir
	}

	return nil
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}

	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}

	return os.WriteFile(to, content, 0o600)
}

func readExample(t *testing.T, name string) string {
	t.Helper()

	text, err := os.ReadFile(filepath.Join(moduleRoot, "examples", name))
	if err != nil {
		t.Fatal(err)
	}

	return string(text)
}

// succeeds runs the CLI, which has to end with 0: for a plan with
// -detailed-exitcode that means no changes.
func succeeds(t *testing.T, workspace cli.Workspace, arguments ...string) {
	t.Helper()

	result := run(t, workspace, arguments...)
	if result.ExitCode != 0 {
		t.Fatalf("%v ended with %d:\n%s", arguments, result.ExitCode, result.Output)
	}
}

// runScript runs a shell's commands in a workspace, where `terraform` is the CLI
// under test, and returns what they print.
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
		t.Errorf("the service got requests:\n%s", got)
	}
}

// requestsOf returns the body of each request by method and path: one at most
// for each object.
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
