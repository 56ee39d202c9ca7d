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

	jobs := workflowJobs(t, "nightly.yml")
	if len(jobs["report"].Needs) != len(jobs)-1 {
		t.Errorf("of %d jobs, report reports the failures of %q", len(jobs), jobs["report"].Needs)
	}

	// A job that times out is canceled, which is no failure().
	if got, want := jobs["report"].If, "${{ !success() && github.event_name == 'schedule' }}"; got != want {
		t.Errorf("report runs if %s, want %s", got, want)
	}
}

// TestNightlyWorkflow_FindsAMissingVersion, because latest hides that the matrix lacks the
// minor version before it. It runs the step with CLIs that print a version.
func TestNightlyWorkflow_FindsAMissingVersion(t *testing.T) {
	t.Parallel()

	step := workflowStep(t, "versions", "Fail if test.yml lacks a minor version of a CLI")

	for versions, want := range map[string]string{
		"Terraform v1.16.0, OpenTofu v1.12.6": "", "Terraform v1.17.3, OpenTofu v1.13.0": "",
		"Terraform v1.18.0, OpenTofu v1.12.6": "::error::test.yml does not have terraform 1.17.\n",
		"Terraform v1.16.0, OpenTofu v1.14.0": "::error::test.yml does not have tofu 1.13.\n",
		"Terraform v1.16.0, ":                 "::error::test.yml does not have tofu 1.-1.\n",
	} {
		terraform, tofu, _ := strings.Cut(versions, ", ")
		fakes := "terraform() { echo '" + terraform + "'; }; tofu() { echo '" + tofu + "'; }\n"

		output, err := shell(t, "..", nil, fakes+step)
		if output != want || (err != nil) != (want != "") {
			t.Errorf("%s: it ends with %v and %q, want %q", versions, err, output, want)
		}
	}
}

// TestDependabot_UpdatesEveryTool, because Dependabot ignores, without a message, a tool
// that its file does not name: each is an indirect requirement.
func TestDependabot_UpdatesEveryTool(t *testing.T) {
	t.Parallel()

	config := string(readFile(t, "../.github/dependabot.yml"))
	allowed := regexp.MustCompile(`dependency-name: (\S+), dependency-type: all`).FindAllStringSubmatch(config, -1)

	for _, pattern := range []string{"internal/tools", "internal/tools/*"} {
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

	// A version that does not exist yet fails every pull request.
	for _, file := range []string{"test.yml", "nightly.yml", "release.yml"} {
		for _, line := range regexp.MustCompile(`(?m)terraform_version: .*$`).FindAllString(string(readFile(t, "../.github/workflows/"+file)), -1) {
			if line != "terraform_version: latest" && line != "terraform_version: ${{ matrix.version }}" {
				t.Errorf("%s has %s", file, line)
			}
		}
	}

	nightly, each := workflowJobs(t, "nightly.yml")["test"].Strategy.Matrix, workflowJobs(t, "test.yml")["test"].Strategy.Matrix

	for command, product := range map[string]string{"terraform": "Terraform", "tofu": "OpenTofu"} {
		var versions []string

		for _, row := range each.Include {
			if row.CLI == command {
				versions = append(versions, row.Version)
			}
		}

		minors, latest := versions[:len(versions)-1], versions[len(versions)-1]
		for i, version := range minors {
			if want := fmt.Sprintf("1.%d.*", 11+i); version != want || latest != "latest" {
				t.Errorf("the matrix of test.yml has %s %s, want %s, and at last latest", product, version, want)
			}
		}

		want := fmt.Sprintf("| %s | 1.11 or newer | %s, the latest patch of 1.11 to 1.%d, and the latest release |", product, nightly.Version[0], 10+len(minors))
		if !strings.Contains(string(page), want) {
			t.Errorf("SECURITY.md has no %q", want)
		}
	}
}

type workflowJob struct {
	If          string
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

	var workflow struct {
		Defaults struct{ Run struct{ Shell string } }
		Jobs     map[string]workflowJob
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil || workflow.Defaults.Run.Shell != "bash" {
		t.Fatalf("%v, or the steps believe only the last program of a pipe", err)
	}

	return workflow.Jobs
}

// workflowStep returns the commands of a step of release.yml or nightly.yml.
func workflowStep(t *testing.T, job, name string) string {
	t.Helper()

	for _, step := range slices.Concat(workflowJobs(t, "release.yml")[job].Steps, workflowJobs(t, "nightly.yml")[job].Steps) {
		if step.Name == name {
			return step.Run
		}
	}

	t.Fatalf("no job %s has a step %q", job, name)

	return ""
}
