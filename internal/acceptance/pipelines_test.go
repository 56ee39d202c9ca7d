package acceptance

import (
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// pipeline is what a file of examples/pipelines runs, of either product.
type pipeline struct{ plan, apply job }

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
			planned := runScript(t, checkout, pipeline.plan.script, pipeline.plan.environment...)

			if !strings.Contains(planned, "Plan: 2 to add") {
				t.Errorf("the plan is not one:\n%s", planned)
			}

			expectNoRequests(t, mock)

			checkout = newExampleWorkspace(t, address, "quickstart")
			checkout.Environment = secrets
			runScript(t, checkout, pipeline.apply.script, pipeline.apply.environment...)
			compareGolden(t, filepath.Join("testdata", "examples", "quickstart.json"), requestsOf(t, mock))

			mock.ForgetRequests()

			if again := runScript(t, checkout, pipeline.apply.script, pipeline.apply.environment...); !strings.Contains(again, "Nothing to do.") {
				t.Errorf("the second run finds something to do:\n%s", again)
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
		Jobs struct{ Plan, Apply steps }
	}

	parseExample(t, "pipelines/github-actions.yml", &workflow)

	jobOf := func(steps steps) job {
		var script []string
		for _, step := range steps.Steps {
			script = append(script, step.Run)
		}

		return job{strings.Join(script, "\n"), append(variables(workflow.Env), variables(steps.Env)...)}
	}

	return pipeline{jobOf(workflow.Jobs.Plan), jobOf(workflow.Jobs.Apply)}
}

func gitlabPipeline(t *testing.T) pipeline {
	t.Helper()

	type steps struct {
		Variables map[string]string
		Script    []string
	}

	var file struct {
		Variables   map[string]string
		Plan, Apply steps
	}

	parseExample(t, "pipelines/gitlab-ci.yml", &file)

	jobOf := func(steps steps) job {
		return job{strings.Join(steps.Script, "\n"), append(variables(file.Variables), variables(steps.Variables)...)}
	}

	return pipeline{jobOf(file.Plan), jobOf(file.Apply)}
}

func parseExample(t *testing.T, name string, into any) {
	t.Helper()

	if err := yaml.Unmarshal([]byte(readExample(t, name)), into); err != nil {
		t.Fatal(err)
	}
}

// variables returns NAME=value, but for what the product fills in.
func variables(values map[string]string) []string {
	var environment []string

	for name, value := range values {
		if !strings.Contains(value, "${{") {
			environment = append(environment, name+"="+value)
		}
	}

	return environment
}
