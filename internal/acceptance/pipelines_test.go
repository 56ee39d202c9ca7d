package acceptance

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
)

// job is a job of a pipeline, GitHub's or GitLab's.
type job struct {
	Env, Variables map[string]string
	Steps          []struct{ Name, Run string }
	Script         []string
	AfterScript    []string `yaml:"after_script"`
	Extends        string
}

// pipelines are the example pipelines by the prefix of their files.
var pipelines = map[string]struct {
	// outputs is the file in which the job plan leaves the checksum of its plan.
	outputs string
	// sha256 begins that line.
	sha256 string
	// page is what the table links to, and linked is the file that then has it
	// without access to the state.
	page, linked string
}{
	"github-actions.yml": {"outputs.txt", "sha256=", "https://github.example/artifacts/1", "summary.md"},
	"gitlab-ci.yml":      {"approved.env", "APPROVED_SHA256=", "https://gitlab.example/-/jobs/1/artifacts/file/themes.html", ""},
}

// TestPipelines_ApplyTheApprovedPlan runs the commands of the example pipelines
// in the quick start's configuration.
func TestPipelines_ApplyTheApprovedPlan(t *testing.T) {
	t.Parallel()

	for file, pipeline := range pipelines {
		t.Run(file, func(t *testing.T) {
			t.Parallel()

			mock, service := startService(t)
			secrets := append(service[1:], "TF_VAR_database_password=example-password")
			checkout := newCheckout(t, "quickstart")

			plan := func(environment ...string) (output, approved string) {
				_ = os.Remove(filepath.Join(checkout.dir, pipeline.outputs))

				output = runJob(t, checkout, file, "plan", append(environment, service[0])...)
				_, approved, _ = strings.Cut(readFile(t, checkout, pipeline.outputs), pipeline.sha256)

				return output, "APPROVED_SHA256=" + strings.TrimSpace(approved)
			}
			apply := func(environment ...string) string {
				return runJob(t, checkout, file, "apply", append(environment, append(secrets, service[0])...)...)
			}

			output, approved := plan()
			expectOutput(t, output+readFile(t, checkout, "themes.md"), "Plan: 2 to add", "Warning: Existing Object Overwritten", "<!-- chatview-preview --> ### [Themes, last applied and planned]("+pipeline.page+")")
			expectNoRequests(t, mock)

			expectOutput(t, apply(approved), "Apply complete! Resources: 2 added")
			golden.Compare(t, filepath.Join("examples", "quickstart.json"), requestsOf(t, mock))
			mock.ClearRequests()

			output, approved = plan("TF_VAR_brand_color=#c92a2a")
			expectOutput(t, output, `"lm_button_outline_color" = "#1864ab" -> `)
			expectOutput(t, apply(approved, "TF_VAR_brand_color=#862e9c"), "The plan is not the one that was approved.", "exit status 1")
			expectNoRequests(t, mock)

			other, otherService := startService(t)
			service[0] = otherService[0]

			expectOutput(t, apply(approved, "TF_VAR_brand_color=#c92a2a"), "The plan is not the one that was approved.", "exit status 1")
			expectNoRequests(t, other)

			checkout = newCheckout(t, "quickstart")
			expectOutput(t, runJob(t, checkout, file, "plan-without-state"), "Plan: 2 to add")
			expectNoRequests(t, mock)

			expectOutput(t, readFile(t, checkout, "themes.html"), "chatview_appearance.brand")

			if pipeline.linked != "" {
				expectOutput(t, readFile(t, checkout, pipeline.linked), "### [Themes, last applied and planned]("+pipeline.page+")")
			}
		})
	}
}

// TestPipelines_SendAgainOnSchedule expects that nothing is sent while a change
// waits for approval.
func TestPipelines_SendAgainOnSchedule(t *testing.T) {
	t.Parallel()

	for file := range pipelines {
		t.Run(file, func(t *testing.T) {
			t.Parallel()

			mock, environment := startService(t)
			checkout := newCheckout(t, "send-again")

			environment = append(environment, exampleVariables...)
			send := func() string { return runJob(t, checkout, "schedule-"+file, "send-again", environment...) }

			expectOutput(t, send(), "exit status 2")
			expectNoRequests(t, mock)

			checkout.environment = environment
			succeeds(t, checkout, "apply", "-auto-approve")

			sent := requestsOf(t, mock)
			mock.ClearRequests()

			expectOutput(t, send(), "Apply complete! Resources: 1 added, 2 changed, 1 destroyed.")

			if again := requestsOf(t, mock); again != sent {
				t.Errorf("sent %s, want %s", again, sent)
			}
		})
	}
}

