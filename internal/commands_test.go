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

// named matches what CONTRIBUTING.md calls by name: a test, a file, or a target of make.
var named = regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w+)`|`([\\w./-]+\\.(?:go|hcl|json|md|mod|sh|tf|tmpl|yaml))`|(?m)(?:^    |`)make ([a-z-]+)")

// TestContributing_NamesWhatExists, because a guarantee would seem to have a test that was
// renamed, and a step with an old name cannot be followed.
func TestContributing_NamesWhatExists(t *testing.T) {
	t.Parallel()

	all, makefile := pathsAndTests(t), string(readFile(t, "../GNUmakefile"))

	for _, match := range named.FindAllStringSubmatch(string(readFile(t, "../CONTRIBUTING.md")), -1) {
		test, file, target := match[1], strings.ReplaceAll(match[2], "NAME", "appearance"), match[3]

		if test != "" && !strings.Contains(all, "\nfunc "+test+"(") || file != "" && !strings.Contains(all, "/"+file+"\n") ||
			target != "" && !strings.Contains(makefile, "\n"+target+":") {
			t.Errorf("there is no %s", match[0])
		}
	}
}

// TestMakefile_RunsTests, as does CONTRIBUTING.md, because go accepts a pattern that matches
// none.
func TestMakefile_RunsTests(t *testing.T) {
	t.Parallel()

	all, texts := pathsAndTests(t), string(readFile(t, "../GNUmakefile"))+string(readFile(t, "../CONTRIBUTING.md"))

	for _, match := range regexp.MustCompile(`\s-(?:test\.)?(?:run|skip)[= ]'?([^\s']+)`).FindAllStringSubmatch(texts, -1) {
		for pattern := range strings.SplitSeq(match[1], "|") {
			name, _, _ := strings.Cut(strings.Trim(pattern, "^$"), "/")
			if !regexp.MustCompile(`\nfunc \w*` + name + `\w*\(\w+ \*testing`).MatchString(all) {
				t.Errorf("no test matches %s", pattern)
			}
		}
	}
}

// pathsAndTests returns the paths of all files, and what those with tests have.
func pathsAndTests(t *testing.T) string {
	t.Helper()

	var all strings.Builder

	if err := fs.WalkDir(os.DirFS(".."), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path != "." && strings.HasPrefix(entry.Name(), ".") {
			return fs.SkipDir
		}

		all.WriteString("/" + path + "\n")

		if strings.HasSuffix(path, "_test.go") {
			all.Write(readFile(t, filepath.Join("..", path)))
		}

		return err
	}); err != nil {
		t.Fatal(err)
	}

	return all.String()
}
