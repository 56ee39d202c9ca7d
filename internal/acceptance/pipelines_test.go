package acceptance

import (
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// pipeline holds the commands of a file in examples/pipelines, GitHub's or GitLab's.
type pipeline struct{ plan, planWithoutState, apply job }

type job struct {
	script      string
	environment []string
}

// TestPipelines_PlanWithoutSecretsAndApply runs the commands of the example
// pipelines in the quick start's configuration.
func TestPipelines_PlanWithoutSecretsAndApply(t *testing.T) {
	t.Parallel()

	for name, pipeline := range map[string]pipeline{"GitHub": githubPipeline(t), "GitLab": gitlabPipeline(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			mock, address := startExampleService(t)
			secrets := []string{"CHATVIEW_BASE_URL=" + address, "CHATVIEW_API_KEY=example-key", "TF_VAR_database_password=example-password"}
			checkout := newExampleWorkspace(t, address, "quickstart")
			checkout.Environment = nil

			job := func(job job, environment ...string) string {
				return runScript(t, checkout, job.script, append(job.environment, environment...)...)
			}

			job(pipeline.apply, secrets...)
			compareGolden(t, filepath.Join("testdata", "examples", "quickstart.json"), requestsOf(t, mock))
			mock.ClearRequests()

			summary := filepath.Join(t.TempDir(), "summary.md")
			planned := job(pipeline.plan, "TF_VAR_brand_color=#ff0000", "GITHUB_STEP_SUMMARY="+summary)

			if changed := `"lm_button_outline_color" = "#1864ab" -> `; !strings.Contains(planned, changed) {
				t.Errorf("%s is not in:\n%s", changed, planned)
			}

			if again := job(pipeline.apply, secrets...); !strings.Contains(again, "Nothing to do.") {
				t.Errorf("the second run has changes:\n%s", again)
			}

			checkout = newExampleWorkspace(t, address, "quickstart")
			checkout.Environment = nil

			if planned := job(pipeline.planWithoutState); !strings.Contains(planned, "Plan: 2 to add") {
				t.Errorf("not the plan of two objects:\n%s", planned)
			}

			expectNoRequests(t, mock)
		})
	}
}

func githubPipeline(t *testing.T) pipeline {
	t.Helper()

	type steps struct {
		Env   map[string]string
		Steps []struct{ Run string }
	}

	var workflow struct {
		Env  map[string]string
		Jobs struct {
			Plan, Apply      steps
			PlanWithoutState steps `yaml:"plan-without-state"`
		}
	}

	parseExample(t, "pipelines/github-actions.yml", &workflow)

	jobOf := func(steps steps) job {
		var script []string
		for _, step := range steps.Steps {
			script = append(script, step.Run)
		}

		return job{strings.Join(script, "\n"), append(variables(workflow.Env), variables(steps.Env)...)}
	}

	return pipeline{jobOf(workflow.Jobs.Plan), jobOf(workflow.Jobs.PlanWithoutState), jobOf(workflow.Jobs.Apply)}
}

func gitlabPipeline(t *testing.T) pipeline {
	t.Helper()

	type steps struct {
		Variables map[string]string
		Script    []string
	}

	var file struct {
		Variables        map[string]string
		Plan, Apply      steps
		PlanWithoutState steps `yaml:"plan-without-state"`
	}

	parseExample(t, "pipelines/gitlab-ci.yml", &file)

	jobOf := func(steps steps) job {
		return job{strings.Join(steps.Script, "\n"), append(variables(file.Variables), variables(steps.Variables)...)}
	}

	return pipeline{jobOf(file.Plan), jobOf(file.PlanWithoutState), jobOf(file.Apply)}
}

func parseExample(t *testing.T, name string, into any) {
	t.Helper()

	if err := yaml.Unmarshal([]byte(readExample(t, name)), into); err != nil {
		t.Fatal(err)
	}
}

// variables returns NAME=value, except for values that GitHub fills in.
func variables(values map[string]string) []string {
	var environment []string

	for name, value := range values {
		if !strings.Contains(value, "${{") {
			environment = append(environment, name+"="+value)
		}
	}

	return environment
}
