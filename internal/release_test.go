//go:build unix

package internal_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	version     = "0.1.0"
	fingerprint = "0123456789ABCDEF0123456789ABCDEF01234567"
)

// path is the PATH before TestMain puts another go on it.
var path = os.Getenv("PATH")

// TestReleaseReady_RefusesPagesThatAreWrongAfterwards, because no later step reads them, and
// the registries keep them for good. It runs internal/release-ready.sh with the pages of
// this repository, as they are except for the status, the date and the key.
func TestReleaseReady_RefusesPagesThatAreWrongAfterwards(t *testing.T) {
	t.Parallel()

	for name, c := range map[string]struct {
		tag, file, old, new string // without old, there is no such file
		want                string // the error, empty if there is none
	}{
		"ready":                  {},
		"a pre-release":          {tag: "v0.1.0-rc.1", file: "CHANGELOG.md", old: "(May 4, 2026)", new: "(Unreleased)"},
		"a tag without v":        {tag: version, want: `"0.1.0" is not a tag such as v0.1.0`},
		"a leading zero":         {tag: "v01.0.0", want: `"v01.0.0" is not a tag`},
		"one of a pre-release":   {tag: "v0.1.0-01", want: `"v0.1.0-01" is not a tag`},
		"another version":        {tag: "v0.2.0", want: `CHANGELOG.md has no line "## 0.2.0 (`},
		"one of no constraint":   {tag: "v1.2.0-rc1", want: "~> 0.1 in README.md, docs or examples does not match 1.2.0-rc1"},
		"an older one":           {tag: "v0.0.9-rc1", want: "does not match 0.0.9-rc1"},
		"a newer page":           {file: "docs/index.md", old: "~> 0.1", new: "~> 0.2", want: "~> 0.2 in README.md, docs or examples does not match 0.1.0"},
		"a newer example":        {file: "examples/quickstart/versions.tf", old: "~> 0.1", new: "~> 0.2", want: "~> 0.2 in README.md, docs or examples does not match 0.1.0"},
		"only its patches":       {file: "docs/index.md", old: "~> 0.1", new: "~> 0.1.0", want: "~> 0.1.0 in README.md"},
		"only itself":            {file: "docs/index.md", old: "~> 0.1", new: "0.1.0", want: "0.1.0 in README.md"},
		"no pages to match":      {file: "docs", want: "cannot be read"},
		"no pages to search":     {file: "docs", want: "not true after"},
		"no such day":            {file: "CHANGELOG.md", old: "(May 4, 2026)", new: "(February 29, 2026)", want: `CHANGELOG.md has no line "## 0.1.0 (`},
		"no date":                {file: "CHANGELOG.md", old: "(May 4, 2026)", new: "(Unreleased)", want: `CHANGELOG.md has no line "## 0.1.0 (`},
		"a status":               {file: "README.md", old: "# ", new: "Not yet released: # ", want: "README.md:1:Not yet released"},
		"one of an example":      {file: "examples/quickstart/main.tf", old: "\n", new: "\n# Not yet released\n", want: "examples/quickstart/main.tf:"},
		"one of the policy":      {file: "SECURITY.md", old: "# ", new: "Unreleased: # ", want: "SECURITY.md:"},
		"a deadline":             {file: "docs/index.md", old: "# ", new: "Until the First Release: ", want: "docs/index.md:"},
		"a version that is none": {file: "README.md", old: "# ", new: "Terraform 1.17-dev ", want: "README.md:1:Terraform 1.17-dev"},
		"no key":                 {file: "SECURITY.md", old: fingerprint, new: strings.Repeat("0", 40), want: "SECURITY.md has no line KEY="},
		"a key in lower case":    {file: "SECURITY.md", old: fingerprint, new: strings.ToLower(fingerprint), want: "SECURITY.md has no line KEY="},
		"a key with spaces":      {file: "SECURITY.md", old: fingerprint, new: "0123 4567" + fingerprint[8:], want: "SECURITY.md has no line KEY="},
		"a short key":            {file: "SECURITY.md", old: fingerprint, new: fingerprint[24:], want: "SECURITY.md has no line KEY="},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			root := t.TempDir()
			succeed(t, "..", []string{"ROOT=" + root}, `cp -R docs examples *.md "$ROOT"; mkdir "$ROOT/internal"; cp internal/release-ready.sh "$ROOT/internal"`)

			readme := filepath.Join(root, "README.md")
			writeFile(t, readme, regexp.MustCompile(`(?m)^  Not yet released: .*\n`).ReplaceAll(readFile(t, readme), nil))
			replace(t, filepath.Join(root, "CHANGELOG.md"), `(?m)^## 0\.1\.0 \(.*\)$`, "## 0.1.0 (May 4, 2026)")
			replace(t, filepath.Join(root, "SECURITY.md"), `(# The fingerprint of the signing key)[^\n]*\nKEY=.*`, "$1.\nKEY="+fingerprint)

			switch {
			case c.old != "":
				replace(t, filepath.Join(root, c.file), regexp.QuoteMeta(c.old), c.new)
			case c.file != "":
				succeed(t, root, nil, "rm -r "+c.file)
			}

			if c.tag == "" {
				c.tag = "v" + version
			}

			output, err := shell(t, root, nil, "internal/release-ready.sh "+c.tag)
			again, _ := shell(t, root, nil, "export CDPATH=$PWD PATH=$PWD:$PATH; ln -s $(type -P busybox date | head -n 1) date; internal/release-ready.sh "+c.tag)

			switch {
			case again != output:
				t.Errorf("with CDPATH and the date of BusyBox, it prints\n%swant\n%s", again, output)
			case c.want == "" && (err != nil || output != "fingerprint="+fingerprint+"\n"):
				t.Errorf("it fails (%v) or prints another fingerprint:\n%s", err, output)
			case c.want != "" && (err == nil || !strings.Contains(output, c.want) || strings.Contains(output, "fingerprint=")):
				t.Errorf("it has to fail with %q (%v):\n%s", c.want, err, output)
			}
		})
	}
}

