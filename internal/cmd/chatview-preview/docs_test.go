package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

func TestGuide_HasFlagsOfHelp(t *testing.T) {
	var help bytes.Buffer
	if code := run(t.Context(), []string{"-help"}, t.Output(), &help); code != exitOK {
		t.Errorf("exit status %d", code)
	}

	want := regexp.MustCompile(`(?m)^  -[a-z-]+`).FindAllString(help.String(), -1)
	for i := range want {
		want[i] = strings.TrimSpace(want[i])
	}

	var got []string

	for _, cell := range regexp.MustCompile("(?m)^\\| `-[^|]*").FindAllString(readFile(t, guide), -1) {
		for _, flag := range regexp.MustCompile("`-[a-z-]+").FindAllString(cell, -1) {
			got = append(got, strings.Trim(flag, "`"))
		}
	}

	slices.Sort(got)

	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		t.Errorf("flags (-help +guide):\n%s", diff)
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
