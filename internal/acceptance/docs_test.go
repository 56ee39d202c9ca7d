package acceptance

import (
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// page is how the commands of a page of the documentation are run.
type page struct {
	// files are the reader's files at the start, as in example.
	files []string
	// programs are required besides the CLI and a POSIX system.
	programs []string
	// mocks says that it tests with mock_provider.
	mocks bool
	// notRun is the reason why its commands are not run, empty if they are.
	notRun string
}

func pages() map[string]page {
	pages := map[string]page{
		"guides/getting-started":        {files: []string{"quickstart"}},
		"guides/design-tokens":          {files: []string{"design-tokens"}},
		"guides/import-existing-themes": {files: []string{"import"}},
		"guides/themes-for-tenants":     {files: []string{"tenants"}, mocks: true},
		"guides/test-your-module":       {files: []string{"tenants/modules/theme"}, mocks: true},
		"guides/rotate-credentials":     {files: []string{"rotate-credentials"}},
		"guides/write-only-colors":      {files: []string{"write-only-colors"}},
		"guides/pipelines":              {files: []string{"quickstart"}},
		"guides/operations":             {files: []string{"send-again"}},
		"guides/scheduled-send":         {files: []string{"send-again"}},
		"guides/other-tools":            {files: []string{"quickstart", "policies"}, programs: []string{"jq", "conftest"}},
		"guides/mock-server":            {notRun: "it builds in a clone of the repository and listens on a fixed port; make demo runs similar steps"},
		"guides/check-your-service":     {notRun: "it builds in a clone of the repository; tests of chatview-conformance compare its output"},
		"guides/review-themes":          {files: []string{"review-themes"}, programs: []string{"jq"}},
		"functions/derive_palette":      {files: []string{"functions/derive_palette"}},
		"functions/palette_problems":    {files: []string{"functions/palette_problems"}},
	}

	if found.command == "tofu" {
		for _, function := range []string{"functions/derive_palette", "functions/palette_problems"} {
			pages[function] = page{notRun: "the console of OpenTofu cannot call functions of a provider"}
		}
	}

	return pages
}

// pageAddress is the base URL on the pages, that of the mock server.
const pageAddress = "http://127.0.0.1:8080"

var (
	shellBlock = regexp.MustCompile("(?ms)^```shell\n(.*?)^```$")
	textBlock  = regexp.MustCompile("(?ms)^```text\n(.*?)^```$")
)

// TestDocs_CommandsRunAsWritten runs the commands of each page. The output that
// the page shows must be in theirs, in order. A line "..." stands for lines that
// the page leaves out.
func TestDocs_CommandsRunAsWritten(t *testing.T) {
	t.Parallel()

	all := pages()

	for _, file := range docs(t) {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(file), moduleRoot+"/docs/"), ".md")
		if _, isListed := all[name]; !isListed && strings.HasPrefix(name, "guides/") {
			all[name] = page{}
		}
	}

	for name, page := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			if page.notRun != "" {
				t.Skip(page.notRun)
			}

			requirePrograms(t, page.programs...)

			if page.mocks {
				requireMocks(t)
			}

			// tfplugindocs generates the rest of a function's page.
			text, _, _ := strings.Cut(readPage(t, name), "\n## Signature")

			commands := strings.Join(blocks(shellBlock, text), "\n")
			if commands == "" {
				return
			}

			_, environment := startService(t)
			address := strings.TrimPrefix(environment[0], "CHATVIEW_BASE_URL=")
			workspace := newExample(t, page.files...)

			useAddress(t, workspace, address)
			rest := oneSpaced(runScript(t, workspace, strings.ReplaceAll(commands, pageAddress, address)))

			for _, block := range blocks(textBlock, text) {
				rest = expectBlock(t, rest, block)
			}
		})
	}
}

// useAddress replaces the base URL of the pages in the files of a workspace.
func useAddress(t *testing.T, w workspace, address string) {
	t.Helper()

	files := os.DirFS(w.dir)
	if err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}

		text, err := fs.ReadFile(files, name)
		if err == nil && strings.Contains(string(text), pageAddress) {
			write(t, w, name, strings.ReplaceAll(string(text), pageAddress, address))
		}

		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// expectBlock expects the lines of a text block in an output, one after the
