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
	namedTest   = regexp.MustCompile(`^(?:Test|Fuzz)[A-Z]`)
	makeCommand = regexp.MustCompile("(?m)(?:^    |`)make ([a-z -]+)")
	listItem    = regexp.MustCompile(`\n(\d+\. |- |\|)`)
	codeSpan    = regexp.MustCompile("`([^`]+)`")
	fileName    = regexp.MustCompile(`/|\.(?:go|hcl|json|md|mod|sh|tf|tmpl|yaml)$`)
	identifier  = regexp.MustCompile(`^[A-Za-z]\w+$`)
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

// TestContributing_NamesWhatExists, because a step with an old name cannot be followed, and
// a guarantee would seem to have a test that was renamed. An identifier is in a file that
// its paragraph names, if there is one. NAME on the page is that of a resource.
func TestContributing_NamesWhatExists(t *testing.T) {
	t.Parallel()

	text, makefile := string(readFile(t, "../CONTRIBUTING.md")), string(readFile(t, "../GNUmakefile"))
	tests, files := testNames(t)["..."], repositoryFiles(t)

	for _, command := range makeCommand.FindAllStringSubmatch(text, -1) {
		for target := range strings.FieldsSeq(command[1]) {
			if !strings.Contains(makefile, "\n"+target+":") {
				t.Errorf("there is no target %s", target)
			}
		}
	}

	for paragraph := range strings.SplitSeq(listItem.ReplaceAllString(text, "\n\n$1"), "\n\n") {
		var identifiers, named []string

		for _, span := range codeSpan.FindAllStringSubmatch(paragraph, -1) {
			name := strings.ReplaceAll(span[1], "NAME", "Appearance")
			file := strings.TrimSuffix(strings.ReplaceAll(span[1], "NAME", "appearance"), "/")
			found := ending(files, "/"+file)

			switch named = append(named, found...); {
			case namedTest.MatchString(name):
				if !slices.Contains(tests, name) {
					t.Errorf("there is no test %s", name)
				}
			case len(found) == 0 && fileName.MatchString(file):
				t.Errorf("there is no file %s", file)
			case len(found) == 0 && identifier.MatchString(name):
				identifiers = append(identifiers, name)
			}
		}

		for _, name := range identifiers {
			expectWord(t, name, files, named)
		}
	}
}

// ending returns the paths that end with a suffix.
func ending(files map[string]string, suffix string) (paths []string) {
	for path := range files {
		if strings.HasSuffix(path, suffix) {
			paths = append(paths, path)
		}
	}

	return paths
}

// expectWord expects a word in one of the named files, or in any file if none is named.
func expectWord(t *testing.T, word string, files map[string]string, named []string) {
	t.Helper()

	pattern := regexp.MustCompile(`\b` + word + `\b`)
	areNamed := slices.ContainsFunc(named, func(path string) bool { return files[path] != "" })

	for path, text := range files {
		if (!areNamed || slices.Contains(named, path)) && pattern.MatchString(text) {
			return
		}
	}

	t.Errorf("%s is not in %q", word, named)
}

// repositoryFiles returns the contents of all files but pages by their path, which begins
// with a slash, and nothing for folders and pages.
func repositoryFiles(t *testing.T) map[string]string {
	t.Helper()

	contents, files := map[string]string{}, os.DirFS("..")

	if err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir(), filepath.Ext(path) == ".md":
			contents["/"+path] = ""

			return nil
		}

		text, err := fs.ReadFile(files, path)
		contents["/"+path] = string(text)

		return err
	}); err != nil {
		t.Fatal(err)
	}

	return contents
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

	for file, text := range repositoryFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}

		folder := filepath.Dir(file)[1:]

		for line := range strings.Lines(text) {
			if name := testName.FindStringSubmatch(line); name != nil {
				names[folder], names["..."] = append(names[folder], name[1]), append(names["..."], name[1])
			} else if strings.HasSuffix(line, golden+"\n") {
				names[folder] = append(names[folder], golden)
			}
		}
	}

	return names
}
