package acceptance

import (
	"strings"
	"testing"
)

// standIns are functions in place of the programs that plan and send requests. No plan can
// lock the state. They leave the arguments of the last request in request.txt and its body in
// comment.md.
const standIns = `
terraform() { case " $* " in *" plan "*" -lock=false "*) return "$PLAN" ;; *" plan "*) return 1 ;; esac; }
gh() { # prints the comments and more than a pipe holds if it has a filter
	for argument; do
		if [ "$filter" = next ]; then jq -r "$argument | ., range(99999)" comments.json; return; fi
		if [ "$argument" = --jq ]; then filter=next; fi
	done
	echo "gh $*" > request.txt
	cat > comment.md
}
`

// TestPipelines_EditTheirOwnComment runs the jobs that comment, with functions in place
// of the programs.
func TestPipelines_EditTheirOwnComment(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "jq")

	const (
		marker = "<!-- chatview-preview " + workflow + " plan -->"

		other = `{"id": 1, "user": {"login": "someone"}, "body": "OWN"},
			{"id": 2, "user": {"login": "github-actions[bot]"}, "body": "> OWN"},
			{"id": 3, "user": {"login": "github-actions[bot]"}, "body": "<!-- chatview-preview -->"},
			{"id": 4, "user": {"login": "github-actions[bot]"}, "body": "<!-- chatview-preview acme/chat/.github/workflows/chat@other.yml plan -->"}`
		own = other + `, {"id": 6, "user": {"login": "github-actions[bot]"}, "body": "OWN\n…"}`

		posted, patched = "gh api --silent repos/acme/chat/issues/9/comments --field body=@-\n" + marker, "gh api --silent --method PATCH repos/acme/chat/issues/comments/6 --field body=@-\n" + marker

		// The preview writes the table, and the repository may have a file in its place.
		table, file = `printf '%s\n' '<!-- chatview-preview -->' '### Themes' '' 'A table' > themes.md; touch themes.html`, "echo 'A secret' > themes.md"
		shown       = "\n### [Themes, last applied and planned](" + themesPage + ")\n\nCommit head\n\nA table\n"
		failed      = "\n### Themes\n\nCommit head\n\nNot checked: the plan or its preview failed.\n"
	)

	tests := map[string]struct {
		pipeline, comments, plan, preview, committed, setting, want string
	}{
		"first":          {"github-actions.yml", other, "2", table, "", "", posted + shown},
		"tenants, first": {"tenants-github-actions.yml", other, "2", table, "", "", posted + shown},
		// The table of the last run would still say that no problems were found.
		"the plan failed":                 {"github-actions.yml", own, "1", "", "", "", patched + failed},
		"a committed table":               {"github-actions.yml", other, "1", "", file, "", posted + failed},
		"tenants, a committed table":      {"tenants-github-actions.yml", other, "1", "", file, "", posted + failed},
		"a newer commit cancels":          {"github-actions.yml", own, "2", "", file, "canceled=true", ""},
		"tenants, a newer commit cancels": {"tenants-github-actions.yml", own, "2", "", file, "canceled=true", ""},
		"a push to the main branch":       {"github-actions.yml", own, "2", table, "", "event_name=push", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			checkout := newWorkspace(t, "BASH_ENV=standins.sh", "PLAN="+test.plan)
			write(t, checkout, "standins.sh", standIns)
			write(t, checkout, "comments.json", "["+strings.ReplaceAll(test.comments, "OWN", marker)+"]")
			write(t, checkout, "chatview-preview", "#!/bin/sh\ncat > /dev/null\n"+test.preview)
			runScript(t, checkout, "chmod +x chatview-preview\n"+test.committed)
			runJob(t, checkout, test.pipeline, "plan", "event_name=pull_request", "number=9", "sha=head", "repository=acme/chat", test.setting)

			if got := runScript(t, checkout, "[ ! -e request.txt ] || cat request.txt comment.md"); got != test.want {
				t.Errorf("sent\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