// other except at "...", and returns the output behind them.
func expectBlock(t *testing.T, output, block string) (rest string) {
	t.Helper()

	rest, mayLeaveOut := output, true

	for line := range strings.Lines(block) {
		line = oneSpaced(line)
		if line == "..." {
			mayLeaveOut = true

			continue
		}

		before, after, isThere := strings.Cut(rest, line)

		switch {
		case !isThere:
			t.Fatalf("%q is not in the output after the line before it:\n%s", line, before)
		case strings.TrimSpace(before) != "" && !mayLeaveOut:
			t.Errorf("the page does not show that it leaves out, before %q:\n%s", line, before)
		}

		rest, mayLeaveOut = after, false
	}

	return rest
}

// TestDocs_PostconditionFindsMissingColors applies the postcondition on the page
// about write-only colors to services that list the colors, or do not.
func TestDocs_PostconditionFindsMissingColors(t *testing.T) {
	t.Parallel()

	example := blocks(regexp.MustCompile("(?ms)^```terraform\n(resource [^`]*postcondition.*?)^```$"), readPage(t, "guides/write-only-colors"))
	if len(example) != 1 {
		t.Fatalf("%d examples with a postcondition", len(example))
	}

	mock, environment := startService(t)
	workspace := newConfiguration(t, `variable "name" {}`+"\n"+strings.Replace(example[0], "# ...", `
		id                          = "42"
		name                        = var.name
		lm_primary_background_color = "#ABCDEF"
	`, 1), environment...)

	succeeds(t, workspace, "apply", "-auto-approve", "-var=name=Listed")
	succeeds(t, workspace, "plan", "-detailed-exitcode", "-var=name=Listed")

	mock.QueueFaults(mockserver.Fault{Status: http.StatusOK, Body: []byte(`{"id": 42, "custom_css_vars": "--radius: 4px"}`)})

	for _, command := range [][]string{{"apply", "-auto-approve"}, {"plan"}} {
		output, exitCode := run(t, workspace, append(command, "-var=name=Missing")...)
		if exitCode != 1 {
			t.Errorf("%v exited with %d", command, exitCode)
		}

		expectOutput(t, output, "Resource postcondition failed", "custom_css_vars does not list all colors.")
	}
}

// TestDocs_ReadmeRunsAsWritten applies the configuration in README.md with its
// commands, and plans another brand color.
func TestDocs_ReadmeRunsAsWritten(t *testing.T) {
	t.Parallel()

	text := readFile(t, workspace{dir: moduleRoot}, "README.md")
	configuration := blocks(regexp.MustCompile("(?ms)^```terraform\n(.*?)^```$"), text)[0]
	commands, plan := blocks(shellBlock, text)[0], blocks(textBlock, text)[0]

	_, environment := startService(t)
	address := strings.TrimPrefix(environment[0], "CHATVIEW_BASE_URL=")
	workspace := newWorkspace(t, environment...)

	write(t, workspace, "main.tf", configuration)
	expectOutput(t, runScript(t, workspace, strings.ReplaceAll(commands, pageAddress, address)), "Apply complete! Resources: 1 added")

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

// requirePrograms skips a test without one of the programs. Under `make
// test-tools`, which sets TEST_TOOLS, the test fails instead.
func requirePrograms(t *testing.T, programs ...string) {
	t.Helper()

	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			if os.Getenv("TEST_TOOLS") != "" {
				t.Fatal(err)
			}

			t.Skipf("%s is not installed; make test-tools builds or requires it", program)
		}
	}
}

// requireMocks skips a test if mock_provider returns values for write-only
// attributes (hashicorp/terraform#36819, opentofu/opentofu#3964).
func requireMocks(t *testing.T) {
	t.Helper()

	requireVersion(t, 1, 11, map[string]int{"terraform": 4, "tofu": 6}[found.command])
}

// docs returns the files of all pages.
func docs(t *testing.T) []string {
	t.Helper()

	top, _ := filepath.Glob(filepath.Join(moduleRoot, "docs", "*.md"))
	below, _ := filepath.Glob(filepath.Join(moduleRoot, "docs", "*", "*.md"))

	if len(top) == 0 || len(below) == 0 {
		t.Fatal("there are no pages")
	}

	return append(top, below...)
}

