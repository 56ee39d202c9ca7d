package acceptance

import (
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// job is a job of a pipeline, GitHub's or GitLab's.
type job struct {
	If             string
	Needs          any
	Rules          []rule
	Environment    any
	Concurrency    any
	Interruptible  bool
	ResourceGroup  string `yaml:"resource_group"`
	Permissions    map[string]string
	Env, Variables map[string]string
	Defaults       map[string]map[string]string
	Steps          []step
	BeforeScript   []string `yaml:"before_script"`
	Script         []string
	Artifacts      struct {
		Paths   []string
		Reports map[string]string
	}
	Extends string
}

// step is one of GitHub's steps of a job.
type step struct {
	Name, If, Run, Uses string
	MayFail             bool `yaml:"continue-on-error"`
	Env, With           map[string]string
}

// rule is one of GitLab's rules of a job.
type rule struct{ If, When string }

// expression matches a value that GitHub fills in.
var expression = regexp.MustCompile(`\$\{\{ [\w.]+\.([\w-]+) \}\}`)

// evaluated returns variables as NAME=value, with the values of expressions by the
// last part of their name.
func evaluated(variables, values map[string]string) (environment []string) {
	for name, value := range variables {
		environment = append(environment, name+"="+expression.ReplaceAllStringFunc(value, func(text string) string {
			return values[expression.FindStringSubmatch(text)[1]]
		}))
	}

	return environment
}

// runJob runs the commands of a job, and returns its log with the exit status.
// GitLab passes every setting to it, GitHub those that the file names.
func runJob(t *testing.T, checkout workspace, file, name string, settings ...string) string {
	t.Helper()

	job := parseJob(t, file, name)
	if job.Script != nil {
		output, err := job.commands(t, checkout, settings...)[0].CombinedOutput()
		expectNoControls(t, string(output))

		return strings.TrimSuffix(fmt.Sprintln(string(output), err), " <nil>\n")
	}

	values := map[string]string{}

	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		values[name] = value
	}

	environment := append(evaluated(job.Env, values), "GITHUB_JOB="+name, "GITHUB_WORKFLOW_REF="+workflow+"@refs/pull/9/merge", "GITHUB_STEP_SUMMARY=summary.md", "GITHUB_OUTPUT=outputs.txt", "GITHUB_REF=refs/heads/"+branch, "GITHUB_REF_NAME="+branch)

	return job.runSteps(t, checkout, environment, values)
}

// workflow is the file of GitHub's workflow.
const workflow = "acme/chat/.github/workflows/chat@view.yml"

// commands returns those that the runner starts: GitHub's for the steps that plan or apply,
// GitLab's for all commands, except for those that install, in the image, which is Alpine's.
func (j job) commands(t *testing.T, w workspace, settings ...string) (commands []*exec.Cmd) {
	t.Helper()

	for _, step := range j.Steps {
		if strings.Contains(step.Run, "terraform plan ") || strings.Contains(step.Run, "terraform apply ") {
			commands = append(commands, j.stepCommand(t, w, step.Run))
		}
	}

	if commands != nil {
		return commands
	}

	requirePrograms(t, "busybox", "git")

	before := slices.DeleteFunc(slices.Clone(j.BeforeScript), func(command string) bool { return !strings.HasPrefix(command, "rm ") })
	script := strings.ReplaceAll(strings.Join(append(before, j.Script...), "\n"), "'", `'\''`)

	// The runner's shell does not end before its commands: the trap is not theirs.
	command := w.command(t, "sh", "-ec", `busybox --install -s "$0"; ln -sf "$(command -v git)" "$(command -v busybox)" "$0"; PATH="$0:${PATH%%:*}" exec busybox sh`, t.TempDir())
	command.Env = append(append(append(command.Env, "TF_CLI_ARGS=", "CI_DEFAULT_BRANCH="+branch), evaluated(j.Variables, nil)...), settings...)
	command.Stdin = strings.NewReader("trap exit TERM INT\nset -o pipefail\nset -o errexit\n: | eval '" + script + "'\nexit 0\n")

	return []*exec.Cmd{command}
}

// readJobs returns the jobs of a pipeline by name, with what they inherit, and GitHub's
// triggers.
func readJobs(t *testing.T, file string) (jobs map[string]job, on map[string]any) {
	t.Helper()

	text := readExample(t, "pipelines/"+file)
	if file == "schedule-gitlab-ci.yml" { // is added to the other
		text = readExample(t, "pipelines/gitlab-ci.yml") + text
	}

	var top struct {
		job       `yaml:",inline"` // what all jobs inherit
		On        map[string]any
		Stages    []string
		Jobs      map[string]yaml.Node // GitHub's
		Remaining map[string]yaml.Node `yaml:",inline"`
	}

	err := yaml.Unmarshal([]byte(text), &top)
	jobs = map[string]job{}

	nodes := top.Jobs
	if nodes == nil {
		nodes = top.Remaining
	}

	for name, node := range nodes {
		// Maps are merged, so the job's own variables come last, but its defaults replace
		// those of the file.
		parsed := job{Permissions: maps.Clone(top.Permissions), Env: maps.Clone(top.Env), Variables: maps.Clone(top.Variables), Defaults: maps.Clone(top.Defaults)}
		err = errors.Join(err, node.Decode(&parsed))

		if base, ok := nodes[parsed.Extends]; ok {
			err = errors.Join(err, base.Decode(&parsed), node.Decode(&parsed))
		}

		if parsed.Steps != nil || parsed.Script != nil {
			jobs[name] = parsed
		}
	}

	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}

	return jobs, top.On
}

// parseJob returns a job with what it inherits.
func parseJob(t *testing.T, file, name string) job {
	t.Helper()

	jobs, _ := readJobs(t, file)

	return jobs[name]
}

// TestPipelines_JobsThatApplyAreAlike, because what is changed in only one of them would
// be tried in the other only.
func TestPipelines_JobsThatApplyAreAlike(t *testing.T) {
	t.Parallel()

	const file = "tenants-github-actions.yml"

	staging, production := parseJob(t, file, "apply-staging"), parseJob(t, file, "apply-production")
	settings := strings.ReplaceAll(fmt.Sprint(staging.Defaults), "staging", "production")

	if diff := cmp.Diff(staging.Steps, production.Steps); diff != "" || fmt.Sprint(production.Defaults, production.Needs) != settings+" [plan apply-staging]" {
		t.Errorf("the settings or the steps differ (-staging +production):\n%s", diff)
	}

	apply, again := parseJob(t, "github-actions.yml", "apply").Env, parseJob(t, "schedule-github-actions.yml", "send-again").Env
	maps.DeleteFunc(apply, func(name, _ string) bool {
		return strings.Contains(name, "SHA256") || strings.Contains(name, "VERSION")
	})

	if diff := cmp.Diff(apply, again); diff != "" {
		t.Errorf("the variables differ (-apply +send-again):\n%s", diff)
	}
}
