package acceptance

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestPipelines_StartTheirJobs reads which jobs each event starts, with their
// environment, whether a person starts them, and their group or that a newer commit cancels
// them.
func TestPipelines_StartTheirJobs(t *testing.T) {
	t.Parallel()

	const (
		plan, stateless = "plan chat-view-plan canceled", "plan-without-state"
		manual          = "apply chat-view manual chat-view, "
		head, author    = "github.event.pull_request.head.repo.full_name", "github.event.pull_request.user.login"
		source, target  = "$CI_MERGE_REQUEST_SOURCE_PROJECT_PATH", "$CI_MERGE_REQUEST_PROJECT_PATH"
		checksum        = "needs.plan.outputs.sha256"
		staging         = "apply-staging chat-view-staging chat-view-staging, " + plan
		production      = "apply-production chat-view-production chat-view-production, "
	)

	// The jobs that each file starts.
	type jobs struct{ github, tenants, schedule, gitlab string }

	events := map[string]struct {
		github, gitlab string // names of the event
		values         map[string]string
		want           jobs
	}{
		"pull request": {"pull_request", "merge_request_event", map[string]string{head: "acme/chat", source: "project", target: "project"}, jobs{plan, plan, "", plan}},
		"pull request of Dependabot that a person updates": {"pull_request", "", map[string]string{head: "acme/chat", author: "dependabot[bot]", "github.actor": "someone"}, jobs{github: stateless, tenants: stateless}},
		"pull request of a fork":                           {"pull_request", "merge_request_event", map[string]string{head: "somebody/chat", source: "fork", target: "project"}, jobs{stateless, stateless, "", stateless + " canceled"}},
		// The page adds the trigger.
		"merge queue": {"merge_group", "", map[string]string{}, jobs{}},
		// GitHub compares null, the missing value, as an empty text.
		"pull request of a deleted fork":          {"pull_request", "", map[string]string{}, jobs{github: stateless, tenants: stateless}},
		"merge":                                   {"push", "push", map[string]string{"branch": "main", checksum: "abc", "staging": "true", "production": "true"}, jobs{"apply chat-view chat-view, " + plan, production + staging, "", manual + plan}},
		"merge, and GitHub drops the checksum":    {"push", "", map[string]string{"branch": "main"}, jobs{github: "apply chat-view chat-view, " + plan, tenants: plan}},
		"merge of production":                     {"push", "", map[string]string{"branch": "main", checksum: "none", "production": "true"}, jobs{github: plan, tenants: production + plan}},
		"merge, and staging fails":                {"push", "", map[string]string{"branch": "main", checksum: "none", "staging": "true", "production": "true", "failure()": "true"}, jobs{github: plan, tenants: staging}},
		"merge, and a newer one cancels the plan": {"push", "", map[string]string{"branch": "main", checksum: "abc", "staging": "true", "production": "true", "needs.plan.result": "cancelled"}, jobs{github: plan, tenants: plan}}, //nolint:misspell // GitHub's spelling
		"merge without changes":                   {"push", "push", map[string]string{"branch": "main", checksum: "none"}, jobs{plan, plan, "", manual + plan}},
		"push to another branch":                  {"push", "push", map[string]string{"branch": "other", checksum: "abc", "staging": "true"}, jobs{}},
		"schedule":                                {"schedule", "schedule", map[string]string{"branch": "main"}, jobs{schedule: "send-again chat-view-schedule chat-view", gitlab: "send-again chat-view chat-view"}},
	}
	for name, event := range events {
		// The repository may be a fork itself.
		event.values["github.repository"], event.values["github.event.pull_request.head.repo.fork"] = "acme/chat", "true"
		event.values["github.event_name"], event.values["$CI_PIPELINE_SOURCE"] = event.github, event.gitlab
		event.values["needs.plan.result"] = cmp.Or(event.values["needs.plan.result"], "success")
		event.values["$CI_COMMIT_BRANCH"], event.values["$CI_DEFAULT_BRANCH"] = event.values["branch"], "main"

		for _, folder := range []string{"staging", "production"} {
			event.values["contains(fromJSON(needs.plan.outputs.folders), '"+folder+"')"] = event.values[folder]
		}

		started := func(file string) string { return strings.Join(startedJobs(t, file, event.values), ", ") }
		got := jobs{started("github-actions.yml"), started("tenants-github-actions.yml"), started("schedule-github-actions.yml"), started("schedule-gitlab-ci.yml")}

		if got != event.want {
			t.Errorf("%s: started %+v, want %+v", name, got, event.want)
		}
	}
}

