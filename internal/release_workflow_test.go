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

// TestReleaseWorkflow_SignsWithTheKeyOfThePage runs the step that signs.
func TestReleaseWorkflow_SignsWithTheKeyOfThePage(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "bash", "gpg")

	step := workflowStep(t, "release.yml", "publish", "Sign the checksums")
	list := "terraform-provider-chatview_" + version + "_SHA256SUMS"
	rsa, curve := newKey(t, "rsa2048"), newKey(t, "ed25519")

	for name, c := range map[string]struct {
		key         signingKey
		fingerprint string
		passphrase  string
		fails       bool
	}{
		"the key":            {key: rsa, fingerprint: rsa.fingerprint, passphrase: passphrase},
		"another key":        {key: rsa, fingerprint: fingerprint, passphrase: passphrase, fails: true},
		"a wrong passphrase": {key: rsa, fingerprint: rsa.fingerprint, passphrase: "wrong", fails: true},
		"not an RSA key":     {key: curve, fingerprint: curve.fingerprint, passphrase: passphrase, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			folder := t.TempDir()
			writeFile(t, filepath.Join(folder, list), []byte("a list\n"))

			output, err := shell(t, folder, []string{
				"GNUPGHOME=" + newKeyring(t), "TAG=v" + version,
				"GPG_PRIVATE_KEY=" + c.key.private, "GPG_PASSPHRASE=" + c.passphrase, "FINGERPRINT=" + c.fingerprint,
			}, step)

			if named := strings.Contains(output, "::error::GPG_PRIVATE_KEY is not the RSA key "+c.fingerprint); named != c.fails || (err != nil) != c.fails {
				t.Errorf("fails: %v, should fail: %v\n%s", err, c.fails, output)
			}
		})
	}
}

// TestReleaseWorkflow_ReplacesOnlyDrafts runs the step that creates the draft.
func TestReleaseWorkflow_ReplacesOnlyDrafts(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "bash")

	create := "release create %s release/terraform-provider-chatview-%s.intoto.jsonl --draft --verify-tag --title %[1]s --prerelease=%[3]s " +
		"--notes What changed is in the [changelog](https://github.com/a/b/blob/%[1]s/CHANGELOG.md).\n"

	for name, c := range map[string]struct{ tag, draft, want string }{
		"no release":    {tag: "v0.1.0", want: fmt.Sprintf(create, "v0.1.0", "0.1.0", "false")},
		"a pre-release": {tag: "v0.1.0-rc1", want: fmt.Sprintf(create, "v0.1.0-rc1", "0.1.0-rc1", "true")},
		"a draft":       {tag: "v0.1.0", draft: "true", want: "release delete v0.1.0 --yes\n" + fmt.Sprintf(create, "v0.1.0", "0.1.0", "false")},
		"published":     {tag: "v0.1.0", draft: "false", want: "::error::v0.1.0 is published already.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			folder := t.TempDir()
			writeFile(t, filepath.Join(folder, "bundle"), nil)

			if err := os.Mkdir(filepath.Join(folder, "release"), 0o755); err != nil {
				t.Fatal(err)
			}

			output, err := withGH(t, folder, `case $2 in view) echo "$DRAFT"; [ -n "$DRAFT" ] ;; *) echo "$@" ;; esac`, []string{
				"TAG=" + c.tag, "DRAFT=" + c.draft, "ATTESTATION=bundle", "GITHUB_SERVER_URL=https://github.com", "GH_REPO=a/b",
			}, workflowStep(t, "release.yml", "draft", "Create the draft, or replace it"))

			if output != c.want || (err != nil) != (c.draft == "false") {
				t.Errorf("it ends with %v:\n%s\nwant:\n%s", err, output, c.want)
			}
		})
	}
}

// TestNightlyWorkflow_KeepsOneIssue runs the step that reports a failure.
func TestNightlyWorkflow_KeepsOneIssue(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "bash")

	for issue, want := range map[string]string{
		"":   "issue create --title Nightly tests fail --body https://github.com/a/b/actions/runs/5\n",
		"12": "issue comment 12 --body https://github.com/a/b/actions/runs/5\n",
	} {
		output, err := withGH(t, t.TempDir(), `case $2 in list) echo "$ISSUE" ;; *) echo "$@" ;; esac`, []string{
			"ISSUE=" + issue, "TITLE=Nightly tests fail", "GITHUB_SERVER_URL=https://github.com", "GH_REPO=a/b", "GITHUB_RUN_ID=5",
		}, workflowStep(t, "nightly.yml", "report", "Open an issue, or add to it"))
		if err != nil || output != want {
			t.Errorf("it ends with %v:\n%s\nwant:\n%s", err, output, want)
		}
	}
}

// withGH runs a script with another gh.
func withGH(t *testing.T, folder, gh string, environment []string, script string) (string, error) {
	t.Helper()

	programs := t.TempDir()
	writeFile(t, filepath.Join(programs, "gh"), []byte("#!/bin/sh\n"+gh+"\n"))

	return shell(t, folder, append(environment, "PATH="+programs+string(os.PathListSeparator)+path), script)
}

// workflowStep returns the commands of a step of a workflow.
func workflowStep(t *testing.T, file, job, name string) string {
	t.Helper()

	text, err := os.ReadFile(filepath.Join("..", ".github", "workflows", file))
	if err != nil {
		t.Fatal(err)
	}

	var workflow struct {
		Jobs map[string]struct {
			Steps []struct{ Name, Run string }
		}
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}

	for _, step := range workflow.Jobs[job].Steps {
		if step.Name == name {
			return step.Run
		}
	}

	t.Fatalf("the job %s of %s has no step %q", job, file, name)

	return ""
}

// TestSecurityPage_NamesTestedVersions compares what SECURITY.md says is tested with
// the versions of the workflows.
func TestSecurityPage_NamesTestedVersions(t *testing.T) {
	t.Parallel()

	page, err := os.ReadFile("../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}

	var nightly struct {
		Version []string
	}
	if err := workflowMatrix(t, "nightly.yml").Decode(&nightly); err != nil {
		t.Fatal(err)
	}

	var each struct {
		Include []struct{ CLI, Version string }
	}
	if err := workflowMatrix(t, "test.yml").Decode(&each); err != nil {
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

// workflowMatrix returns the matrix of the job test.
func workflowMatrix(t *testing.T, file string) *yaml.Node {
	t.Helper()

	text, err := os.ReadFile(filepath.Join("..", ".github", "workflows", file))
	if err != nil {
		t.Fatal(err)
	}

	var workflow struct {
		Jobs struct {
			Test struct{ Strategy struct{ Matrix yaml.Node } }
		}
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}

	return &workflow.Jobs.Test.Strategy.Matrix
}
