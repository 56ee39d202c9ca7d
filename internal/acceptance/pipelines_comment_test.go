package acceptance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// standIns are functions in place of the programs that plan and send requests. They
// leave the arguments of the last request in request.txt and its body in comment.md.
const standIns = `
terraform() { case " $* " in *" plan "*) return "$PLAN" ;; esac; }
apk() { :; }
gh() { # prints the comments and more than a pipe holds if it has a filter
	for argument; do
		if [ "$filter" = next ]; then jq -r "$argument | ., range(99999)" comments.json; return; fi
		if [ "$argument" = --jq ]; then filter=next; fi
	done
	echo "gh $*" > request.txt
	cat > comment.md
}
curl() {
	case "$*" in
	*/user) echo '{"id": 5}' ;;
	*sort=asc) cat comments.json ;;
	*) shift 5; echo "curl $*" > request.txt; cat > comment.md ;;
	esac
}
`

// TestPipelines_EditTheirOwnComment runs the jobs that comment, with functions in place
// of the programs.
func TestPipelines_EditTheirOwnComment(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "jq")

	const (
		github, gitlab = "<!-- chatview-preview " + workflow + " plan -->", "<!-- chatview-preview comment -->"

		other = `{"id": 1, "user": {"login": "someone"}, "author": {"id": 1}, "body": "OWN"},
			{"id": 2, "user": {"login": "github-actions[bot]"}, "author": {"id": 5}, "body": "> OWN"},
			{"id": 3, "user": {"login": "github-actions[bot]"}, "author": {"id": 5}, "body": "<!-- chatview-preview -->"},
			{"id": 4, "user": {"login": "github-actions[bot]"}, "author": {"id": 5}, "body": "<!-- chatview-preview acme/chat/.github/workflows/chat@other.yml plan -->"},
			{"id": 5, "user": {"login": "github-actions[bot]"}, "author": {"id": 5}, "body": "<!-- chatview-preview comment-other -->"}`
		own = other + `, {"id": 6, "user": {"login": "github-actions[bot]"}, "author": {"id": 5}, "body": "OWN\n…"}`

		posted, patched   = "gh api --silent repos/acme/chat/issues/9/comments --field body=@-", "gh api --silent --method PATCH repos/acme/chat/issues/comments/6 --field body=@-"
		created, replaced = "curl --data-urlencode body@- api/projects/8/merge_requests/9/notes", "curl --data-urlencode body@- --request PUT api/projects/8/merge_requests/9/notes/6"

		table, failed, secrets = "A table", "Not checked: the plan or its preview failed.", "A secret"
	)

	tests := map[string]struct {
		file, comments, plan string
		// preview writes the table, and committed is what the repository has in its place.
		preview, committed string
		settings           []string
		want, text         string
	}{
		"GitHub, first":          {"github-actions.yml", other, "2", "table", "", nil, posted, table},
		"tenants, first":         {"tenants-github-actions.yml", other, "2", "table", "", nil, posted, table},
		"GitLab, first":          {"gitlab-ci.yml", other, "2", "table", "", nil, created, table},
		"GitLab, merged results": {"gitlab-ci.yml", other, "2", "table", "", []string{"CI_COMMIT_SHA=merge", "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA=head"}, created, table},
		// The table of the last run would still say that no problems were found.
		"GitHub, plan failed": {"github-actions.yml", own, "1", "", "", nil, patched, failed},
		"GitLab, plan failed": {"gitlab-ci.yml", own, "1", "", "", nil, replaced, failed},

		"GitHub, a committed table":         {"github-actions.yml", other, "1", "", "file", nil, posted, failed},
		"tenants, a committed table":        {"tenants-github-actions.yml", other, "1", "", "file", nil, posted, failed},
		"GitLab, a committed table":         {"gitlab-ci.yml", other, "1", "", "file", nil, created, failed},
		"GitLab, the plan leaves a link":    {"gitlab-ci.yml", other, "2", "link", "", nil, created, failed},
		"GitHub, a newer commit cancels":    {"github-actions.yml", own, "2", "", "file", []string{"canceled=true"}, "", ""},
		"tenants, a newer commit cancels":   {"tenants-github-actions.yml", own, "2", "", "file", []string{"canceled=true"}, "", ""},
		"GitHub, a push to the main branch": {"github-actions.yml", own, "2", "table", "", []string{"event_name=push"}, "", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			marker, page := github, pipelines["github-actions.yml"].page
			if test.file == "gitlab-ci.yml" {
				marker, page = gitlab, pipelines["gitlab-ci.yml"].page
			}

			leave := map[string]string{
				"file":  "echo '" + secrets + "' > themes.md\n",
				"link":  "ln -s secrets themes.md\n",
				"table": `printf '%s\n' '<!-- chatview-preview -->' '### Themes' '' '` + table + "' > themes.md; touch themes.html\n",
			}
			checkOut := func(committed string) workspace {
				w := newWorkspace(t, "BASH_ENV=standins.sh", "PLAN="+test.plan)
				write(t, w, "standins.sh", standIns)
				write(t, w, "comments.json", "["+strings.ReplaceAll(test.comments, "OWN", marker)+"]")
				write(t, w, "chatview-preview", "#!/bin/sh\ncat > /dev/null\n"+leave[test.preview])
				runScript(t, w, "chmod +x chatview-preview\n"+leave[committed])

				return w
			}
			checkout := comment(t, test.file, test.committed, checkOut, test.settings)

			request, _ := os.ReadFile(filepath.Join(checkout.dir, "request.txt"))
			if got := strings.TrimSpace(string(request)); got != test.want {
				t.Errorf("sent %q, want %q", got, test.want)
			}

			if test.want == "" {
				return
			}

			heading := "### Themes"
			if test.text == table {
				heading = "### [Themes, last applied and planned](" + page + ")"
			}

			if got, want := readFile(t, checkout, "comment.md"), marker+"\n"+heading+"\n\nCommit head\n\n"+test.text+"\n"; got != want {
				t.Errorf("the comment is\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// comment runs the jobs that comment, and returns the workspace of the last one.
func comment(t *testing.T, file, committed string, checkOut func(committed string) workspace, settings []string) workspace {
	t.Helper()

	settings = append([]string{
		"event_name=pull_request", "number=9", "sha=head", "repository=acme/chat", // GitHub's
		"CI_API_V4_URL=api", "CI_PROJECT_ID=8", "CI_MERGE_REQUEST_IID=9", "CI_COMMIT_SHA=head", "THEMES_TOKEN=token",
	}, settings...)

	planned := checkOut(committed)
	runJob(t, planned, file, "plan", settings...)

	if file != "gitlab-ci.yml" {
		return planned
	}

	if parseJob(t, file, "comment").Variables["GIT_STRATEGY"] == "empty" {
		committed = ""
	}

	commenting := checkOut(committed)
	write(t, commenting, "secrets", "A secret") // where the link of a plan leads

	for _, name := range parseJob(t, file, "plan").Artifacts.Paths {
		_ = os.Rename(filepath.Join(planned.dir, name), filepath.Join(commenting.dir, name))
	}

	runJob(t, commenting, file, "comment", settings...)

	return commenting
}