func readPage(t *testing.T, name string) string {
	t.Helper()

	text, err := os.ReadFile(filepath.Join(moduleRoot, "docs", name+".md"))
	if err != nil {
		t.Fatal(err)
	}

	return string(text)
}

// blocks returns the first submatch of each match.
func blocks(pattern *regexp.Regexp, text string) []string {
	var found []string
	for _, match := range pattern.FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}

	return found
}

// TestDocs_HaveEveryFlag compares the guides with the help of the programs.
func TestDocs_HaveEveryFlag(t *testing.T) {
	t.Parallel()

	for program, guide := range map[string]string{"chatview-mock": "guides/mock-server", "chatview-preview": "guides/review-themes"} {
		help, err := exec.CommandContext(t.Context(), filepath.Join(programs, program), "-help").CombinedOutput()
		flags := blocks(regexp.MustCompile(`(?m)^  (-[a-z-]+)`), string(help))

		if err != nil || len(flags) == 0 {
			t.Fatalf("%v, no flags in:\n%s", err, help)
		}

		text := readPage(t, guide)

		for _, flag := range flags {
			if !strings.Contains(text, "| `"+flag) {
				t.Errorf("%s does not have the flag %s", guide, flag)
			}
		}
	}
}

// TestDocs_NotesDoNotLookLikeArguments to Upjet, which takes a bullet that
// begins with an attribute's name for the attribute's documentation.
func TestDocs_NotesDoNotLookLikeArguments(t *testing.T) {
	t.Parallel()

	bullet := regexp.MustCompile("(?m)^ *[-*] (`[a-z_]+`) [^(]")

	for _, name := range []string{"resources/appearance", "resources/source"} {
		text := readPage(t, name)
		if !strings.Contains(text, "- `id` (") {
			t.Fatalf("%s has no arguments", name)
		}

		for _, attribute := range blocks(bullet, text) {
			if strings.Contains(text, "- "+attribute+" (") {
				t.Errorf("%s: a note begins with %s", name, attribute)
			}
		}
	}
}

// TestDocs_LinksHaveTargets follows the links between the pages.
func TestDocs_LinksHaveTargets(t *testing.T) {
	t.Parallel()

	link := regexp.MustCompile(`\]\(([^):#]*\.md)?(?:#([a-z0-9-]+))?\)`)
	heading := regexp.MustCompile(`(?m)^#+ (.*)$`)
	notInAnchor := regexp.MustCompile(`[^a-z0-9 _-]`)

	for _, page := range docs(t) {
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

			anchors := []string{""}
			for _, text := range blocks(heading, string(linked)) {
				anchors = append(anchors, strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(text), ""), " ", "-"))
			}

			if !slices.Contains(anchors, match[2]) {
				t.Errorf("%s: there is no %s in %s", page, match[2], target)
			}
		}
	}
}

// TestDocs_NameTestsAndFilesThatExist checks CONTRIBUTING.md: a command that runs
// no test passes.
func TestDocs_NameTestsAndFilesThatExist(t *testing.T) {
	t.Parallel()

	text, err := os.ReadFile(filepath.Join(moduleRoot, "CONTRIBUTING.md"))
	names := blocks(regexp.MustCompile("(?:`|-run '?)((?:Test|Fuzz)[A-Z]\\w+)"), string(text))
	files := blocks(regexp.MustCompile("`((?:internal|examples)/[^` ]+)`"), string(text))

	if err != nil || len(names) == 0 || len(files) == 0 {
		t.Fatalf("%v: the page names %d tests and %d files", err, len(names), len(files))
	}

	var tests strings.Builder

	for _, pattern := range []string{"*", "*/*"} {
		found, _ := filepath.Glob(filepath.Join(moduleRoot, "internal", pattern, "*_test.go"))
		for _, file := range found {
			source, _ := os.ReadFile(file)
			tests.Write(source)
		}
	}

	for _, name := range names {
		if !strings.Contains(tests.String(), "\nfunc "+name+"(") {
			t.Errorf("there is no test %s", name)
		}
	}

	for _, file := range files {
		if _, err := os.Stat(filepath.Join(moduleRoot, file)); err != nil {
			t.Error(err)
		}
	}
}
