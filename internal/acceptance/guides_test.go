package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// guide is a guide of the documentation.
type guide struct {
	// files are the reader's files at the start, as in example.
	files []string
	// programs are required besides the CLI and a POSIX system.
	programs []string
	// mocks says that it tests with mock_provider.
	mocks bool
	// notRun is the reason why its commands are not run, empty if they are.
	notRun string
}

func guides() map[string]guide {
	return map[string]guide{
		"getting-started":        {files: []string{"quickstart"}},
		"import-existing-themes": {files: []string{"import"}},
		"themes-for-tenants":     {files: []string{"tenants"}, mocks: true},
		"test-your-module":       {files: []string{"tenants/modules/theme"}, mocks: true},
		"rotate-credentials":     {files: []string{"rotate-credentials"}},
		"write-only-colors":      {files: []string{"write-only-colors"}},
		"pipelines":              {files: []string{"quickstart"}, programs: []string{"jq"}},
		"other-tools":            {files: []string{"quickstart", "policies/*"}, programs: []string{"jq", "conftest"}},
		"limitations":            {}, // has no commands
		"mock-server":            {notRun: "it builds in a clone of the repository and listens on a fixed port; make demo runs similar steps"},
		"troubleshooting":        {}, // has no commands
		"review-themes":          {notRun: "the tests of internal/cmd/chatview-preview compare it with what the program prints"},
	}
}

var (
	// guideAddress matches the base URLs in the guides.
	guideAddress = regexp.MustCompile(`https://chat\.example\.com|http://127\.0\.0\.1:8080`)

	shellBlock = regexp.MustCompile("(?ms)^```shell\n(.*?)^```$")
	textBlock  = regexp.MustCompile("(?ms)^```text\n(.*?)^```$")
	spaces     = regexp.MustCompile(`\s+`)
)

// TestGuides_CommandsRunAsWritten runs the commands of each guide. The output that the guide shows must be in theirs, in
// order.
func TestGuides_CommandsRunAsWritten(t *testing.T) {
	t.Parallel()

	guides := guides()

	for _, name := range guideNames(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			guide, isKnown := guides[name]
			if !isKnown {
				t.Fatal("add it to guides()")
			}

			if guide.notRun != "" {
				t.Skip(guide.notRun)
			}

			requirePrograms(t, guide.programs...)

			if guide.mocks {
				requireMocks(t)
			}

			text := readGuide(t, name)
			commands := strings.Join(blocks(shellBlock, text), "\n")

			if commands == "" {
				return
			}

			_, address := startExampleService(t)
			workspace := newExampleWorkspace(t, address, guide.files...)
			workspace.Environment = nil // the guide sets it

			script := guideAddress.ReplaceAllString(commands, address)
			rest := oneSpaced(runScript(t, workspace, script))

			for _, line := range strings.Split(strings.Join(blocks(textBlock, text), ""), "\n") {
				before, after, isThere := strings.Cut(rest, oneSpaced(line))
				if !isThere {
					t.Fatalf("%q is not in the output after the line before it:\n%s", line, before)
				}

				rest = after
			}
		})
	}
}

// requirePrograms skips a test without one of the programs. `make test-tools` sets
// TEST_TOOLS, so that the test fails instead.
func requirePrograms(t *testing.T, programs ...string) {
	t.Helper()

	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			if os.Getenv("TEST_TOOLS") != "" {
				t.Fatal(err)
			}

			t.Skipf("%s is not installed; make test-tools runs this", program)
		}
	}
}

func guideNames(t *testing.T) []string {
	t.Helper()

	files, err := filepath.Glob(filepath.Join(moduleRoot, "docs", "guides", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %d guides", err, len(files))
	}

	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".md"))
	}

	return names
}

func readGuide(t *testing.T, name string) string {
	t.Helper()

	text, err := os.ReadFile(filepath.Join(moduleRoot, "docs", "guides", name+".md"))
	if err != nil {
		t.Fatal(err)
	}

	return string(text)
}

func blocks(pattern *regexp.Regexp, text string) []string {
	var found []string
	for _, match := range pattern.FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}

	return found
}

func oneSpaced(text string) string {
	return strings.TrimSpace(spaces.ReplaceAllString(text, " "))
}

// TestGuides_MockServerHasEveryFlag compares the guide with the program's help.
func TestGuides_MockServerHasEveryFlag(t *testing.T) {
	t.Parallel()

	command := exec.CommandContext(t.Context(), "go", "run", "./internal/cmd/chatview-mock", "-help")
	command.Dir = moduleRoot

	help, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, help)
	}

	text := readGuide(t, "mock-server")

	for _, flag := range blocks(regexp.MustCompile(`(?m)^  (-[a-z-]+)`), string(help)) {
		if !strings.Contains(text, "| `"+flag) {
			t.Errorf("the guide does not have the flag %s", flag)
		}
	}
}
