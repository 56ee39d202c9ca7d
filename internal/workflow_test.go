//go:build unix

package internal_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestNightlyWorkflow_ReportsEveryJob, because nobody hears of a failed job that report
// does not need.
func TestNightlyWorkflow_ReportsEveryJob(t *testing.T) {
	t.Parallel()

	if jobs := workflowJobs(t, "nightly.yml"); len(jobs["report"].Needs) != len(jobs)-1 {
		t.Errorf("of %d jobs, report reports the failures of %q", len(jobs), jobs["report"].Needs)
	}
}

// TestDependabot_UpdatesEveryTool, because Dependabot ignores, without a message, a tool
// that its file does not name: each is an indirect requirement.
func TestDependabot_UpdatesEveryTool(t *testing.T) {
	t.Parallel()

	config := string(readFile(t, "../.github/dependabot.yml"))
	allowed := regexp.MustCompile(`dependency-name: (\S+), dependency-type: all`).FindAllStringSubmatch(config, -1)

	for _, pattern := range []string{"", "internal/tools", "internal/tools/*"} {
		modules, _ := filepath.Glob(filepath.Join("..", pattern, "go.mod"))
		for _, module := range modules {
			tools := regexp.MustCompile(`(?m)^(?:tool )?\t?(\S+/\S+)$`).FindAllStringSubmatch(string(readFile(t, module)), -1)
			if folder := strings.TrimPrefix(filepath.Dir(module), ".."); len(tools) == 0 || !strings.Contains(config, folder) {
				t.Errorf("%s has %d tools, or dependabot.yml lacks it", module, len(tools))
			}

			for _, tool := range tools {
				if !slices.ContainsFunc(allowed, func(name []string) bool { return strings.HasPrefix(tool[1]+"/", name[1]+"/") }) {
					t.Errorf("dependabot.yml does not allow %s", tool[1])
				}
			}
		}
	}
}

// TestSecurityPage_NamesTestedVersions, because nothing else compares the versions that
// SECURITY.md calls tested with those of the workflows.
func TestSecurityPage_NamesTestedVersions(t *testing.T) {
	t.Parallel()

	page := readFile(t, "../SECURITY.md")

	nightly, each := workflowJobs(t, "nightly.yml")["test"].Strategy.Matrix, workflowJobs(t, "test.yml")["test"].Strategy.Matrix

	for command, product := range map[string]string{"terraform": "Terraform", "tofu": "OpenTofu"} {
		var versions []string

		for _, row := range each.Include {
			if row.CLI == command {
				versions = append(versions, strings.TrimSuffix(row.Version, ".*"))
			}
		}

		want := fmt.Sprintf("| %s | 1.11 or newer | %s, and the latest patch of %s to %s |", product, nightly.Version[0], versions[0], versions[len(versions)-1])
		if !strings.Contains(string(page), want) {
			t.Errorf("SECURITY.md has no %q", want)
		}

		for i, version := range versions {
			if want := fmt.Sprintf("1.%d", 11+i); version != want {
				t.Errorf("the matrix of test.yml has %s %s, want %s", product, version, want)
			}
		}
	}
}

type workflowJob struct {
	Environment string
	Needs       []string
	Permissions map[string]string
	Steps       []struct{ Name, Uses, Run string }
	Strategy    struct {
		Matrix struct {
			Version []string
			Include []struct{ CLI, Version string }
		}
	}
}

func workflowJobs(t *testing.T, file string) map[string]workflowJob {
	t.Helper()

	text := readFile(t, filepath.Join("..", ".github", "workflows", file))

	var workflow struct{ Jobs map[string]workflowJob }
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}

	return workflow.Jobs
}

// releaseStep returns the commands of a step of release.yml.
func releaseStep(t *testing.T, job, name string) string {
	t.Helper()

	for _, step := range workflowJobs(t, "release.yml")[job].Steps {
		if step.Name == name {
			return step.Run
		}
	}

	t.Fatalf("the job %s of release.yml has no step %q", job, name)

	return ""
}
