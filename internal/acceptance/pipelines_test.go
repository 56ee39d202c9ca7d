package acceptance

import (
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// job is a job of a pipeline, GitHub's or GitLab's.
type job struct {
	Env, Variables map[string]string
	Steps          []struct{ Run string }
	Script         []string
}

// TestPipelines_PlanWithoutSecretsAndApply runs the commands of the example
// pipelines in the quick start's configuration.
func TestPipelines_PlanWithoutSecretsAndApply(t *testing.T) {
	t.Parallel()

	for _, file := range []string{"github-actions.yml", "gitlab-ci.yml"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()

			mock, environment := startService(t)
			secrets := append(environment, "TF_VAR_database_password=example-password")
			checkout := func() func(name string, environment ...string) string {
				workspace := newExample(t, "quickstart")
				succeeds(t, workspace, "init") // the lock file is in the repository

				return func(name string, environment ...string) string {
					script, variables := parseJob(t, file, name)

					return runScript(t, workspace, script, append(variables, environment...)...)
				}
			}

			job := checkout()
			job("apply", secrets...)
			compareGolden(t, filepath.Join("examples", "quickstart.json"), requestsOf(t, mock))
			mock.ClearRequests()

			planned := job("plan", "TF_VAR_brand_color=#ff0000", "GITHUB_STEP_SUMMARY="+filepath.Join(t.TempDir(), "summary.md"))
			expectOutput(t, planned, `"lm_primary_background_color" = "#1864ab" -> "#ff0000"`)
			expectOutput(t, job("apply", secrets...), "Nothing to do.")
			expectOutput(t, checkout()("plan-without-state"), "Plan: 2 to add")
			expectNoRequests(t, mock)
		})
	}
}

// parseJob returns the commands and variables of a job.
func parseJob(t *testing.T, file, name string) (script string, variables []string) {
	t.Helper()

	var common, named job

	var keys map[string]yaml.Node

	text := []byte(readExample(t, "pipelines/"+file))
	err := yaml.Unmarshal(text, &common)

	if err == nil {
		err = yaml.Unmarshal(text, &keys)
	}

	if jobs, ok := keys["jobs"]; ok && err == nil {
		err = jobs.Decode(&keys)
	}

	if node := keys[name]; err == nil {
		err = node.Decode(&named)
	}

	for _, step := range named.Steps {
		named.Script = append(named.Script, step.Run)
	}

	if err != nil || len(named.Script) == 0 {
		t.Fatalf("%s: the job %s has %d commands, error %v", file, name, len(named.Script), err)
	}

	for _, values := range []map[string]string{common.Env, common.Variables, named.Env, named.Variables} {
		for name, value := range values {
			if !strings.Contains(value, "${{") { // GitHub fills in the others
				variables = append(variables, name+"="+value)
			}
		}
	}

	return strings.Join(named.Script, "\n"), variables
}
