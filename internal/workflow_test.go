//go:build unix

package internal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestNightlyWorkflow_FindsANewerPatchOfGo runs the step with versions in the order
// in which go lists them.
func TestNightlyWorkflow_FindsANewerPatchOfGo(t *testing.T) {
	t.Parallel()

	step := workflowStep(t, "nightly.yml", "versions", "Fail if there is a newer patch of Go")
	versions := []string{"1.26.9", "1.26.10", "1.27.0", "1.27rc1"}

	for toolchain, want := range map[string]string{
		"toolchain go1.27.0":  "",
		"toolchain go1.26.10": "",
		"toolchain go1.26.9":  "::error::internal/tools/go.mod has the toolchain go1.26.9, and the newest patch is 1.26.10.\n",
		"toolchain go1.25.1":  "::error::internal/tools/go.mod has the toolchain go1.25.1, and the newest patch is unknown.\n",
		"":                    "::error::internal/tools/go.mod has the toolchain go, and the newest patch is unknown.\n",
	} {
		var list strings.Builder
		for _, version := range versions {
			fmt.Fprintf(&list, " v0.0.1-go%[1]s.darwin-arm64 v0.0.1-go%[1]s.linux-amd64 v0.0.1-go%[1]s.windows-amd64", version)
		}

		folder := t.TempDir()
		writeFile(t, filepath.Join(folder, "internal", "tools", "go.mod"), []byte("go 1.26.3\n\n"+toolchain+"\n"))

		output, err := withProgram(t, folder, "go", `[ "$*" = 'list -m -versions golang.org/toolchain' ] && echo "$1$LIST"`,
			[]string{"LIST=" + list.String()}, step)
		if output != want || (err != nil) != (want != "") {
			t.Errorf("%s: it ends with %v and %q, want %q", toolchain, err, output, want)
		}
	}
}

// TestNightlyWorkflow_FindsAMinorVersionOfACLI that test.yml lacks.
func TestNightlyWorkflow_FindsAMinorVersionOfACLI(t *testing.T) {
	t.Parallel()

	step := workflowStep(t, "nightly.yml", "versions", "Fail if test.yml lacks the newest minor version of a CLI")

	for versions, want := range map[[2]string]string{
		{"Terraform v1.17.9", "OpenTofu v1.12.10"}:  "",
		{"Terraform v1.170.0", "OpenTofu v1.12.10"}: "::error::test.yml does not have terraform 1.170.\n",
		{"Terraform v1.17.9", "OpenTofu v1.99.0"}:   "::error::test.yml does not have tofu 1.99.\n",
		{"", "OpenTofu v1.12.10"}:                   "::error::test.yml does not have terraform unknown.\n",
	} {
		output, err := shell(t, "..", []string{"TERRAFORM=" + versions[0], "TOFU=" + versions[1]},
			`terraform() { echo "$TERRAFORM"; echo "on linux_amd64"; }; tofu() { echo "$TOFU"; }`+"\n"+step)
		if output != want || (err != nil) != (want != "") {
			t.Errorf("%v: it ends with %v and %q, want %q", versions, err, output, want)
		}
	}

	if jobs := workflowJobs(t, "nightly.yml"); len(jobs["report"].Needs) != len(jobs)-1 {
		t.Errorf("of %d jobs, report reports the failures of %q", len(jobs), jobs["report"].Needs)
	}
}

// TestDependabot_UpdatesEveryTool expects that it allows each tool's module, which is an
// indirect requirement.
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

// withProgram runs a script with another gh, or go.
func withProgram(t *testing.T, folder, name, program string, environment []string, script string) (string, error) {
	t.Helper()

	programs := t.TempDir()
	writeFile(t, filepath.Join(programs, name), []byte("#!/bin/sh\n"+program+"\n"))

	return shell(t, folder, append(environment, "PATH="+programs+string(os.PathListSeparator)+path), script)
}

// TestSecurityPage_NamesTestedVersions compares what SECURITY.md says is tested with
// the versions of the workflows.
func TestSecurityPage_NamesTestedVersions(t *testing.T) {
	t.Parallel()

	page := readFile(t, "../SECURITY.md")

	var nightly struct {
		Version []string
	}

	nightlyMatrix := workflowJobs(t, "nightly.yml")["test"].Strategy.Matrix
	if err := nightlyMatrix.Decode(&nightly); err != nil {
		t.Fatal(err)
	}

	var each struct {
		Include []struct{ CLI, Version string }
	}

	testMatrix := workflowJobs(t, "test.yml")["test"].Strategy.Matrix
	if err := testMatrix.Decode(&each); err != nil {
		t.Fatal(err)
	}

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
	Strategy    struct{ Matrix yaml.Node }
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

// workflowStep returns the commands of a step of a workflow.
func workflowStep(t *testing.T, file, job, name string) string {
	t.Helper()

	for _, step := range workflowJobs(t, file)[job].Steps {
		if step.Name == name {
			return step.Run
		}
	}

	t.Fatalf("the job %s of %s has no step %q", job, file, name)

	return ""
}