// cancels are the settings with which a newer commit cancels a job.
var cancels = strings.NewReplacer("<nil>", "", "false", "", "true", "canceled", "map[cancel-in-progress:true group:${{ github.workflow_ref }} plan]", "canceled")

// startedJobs returns the jobs that an event starts: name, environment, when and group.
func startedJobs(t *testing.T, file string, event map[string]string) (started []string) {
	t.Helper()

	jobs, triggers := readJobs(t, file)

	for _, name := range slices.Sorted(maps.Keys(jobs)) {
		job := jobs[name]
		job.expectSafe(t, file, name)

		rules := job.Rules
		if triggers != nil {
			rules = []rule{{If: job.If}}
			if job.Needs != nil && !strings.Contains(job.If, "failure()") {
				rules[0].If += " && needs.plan.result == 'success'"
			}

			trigger := strings.Replace(event["github.event_name"], "merge_group", "pull_request", 1)
			if filter, isTrigger := triggers[trigger]; !isTrigger || filter != nil && event["branch"] != "main" {
				rules = nil
			}
		}

		// The first rule that holds decides.
		if i := slices.IndexFunc(rules, func(r rule) bool { return holds(t, r.If, event) }); i >= 0 {
			environment, isMap := job.Environment.(map[string]any)
			if isMap {
				job.Environment = environment["name"]
			}

			started = append(started, oneSpaced(cancels.Replace(fmt.Sprintln(name, job.Environment, rules[i].When, job.Concurrency, job.ResourceGroup, job.Interruptible))))
		}
	}

	return started
}

// requires has what a job requires for what it has: else, its steps could read the token, a
// signal ends the wrapper before terraform, or a program is not the one that was verified.
var requires = map[string]string{
	"actions/checkout@": "persist-credentials:false", "hashicorp/setup-terraform@": "terraform_wrapper:false",
	"--remote-name": `echo "$CHATVIEW_TOOLS_SHA256  $archive" | sha256sum -`, " init ": "-lockfile=readonly",
}

// expectSafe expects that an artifact of a second attempt replaces the first, that none
// has passwords, sets variables of other jobs or is required, and that a job that plans has
// no secrets.
func (j job) expectSafe(t *testing.T, file, name string) {
	t.Helper()

	paths := strings.NewReplacer("themes.html", "", "approved.txt", "", " ", "").Replace(fmt.Sprint(j.Artifacts.Paths))
	if paths != "[]" || j.Artifacts.Reports["dotenv"] != "" || strings.HasPrefix(name, "plan") && strings.Contains(fmt.Sprint(j.Env, j.Variables), "secrets.") || j.Steps != nil && j.Permissions["contents"] != "read" {
		t.Errorf("%s: %s has secrets, a token that may push, or an artifact with passwords or that may set any variable", file, name)
	}

	for text, required := range requires {
		if all := fmt.Sprintf("%+v", j); strings.Count(all, text) != strings.Count(all, required) {
			t.Errorf("%s: %s has %s without %s", file, name, text, required)
		}
	}

	for _, step := range j.Steps {
		if strings.HasPrefix(step.Uses, "actions/upload-artifact@") && (step.With["name"] != "themes.html" || step.With["path"] != "themes.html" || step.With["overwrite"] != "true" || !step.MayFail) {
			t.Errorf("%s: the artifact of a second attempt is in conflict with that of the first, or ends the job: %v", file, step.With)
		}
	}
}

// operand matches a text, a call or a name in a condition.
var operand = regexp.MustCompile(`'[^']*'|"[^"]*"|\w+\([^()]*(?:\([^()]*\)[^()]*)?\)|[$\w][\w.]*`)

// holds evaluates a condition, whose operators are also those of Go. A name without a
// value is an empty text, and a call is false.
func holds(t *testing.T, condition string, values map[string]string) bool {
	t.Helper()

	expression := operand.ReplaceAllStringFunc(strings.NewReplacer("${{ ", "", " }}", "").Replace(condition), func(text string) string {
		switch literal := strings.Trim(text, `'"`); {
		case literal != text:
			return strconv.Quote(literal)
		case strings.HasSuffix(text, ")"):
			return cmp.Or(values[text], "false")
		default:
			return strconv.Quote(values[text])
		}
	})

	result, err := types.Eval(token.NewFileSet(), nil, token.NoPos, cmp.Or(expression, "true"))
	if err != nil {
		t.Fatalf("%s: %v", condition, err)
	}

	return constant.BoolVal(result.Value)
}
