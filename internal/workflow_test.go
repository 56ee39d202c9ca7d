//go:build unix

package internal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestNightlyWorkflow_FindsANewerPatchOfGo runs the step with versions in the order
// in which go lists them.
func TestNightlyWorkflow_FindsANewerPatchOfGo(t *testing.T) {
	t.Parallel()

	step := workflowStep(t, "nightly.yml", "toolchain", "Fail if there is a newer patch of Go")
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
