package acceptance

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// job is a job of a pipeline, GitHub's or GitLab's.
type job struct {
	If             string
	Rules          []rule
	Environment    yaml.Node
	Env, Variables map[string]string
	Defaults       map[string]map[string]string
	Steps          []step
	Script         []string
	AfterScript    []string `yaml:"after_script"`
	Extends        string
}

// step is one of GitHub's steps of a job.
type step struct {
	Name, If, Run, Uses string
	With                map[string]string
}

// rule is one of GitLab's rules of a job.
type rule struct{ If, When string }

// expression matches a value that GitHub fills in.
var expression = regexp.MustCompile(`^\$\{\{ [\w.]+\.([\w-]+) \}\}$`)

// runJob runs the commands of a job, and returns their output and exit status.
// GitLab passes every setting to it, GitHub those that the file names.
func runJob(t *testing.T, checkout workspace, file, name string, settings ...string) string {
	t.Helper()

	job := parseJob(t, file, name)
	environment := []string{"GITHUB_STEP_SUMMARY=summary.md", "GITHUB_OUTPUT=outputs.txt", "PAGE=" + pipelines["github-actions.yml"].page, "CI_JOB_URL=https://gitlab.example/-/jobs/1"}

	for _, values := range []map[string]string{job.Env, job.Variables} {
		for name, value := range values {
			if setting := expression.FindStringSubmatch(value); setting != nil {
				value = ""

				for _, entry := range settings {
					if text, isIt := strings.CutPrefix(entry, setting[1]+"="); isIt {
						value = text
					}
				}
			}

			environment = append(environment, name+"="+value)
		}
	}

	if len(job.Steps) == 0 {
		environment = append(environment, settings...)
	}

	return runScript(t, checkout, job.script()+strings.Join(job.AfterScript, "\n"), environment...)
}

// script runs the commands, and prints the status with which they fail. GitHub sets
// pipefail only if the file names the shell.
func (j job) script() string {
	shell := "bash -e"
	if len(j.Steps) == 0 || j.Defaults["run"]["shell"] == "bash" {
		shell += " -o pipefail"
	}

	return shell + " <<'SCRIPT' || echo exit status $?\n" + strings.Join(j.Script, "\n") + "\nSCRIPT\n"
}

// readJobs returns the jobs of a pipeline by name, and the other keys of its file.
func readJobs(t *testing.T, file string) (jobs map[string]yaml.Node, top map[string]yaml.Node) {
	t.Helper()

	text := readExample(t, "pipelines/"+file)
	if file == "schedule-gitlab-ci.yml" { // is added to the other
		text = readExample(t, "pipelines/gitlab-ci.yml") + text
	}

	err := yaml.Unmarshal([]byte(text), &top)
	jobs = top

	if github, ok := top["jobs"]; ok {
		jobs = map[string]yaml.Node{}
		err = errors.Join(err, github.Decode(&jobs))
	}

	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}

	return jobs, top
}

// parseJob returns a job with the variables that it inherits, and the commands
// of GitHub's steps in Script, or in AfterScript if they run after a failure. The
// job comment is two steps on GitHub. Nothing is installed.
func parseJob(t *testing.T, file, name string) (parsed job) {
	t.Helper()

	jobs, top := readJobs(t, file)
	env, variables, defaults := top["env"], top["variables"], top["defaults"]
	isGitHub := jobs["stages"].Kind == 0

	node := jobs[name]
	if isGitHub && name == "comment" {
		node = jobs["plan"]
	}

	// Maps are merged, so the job's own variables come last, but its defaults replace
	// those of the file.
	err := errors.Join(env.Decode(&parsed.Env), variables.Decode(&parsed.Variables), defaults.Decode(&parsed.Defaults), node.Decode(&parsed))
	if base, ok := jobs[parsed.Extends]; ok {
		err = errors.Join(err, base.Decode(&parsed), node.Decode(&parsed))
	}

	for _, step := range parsed.Steps {
		isComment := step.Name == "Comment on the pull request" || step.Name == "Say that nothing was checked"

		switch {
		case step.Run == "" || step.Name == "Install chatview-preview" || isComment != (name == "comment"):
		case strings.Contains(step.If, "always()") && name != "comment":
			parsed.AfterScript = append(parsed.AfterScript, "test ! -e themes.md || {\n"+step.Run+"\n}")
		default:
			parsed.Script = append(parsed.Script, "(\n"+step.Run+"\n)")
		}
	}

	if err != nil || len(parsed.Script) == 0 {
		t.Fatalf("%s: the job %s has %d commands, error %v", file, name, len(parsed.Script), err)
	}

	return parsed
}

// TestPipelines_ApplyStagingAsProduction, because a step that is changed in only one of
// the jobs would be tried in the other only.
func TestPipelines_ApplyStagingAsProduction(t *testing.T) {
	t.Parallel()

	const file = "tenants-github-actions.yml"

	staging, production := parseJob(t, file, "apply-staging").script(), parseJob(t, file, "apply-production").script()
	if staging != production {
		t.Errorf("staging:\n%s\nproduction:\n%s", staging, production)
	}
}
