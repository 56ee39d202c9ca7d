//go:build unix

package internal_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	testCommand = regexp.MustCompile(`go test [^;\n]*`)
	testPackage = regexp.MustCompile(` \./(\S+)`)
	testPattern = regexp.MustCompile(` -(?:run|skip)[= ]('[^']*'|\S+)`)
	testName    = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// TestCommands_RunTests reads the makefile and CONTRIBUTING.md: go accepts a pattern
// without a test, and refuses -update in a package without golden files.
func TestCommands_RunTests(t *testing.T) {
	t.Parallel()

	sources := testSources(t)

	for _, page := range []string{"GNUmakefile", "CONTRIBUTING.md"} {
		text, err := os.ReadFile("../" + page)
		if err != nil {
			t.Fatal(err)
		}

		commands := testCommand.FindAllString(strings.NewReplacer("\\\n", " ", "$$", "$").Replace(string(text)), -1)
		if len(commands) == 0 {
			t.Errorf("%s has no commands", page)
		}

		for _, command := range commands {
			for _, match := range testPackage.FindAllStringSubmatch(command, -1) {
				source := sources[match[1]]
				if strings.Contains(command, " -update") && !strings.Contains(source, `/internal/golden"`) {
					t.Errorf("%s: %s has no golden files: %s", page, match[1], command)
				}

				for _, pattern := range testPattern.FindAllStringSubmatch(command, -1) {
					expectTest(t, page, command, source, strings.Trim(pattern[1], "'"))
				}
			}
		}
	}
}

// expectTest expects that each alternative of a pattern matches a test in a source.
func expectTest(t *testing.T, page, command, source, pattern string) {
	t.Helper()

	for alternative := range strings.SplitSeq(pattern, "|") {
		top, _, _ := strings.Cut(alternative, "/")

		matches := top == "^$" // nothing but benchmarks or fuzz tests
		for _, name := range testName.FindAllStringSubmatch(source, -1) {
			matches = matches || regexp.MustCompile(top).MatchString(name[1])
		}

		if !matches {
			t.Errorf("%s: no test matches %s: %s", page, alternative, command)
		}
	}
}

// testSources returns the sources of the tests of each package by its folder, and
// those of all as "...".
func testSources(t *testing.T) map[string]string {
	t.Helper()

	sources := map[string]string{}
	files := os.DirFS("..")

	if err := fs.WalkDir(files, "internal", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}

		text, err := fs.ReadFile(files, name)
		sources[filepath.Dir(name)] += string(text)
		sources["..."] += string(text)

		return err
	}); err != nil {
		t.Fatal(err)
	}

	return sources
}
