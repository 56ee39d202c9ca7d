//go:build unix

package internal_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const (
	version     = "0.1.0"
	fingerprint = "0123456789ABCDEF0123456789ABCDEF01234567"
)

// path is the PATH before TestMain puts another go on it.
var path = os.Getenv("PATH")

// TestReleaseReady_RefusesPagesThatAreWrongAfterwards runs internal/release-ready.sh
// with the pages of this repository, as they are except for the date and the key.
func TestReleaseReady_RefusesPagesThatAreWrongAfterwards(t *testing.T) {
	t.Parallel()

	for name, c := range map[string]struct {
		tag, file, old, new string
		want                string // the error, empty if there is none
	}{
		"ready":                  {},
		"a pre-release":          {tag: "v0.1.0-rc1", file: "CHANGELOG.md", old: "(May 4, 2026)", new: "(Unreleased)"},
		"a tag without v":        {tag: version, want: `"0.1.0" is not a tag such as v0.1.0`},
		"another version":        {tag: "v0.2.0", want: `CHANGELOG.md has no line "## 0.2.0 (`},
		"no date":                {file: "CHANGELOG.md", old: "(May 4, 2026)", new: "(Unreleased)", want: `CHANGELOG.md has no line "## 0.1.0 (`},
		"a deadline":             {file: "docs/index.md", old: "# ", new: "Until the First Release: ", want: "docs/index.md:"},
		"a version that is none": {file: "README.md", old: "# ", new: "Terraform 1.17-dev ", want: "README.md:1:Terraform 1.17-dev"},
		"no key":                 {file: "SECURITY.md", old: fingerprint, new: strings.Repeat("0", 40), want: "SECURITY.md has no line KEY="},
		"a key in lower case":    {file: "SECURITY.md", old: fingerprint, new: strings.ToLower(fingerprint), want: "SECURITY.md has no line KEY="},
		"a key with spaces":      {file: "SECURITY.md", old: fingerprint, new: "0123 4567" + fingerprint[8:], want: "SECURITY.md has no line KEY="},
		"a short key":            {file: "SECURITY.md", old: fingerprint, new: fingerprint[24:], want: "SECURITY.md has no line KEY="},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			root := copyPages(t)
			replace(t, filepath.Join(root, "CHANGELOG.md"), `(?m)^## 0\.1\.0 \(.*\)$`, "## 0.1.0 (May 4, 2026)")
			replace(t, filepath.Join(root, "SECURITY.md"), `(# The fingerprint of the signing key)[^\n]*\nKEY=.*`, "$1.\nKEY="+fingerprint)

			if c.file != "" {
				replace(t, filepath.Join(root, c.file), regexp.QuoteMeta(c.old), c.new)
			}

			if c.tag == "" {
				c.tag = "v" + version
			}

			output, err := shell(t, root, nil, "internal/release-ready.sh "+c.tag)

			switch {
			case c.want == "" && (err != nil || output != "fingerprint="+fingerprint+"\n"):
				t.Errorf("it fails (%v) or prints another fingerprint:\n%s", err, output)
			case c.want != "" && (err == nil || !strings.Contains(output, c.want) || strings.Contains(output, "fingerprint=")):
				t.Errorf("it has to fail with %q (%v):\n%s", c.want, err, output)
			}
		})
	}
}

// copyPages copies what a release says to a folder.
func copyPages(t *testing.T) string {
	t.Helper()

	root := t.TempDir()
	for _, folder := range []string{"docs", "examples"} {
		if err := os.CopyFS(filepath.Join(root, folder), os.DirFS(filepath.Join("..", folder))); err != nil {
			t.Fatal(err)
		}
	}

	for _, file := range []string{"README.md", "SECURITY.md", "CHANGELOG.md", "internal/release-ready.sh"} {
		text, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}

		writeFile(t, filepath.Join(root, file), text)
	}

	return root
}

// TestReleaseWorkflow_SignsWithTheKeyOfThePage runs the step that signs.
func TestReleaseWorkflow_SignsWithTheKeyOfThePage(t *testing.T) {
	t.Parallel()

	requirePrograms(t, "bash", "gpg")

	step := workflowStep(t, "release.yml", "publish", "Sign the checksums")
	list := "terraform-provider-chatview_" + version + "_SHA256SUMS"
	rsa, other, curve := newKey(t, "rsa2048"), newKey(t, "rsa2048"), newKey(t, "ed25519")

	for name, c := range map[string]struct {
		key         signingKey
		fingerprint string
		passphrase  string
		fails       bool
	}{
		"the key":            {key: rsa, fingerprint: rsa.fingerprint, passphrase: passphrase},
		"another key":        {key: rsa, fingerprint: other.fingerprint, passphrase: passphrase, fails: true},
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

// shell runs a script as the workflows do, and returns both outputs.
func shell(t *testing.T, folder string, environment []string, script string) (string, error) {
	t.Helper()

	command := exec.CommandContext(t.Context(), "bash", "-e", "-c", script)
	command.Dir = folder
	command.Env = append(append(os.Environ(), "PATH="+path), environment...)
	output, err := command.CombinedOutput()

	return string(output), err
}

func requirePrograms(t *testing.T, names ...string) {
	t.Helper()

	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
}

func replace(t *testing.T, file, pattern, replacement string) {
	t.Helper()

	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	changed := regexp.MustCompile(pattern).ReplaceAll(text, []byte(replacement))
	if string(changed) == string(text) {
		t.Fatalf("%s has no %s", file, pattern)
	}

	writeFile(t, file, changed)
}

// writeFile writes a file that can be executed, and its folder.
func writeFile(t *testing.T, file string, text []byte) {
	t.Helper()

	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}

	if err := os.WriteFile(file, text, 0o755); err != nil {
		t.Fatal(err)
	}
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
