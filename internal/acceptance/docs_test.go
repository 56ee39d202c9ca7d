package acceptance

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// page is how the commands of a page of the documentation are run.
type page struct {
	// files are the reader's files at the start, as in example.
	files []string
	// programs are required besides the CLI and a POSIX system.
	programs []string
	// mocks says that it tests with mock_provider, which returned values for write-only
	// attributes in older CLIs (hashicorp/terraform#36819, opentofu/opentofu#3964).
	mocks bool
}

var pages = map[string]page{
	"guides/getting-started":        {files: []string{"quickstart"}},
	"guides/check-your-service":     {files: []string{"check"}},
	"guides/design-tokens":          {files: []string{"design-tokens"}},
	"guides/import-existing-themes": {files: []string{"import"}},
	"guides/themes-for-tenants":     {files: []string{"tenants"}, mocks: true},
	"guides/test-your-module":       {files: []string{"tenants/modules/theme"}, mocks: true},
	"guides/rotate-credentials":     {files: []string{"rotate-credentials"}},
	"guides/pipelines":              {files: []string{"quickstart"}},
	"guides/operations":             {files: []string{"send-again"}},
	"guides/other-tools":            {files: []string{"quickstart", "policies"}, programs: []string{"jq", "conftest"}},
	"guides/review-themes":          {files: []string{"review-themes"}, programs: []string{"jq"}},
}

// The base URLs on the pages, those of the mock server and of a second one.
const pageAddress, productionAddress = "http://127.0.0.1:8080", "http://127.0.0.1:8082"

var (
	shellBlock = regexp.MustCompile("(?ms)^```shell\n(.*?)^```$")
	textBlock  = regexp.MustCompile("(?ms)^```text\n(.*?)^```$")
)

// TestDocs_CommandsRunAsWritten runs the commands of each guide. The output that
// the page shows must be in theirs, in order. A line "..." stands for lines that
// the page leaves out.
func TestDocs_CommandsRunAsWritten(t *testing.T) {
	t.Parallel()

	for _, file := range filesBelow(t, moduleRoot+"/docs/guides") {
		name := "guides/" + strings.TrimSuffix(file, ".md")
		page := pages[name]

		t.Run(name, func(t *testing.T) {
			t.Parallel()

			requirePrograms(t, page.programs...)

			if page.mocks {
				requireVersion(t, 1, 11, map[string]int{"terraform": 4, "tofu": 6}[found.command])
			}

			text := readPage(t, name)

			commands := strings.Join(blocks(shellBlock, text), "\n")
			if commands == "" {
				return
			}

			service, production := startService(t), startService(t)
			addresses := strings.NewReplacer(pageAddress, service.url, productionAddress, production.url)
			workspace := newExample(t, page.files...)

			for _, name := range filesBelow(t, workspace.dir) {
				write(t, workspace, name, strings.ReplaceAll(readFile(t, workspace, name), pageAddress, service.url))
			}

			rest := oneSpaced(runScript(t, workspace, addresses.Replace(commands)))

			for _, block := range blocks(textBlock, addresses.Replace(text)) {
				rest = expectBlock(t, rest, block)
			}
		})
	}
}

// TestDocs_ApprovalAppliesNoOtherPlan runs the two jobs of the guide, which may be
// copied into any shell, with a plan that differs from the approved one, or fails.
func TestDocs_ApprovalAppliesNoOtherPlan(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "bash", "busybox")

	const functions = `terraform() { case $1 in show) case $FAILS in *$JOB*) return 1 ;; esac; echo "${PLAN:-$JOB}" ;; apply) echo applied ;; esac; }
sha256sum() { [ "$FAILS" != sum ] && command sha256sum; }
`

	_, section, _ := strings.Cut(readPage(t, "guides/pipelines"), "\n### 2. Approve and apply")
	jobs := blocks(shellBlock, section)

	for _, shell := range []string{"bash", "bash -e", "bash -o pipefail", "bash -e -o pipefail", "busybox sh", "busybox sh -e", "busybox sh -o pipefail", "busybox sh -e -o pipefail"} {
		for _, setting := range []string{"PLAN=approved", "FAILS=", "FAILS=plan", "FAILS=apply", "FAILS=plan-apply", "FAILS=sum"} {
			// SHA256 is left from an earlier run.
			script := functions + setting + "\nJOB=plan\n" + jobs[0] + "JOB=apply SHA256=$APPROVED_SHA256\n" + jobs[1]
			output := runScript(t, newWorkspace(t), shell+" <<'END' || :\n"+script+"END\n")

			if applies := strings.Contains(output, "applied"); applies != (setting == "PLAN=approved") {
				t.Errorf("%s, %s: applies is %t:\n%s", shell, setting, applies, output)
			}
		}
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

// requirePrograms skips a test without one of the programs. In CI, and without all but
// npx under `make test-tools`, which sets TEST_TOOLS and builds some, it fails instead.
func requirePrograms(t *testing.T, programs ...string) {
	t.Helper()

	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			if built := program == "conftest" || program == "tflint"; os.Getenv("TEST_TOOLS") != "" && program != "npx" || os.Getenv("CI") != "" && !built {
				t.Fatal(err)
			}

			t.Skipf("%s is not installed; make test-tools builds or requires some programs, and .ci/run all", program)
		}
	}
}

func readPage(t *testing.T, name string) string {
	t.Helper()

	return readFile(t, repository, "docs/"+name+".md")
}

// blocks returns the first submatch of each match.
func blocks(pattern *regexp.Regexp, text string) []string {
	var found []string
	for _, match := range pattern.FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}

	return found
}
