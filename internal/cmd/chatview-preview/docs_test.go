package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	examples = "../../../examples"
	guide    = "../../../templates/guides/review-themes.md.tmpl"
)

func readFile(t *testing.T, path string) string {
	t.Helper()

	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}

	return string(content)
}

func TestGuide_ShowsOutput(t *testing.T) {
	useMirror(t)
	shortTemporary(t)

	code, stdout, stderr := previewed(t, "-fail-under", "AA", filepath.Join(examples, "review-themes"))
	if code != exitProblems {
		t.Fatalf("exit status %d: %s", code, stderr)
	}

	if !strings.Contains(readFile(t, guide), "```text\n"+stdout+"```\n") {
		t.Errorf("the guide does not have this output:\n%s", stdout)
	}
}

func TestGuide_HasEveryFlag(t *testing.T) {
	var help bytes.Buffer
	_ = run(t.Context(), []string{"-help"}, t.Output(), &help)

	text := readFile(t, guide)

	for _, flag := range regexp.MustCompile(`(?m)^  (-[a-z-]+)`).FindAllStringSubmatch(help.String(), -1) {
		if !regexp.MustCompile("\\| `(" + flag[1] + "\\b|.*, `" + flag[1] + "\\b)").MatchString(text) {
			t.Errorf("the guide does not have the flag %s", flag[1])
		}
	}
}

func TestPipelines_UseValidFlags(t *testing.T) {
	for _, name := range []string{"preview-github-actions.yml", "preview-gitlab-ci.yml"} {
		_, rest, isThere := strings.Cut(readFile(t, filepath.Join(examples, "pipelines", name)), "./chatview-preview ")
		if !isThere {
			t.Fatalf("%s does not run chatview-preview", name)
		}

		command, _, _ := strings.Cut(rest, "\n")

		settings, err := parseFlags(strings.Fields(command), t.Output())
		if err != nil || settings.serve || settings.failUnder != levelAA {
			t.Errorf("%s: %+v, %v", name, settings, err)
		}

		for _, file := range []string{settings.pictures, settings.markdown} {
			if !strings.Contains(strings.ReplaceAll(rest, command, ""), file) {
				t.Errorf("%s does not use %s", name, file)
			}
		}
	}
}
