package main

import (
	"bytes"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseFlags_ReadsSettings(t *testing.T) {
	file, err := filepath.Abs("x.tfvars")
	if err != nil {
		t.Fatal(err)
	}

	tests := map[string]struct {
		args []string
		want settings
	}{
		"folder only":        {[]string{"themes"}, settings{dir: "themes", serve: true}},
		"pictures":           {[]string{"-screenshot", "out", "themes"}, settings{dir: "themes", pictures: "out"}},
		"pictures and pages": {[]string{"-screenshot=out", "-serve", "themes"}, settings{dir: "themes", pictures: "out", serve: true}},
		"pipeline": {
			[]string{"-markdown=themes.md", "-json", "-fail-under=AA", "themes"},
			settings{dir: "themes", markdown: "themes.md", json: true, failUnder: "AA"},
		},
		"variables": {
			[]string{"-var=a=b", "-var-file", "x.tfvars", "-var", "c=", "-provider=p", "themes"},
			settings{dir: "themes", serve: true, provider: "p", variables: []string{"-var=a=b", "-var-file=" + file, "-var=c="}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := parseFlags(test.args, t.Output())
			if err != nil {
				t.Fatal(err)
			}

			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(settings{})); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRun_RejectsInvalidFlags(t *testing.T) {
	for name, args := range map[string][]string{
		"no folder": {}, "two folders": {"a", "b"}, "unknown flag": {"-open", "a"}, "unknown level": {"-fail-under=AAA", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			var stderr bytes.Buffer
			if code := run(t.Context(), args, t.Output(), &stderr); code != exitFailure {
				t.Errorf("exit status %d", code)
			}

			if text := stderr.String(); !strings.HasPrefix(text, "chatview-preview: ") || strings.Count(text, "\n") != 1 {
				t.Errorf("stderr %q", text)
			}
		})
	}
}

func TestSignals_BrokenConnectionDoesNotStop(t *testing.T) {
	_, stop := untilStopped()
	t.Cleanup(func() {
		stop()
		signal.Reset(syscall.SIGPIPE)
	})

	if !signal.Ignored(syscall.SIGPIPE) {
		t.Error("SIGPIPE is not ignored")
	}
}
