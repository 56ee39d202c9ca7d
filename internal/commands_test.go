//go:build unix

package internal_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// golden ends the import of the package with the flag -update.
const golden = `/internal/golden"`

var (
	testCommand = regexp.MustCompile(`go test [^;\n]*`)
	testPackage = regexp.MustCompile(` \./(\S+)`)
	testPattern = regexp.MustCompile(` -(?:run|skip)[= ]('[^']*'|\S+)`)
	testName    = regexp.MustCompile(`^func ((?:Test|Fuzz)\w+)\(`)
	namedTest   = regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w+)")
	namedFile   = regexp.MustCompile("`((?:internal|examples)/[^` ]+)`")
)

// TestCommands_RunTests reads the makefile and CONTRIBUTING.md: go accepts a pattern
// without a test, and refuses -update in a package without golden files.
func TestCommands_RunTests(t *testing.T) {
	t.Parallel()

	tests := testNames(t)

	for _, page := range []string{"GNUmakefile", "CONTRIBUTING.md"} {
		text := readFile(t, "../"+page)

		commands := testCommand.FindAllString(strings.NewReplacer("\\\n", " ", "$$", "$").Replace(string(text)), -1)
		if len(commands) == 0 {
			t.Errorf("%s has no commands", page)
		}

		for _, command := range commands {
			for _, match := range testPackage.FindAllStringSubmatch(command, -1) {
				names := tests[match[1]]
				if strings.Contains(command, " -update") && !slices.Contains(names, golden) {
					t.Errorf("%s: %s has no golden files: %s", page, match[1], command)
				}

				for _, pattern := range testPattern.FindAllStringSubmatch(command, -1) {
					expectTest(t, page, command, names, strings.Trim(pattern[1], "'"))
				}
			}
		}
	}
}

// TestContributing_NamesTestsAndFilesThatExist, because a guarantee would seem to have a
// test that was renamed or deleted. NAME on the page is that of a resource.
func TestContributing_NamesTestsAndFilesThatExist(t *testing.T) {
	t.Parallel()

	text, tests := string(readFile(t, "../CONTRIBUTING.md")), testNames(t)["..."]
	names := namedTest.FindAllStringSubmatch(strings.ReplaceAll(text, "NAME", "Appearance"), -1)
	files := namedFile.FindAllStringSubmatch(strings.ReplaceAll(text, "NAME", "appearance"), -1)

	if len(names) == 0 || len(files) == 0 {
		t.Fatalf("the page names %d tests and %d files", len(names), len(files))
	}

	for _, name := range names {
		if !slices.Contains(tests, name[1]) {
			t.Errorf("there is no test %s", name[1])
		}
	}

	for _, file := range files {
		if _, err := os.Stat(filepath.Join("..", file[1])); err != nil {
			t.Error(err)
		}
	}
}

// expectTest expects that each alternative of a pattern matches a test.
func expectTest(t *testing.T, page, command string, names []string, pattern string) {
	t.Helper()

	for alternative := range strings.SplitSeq(pattern, "|") {
		top, _, _ := strings.Cut(alternative, "/")

		// ^$ is for benchmarks and fuzz tests.
		if top != "^$" && !slices.ContainsFunc(names, regexp.MustCompile(top).MatchString) {
			t.Errorf("%s: no test matches %s: %s", page, alternative, command)
		}
	}
}

// testNames returns the tests of each package by its folder, and those of all as
// "...". One is golden if the package has golden files.
func testNames(t *testing.T) map[string][]string {
	t.Helper()

	names := map[string][]string{}
	files := os.DirFS("..")

	if err := fs.WalkDir(files, "internal", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}

		text, err := fs.ReadFile(files, file)
		folder := filepath.Dir(file)

		for line := range strings.Lines(string(text)) {
			if name := testName.FindStringSubmatch(line); name != nil {
				names[folder], names["..."] = append(names[folder], name[1]), append(names["..."], name[1])
			} else if strings.HasSuffix(line, golden+"\n") {
				names[folder] = append(names[folder], golden)
			}
		}

		return err
	}); err != nil {
		t.Fatal(err)
	}

	return names
}