// TestNotices_HaveEveryKindOfFile, because internal/release-check.sh accepts a module with
// one of its files.
func TestNotices_HaveEveryKindOfFile(t *testing.T) {
	t.Parallel()

	// Nor may what is around the clone take some away, nor a module that is missing.
	output, err := shell(t, "..", []string{"GOWORK=" + t.TempDir() + "/go.work", "GOFLAGS=-mod=vendor"}, "internal/notices.sh .")

	if missing, err := shell(t, "..", []string{"GOMODCACHE=" + t.TempDir(), "GOPROXY=off"}, "internal/notices.sh ."); err == nil {
		t.Errorf("without its modules, it prints\n%s", missing)
	}

	for _, want := range []string{
		`github.com/fatih/color v\S+: LICENSE\.md\n\nThe MIT License`,
		`golang.org/x/text v\S+: PATENTS\n\nAdditional IP Rights`,
		`google.golang.org/grpc v\S+: NOTICE\.txt\n\nCopyright 2014 gRPC authors`,
	} {
		if err != nil || len(regexp.MustCompile("(?m)^=== "+want).FindAllString(output, -1)) != 1 {
			t.Errorf("it ends with %v, and does not have %s once:\n%.500s", err, want, output)
		}
	}
}

// shell runs a script as the workflows do, and returns both outputs. A git hook, from which
// tests may be run, names its repository in variables.
func shell(t *testing.T, folder string, environment []string, script string) (string, error) {
	t.Helper()
	requirePrograms(t, "bash")

	command := exec.CommandContext(t.Context(), "bash", "-eo", "pipefail", "-c", "unset $(git rev-parse --local-env-vars 2>/dev/null)\n"+script)
	command.Dir = folder
	command.Env = slices.Concat(os.Environ(), []string{"PATH=" + path}, environment)

	output, err := command.CombinedOutput()

	return string(output), err
}

// succeed runs a script that has to end with 0, and returns its outputs.
func succeed(t *testing.T, folder string, environment []string, script string) string {
	t.Helper()

	output, err := shell(t, folder, environment, script)
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}

	return output
}

// requirePrograms skips a test without one of the programs. In CI, it fails instead.
func requirePrograms(t *testing.T, names ...string) {
	t.Helper()

	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil && os.Getenv("CI") != "" {
			t.Fatal(err)
		} else if err != nil {
			t.Skip(err)
		}
	}
}

func replace(t *testing.T, file, pattern, replacement string) {
	t.Helper()

	text := readFile(t, file)

	changed := regexp.MustCompile(pattern).ReplaceAll(text, []byte(replacement))
	if string(changed) == string(text) {
		t.Fatalf("%s has no %s", file, pattern)
	}

	writeFile(t, file, changed)
}

func readFile(t *testing.T, file string) []byte {
	t.Helper()

	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	return text
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