// TestPipelines_EditTheirOwnComment runs the commands that comment, with
// functions in place of the programs that send requests.
func TestPipelines_EditTheirOwnComment(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "jq")

	const (
		other = `{"id": 1, "user": {"login": "someone"}, "author": {"id": 1}, "body": "<!-- chatview-preview -->"},
			{"id": 2, "user": {"login": "github-actions[bot]"}, "author": {"id": 5}, "body": "> <!-- chatview-preview -->"}`
		own = `, {"id": 3, "user": {"login": "github-actions[bot]"}, "author": {"id": 5}, "body": "<!-- chatview-preview -->\n…"}`

		programs = `
apk() { :; }
gh() { # prints the comments if it has a filter, and otherwise its arguments
	for argument; do
		if [ "$filter" = next ]; then jq -r "$argument" comments.json; return; fi
		if [ "$argument" = --jq ]; then filter=next; fi
	done
	echo "gh $*"
}
curl() {
	case "$*" in
		*/user) echo '{"id": 5}' ;;
		*sort=asc) cat comments.json ;;
		*) echo "curl $*" ;;
	esac
}
`
	)

	const failed = "<!-- chatview-preview --> ### Themes Not checked: the plan or its preview failed."

	tests := map[string]struct{ file, comments, table, want string }{
		"GitHub, first": {"github-actions.yml", other, "table", "gh api --silent issues/9/comments --field body=@themes.md"},
		"GitHub, again": {"github-actions.yml", other + own, "table", "gh api --silent --method PATCH issues/comments/3 --field body=@themes.md"},
		"GitLab, first": {"gitlab-ci.yml", other, "table", "--data-urlencode body@themes.md api/projects/8/merge_requests/9/notes"},
		"GitLab, again": {"gitlab-ci.yml", other + own, "table", "--request PUT --data-urlencode body@themes.md api/projects/8/merge_requests/9/notes/3"},
		// The table of the last run would still say that no problems were found.
		"GitHub, plan failed": {"github-actions.yml", other + own, "", "gh api --silent --method PATCH issues/comments/3 --field body=@themes.md"},
		"GitLab, plan failed": {"gitlab-ci.yml", other + own, "", "--request PUT --data-urlencode body@themes.md api/projects/8/merge_requests/9/notes/3"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			workspace := newWorkspace(t,
				"ISSUES=issues", "NUMBER=9",
				"CI_API_V4_URL=api", "CI_PROJECT_ID=8", "CI_MERGE_REQUEST_IID=9", "THEMES_TOKEN=token")
			write(t, workspace, "comments.json", "["+test.comments+"]")

			if test.table != "" {
				write(t, workspace, "themes.md", test.table)
			}

			script := strings.Join(parseJob(t, test.file, "comment").Script, "\n")
			expectOutput(t, runScript(t, workspace, programs+script), test.want)

			if got := strings.TrimSpace(oneSpaced(readFile(t, workspace, "themes.md"))); got != cmp.Or(test.table, failed) {
				t.Errorf("the comment is %q", got)
			}
		})
	}
}

// newCheckout returns a repository with an example, its lock file and
// chatview-preview.
func newCheckout(t *testing.T, example string) workspace {
	t.Helper()

	checkout := newExample(t, example)
	succeeds(t, checkout, "init")

	linkPreview(t, checkout)

	return checkout
}

func linkPreview(t *testing.T, checkout workspace) {
	t.Helper()

	if err := os.Symlink(filepath.Join(programs, "chatview-preview"), filepath.Join(checkout.dir, "chatview-preview")); err != nil {
		t.Fatal(err)
	}
}

// runJob runs the commands of a job, and returns their output and exit status.
func runJob(t *testing.T, checkout workspace, file, name string, environment ...string) string {
	t.Helper()

	job := parseJob(t, file, name)
	for _, values := range []map[string]string{job.Env, job.Variables} {
		for name, value := range values {
			if !strings.Contains(value, "${{") { // GitHub fills in the others
				environment = append(environment, name+"="+value)
			}
		}
	}

	script := "sh -e <<'SCRIPT' || echo exit status $?\n" + strings.Join(job.Script, "\n") + "\nSCRIPT\n" + strings.Join(job.AfterScript, "\n")

	return runScript(t, checkout, script, append(environment, "GITHUB_STEP_SUMMARY=summary.md", "GITHUB_OUTPUT=outputs.txt",
		"PAGE="+pipelines["github-actions.yml"].page, "CI_JOB_URL=https://gitlab.example/-/jobs/1")...)
}

// parseJob returns a job with the variables that it inherits, and the commands
// of GitHub's steps in Script. The job comment is two steps on GitHub. Nothing is
// installed.
func parseJob(t *testing.T, file, name string) (parsed job) {
	t.Helper()

	text := []byte(readExample(t, "pipelines/"+file))
	keys := map[string]yaml.Node{}
	err := errors.Join(yaml.Unmarshal(text, &parsed), yaml.Unmarshal(text, &keys))

	isGitHub := keys["jobs"].Kind != 0
	if isGitHub {
		jobs := keys["jobs"]
		err = errors.Join(err, jobs.Decode(&keys))
	}

	node := keys[name]
	if isGitHub && name == "comment" {
		node = keys["plan"]
	}

	err = errors.Join(err, node.Decode(&parsed))

	// Maps are merged, so the job's own variables come last.
	if base, ok := keys[parsed.Extends]; ok {
		err = errors.Join(err, base.Decode(&parsed), node.Decode(&parsed))
	}

	for _, step := range parsed.Steps {
		isComment := step.Name == "Comment on the pull request" || step.Name == "Say that nothing was checked"
		if step.Name != "Install chatview-preview" && isComment == (name == "comment") {
			parsed.Script = append(parsed.Script, step.Run)
		}
	}

	if err != nil || len(parsed.Script) == 0 {
		t.Fatalf("%s: the job %s has %d commands, error %v", file, name, len(parsed.Script), err)
	}

	return parsed
}

func readFile(t *testing.T, w workspace, name string) string {
	t.Helper()

	text, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		t.Fatal(err)
	}

	return string(text)
}
