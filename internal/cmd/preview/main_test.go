package main

import (
	"bytes"
	"context"
	"io"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFlags(t *testing.T) {
	tests := map[string]struct {
		args []string
		want settings
	}{
		"folder only": {[]string{"themes"}, settings{dir: "themes", serve: true}},
		"pictures":    {[]string{"-screenshot", "out", "themes"}, settings{dir: "themes", screenshots: "out"}},
		"both":        {[]string{"-screenshot=out", "-serve", "themes"}, settings{dir: "themes", screenshots: "out", serve: true}},
		"variables": {
			[]string{"-var=a=b", "-var-file", "x.tfvars", "-var", "c=", "themes"},
			settings{dir: "themes", serve: true, variables: []string{"-var=a=b", "-var-file=x.tfvars", "-var=c="}},
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

func TestBadFlagsAreRefused(t *testing.T) {
	for name, args := range map[string][]string{
		"no folder": {}, "two folders": {"a", "b"}, "unknown flag": {"-open", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			var stderr bytes.Buffer
			if code := run(t.Context(), args, t.Output(), &stderr); code != exitUsage {
				t.Errorf("exit status %d", code)
			}

			if text := stderr.String(); !strings.HasPrefix(text, "preview: ") || strings.Count(text, "\n") != 1 {
				t.Errorf("stderr %q", text)
			}
		})
	}
}

func TestHelpNamesTheFlags(t *testing.T) {
	var stderr bytes.Buffer
	if code := run(t.Context(), []string{"-h"}, t.Output(), &stderr); code != exitOK {
		t.Errorf("exit status %d", code)
	}

	for _, flag := range []string{"-var ", "-var-file ", "-screenshot ", "-serve\n"} {
		if !strings.Contains(stderr.String(), "\n  "+flag) {
			t.Errorf("no %s in the help: %s", flag, stderr.String())
		}
	}
}

func TestBrokenConnectionDoesNotEndTheProgram(t *testing.T) {
	_, stop := untilStopped()
	t.Cleanup(func() {
		stop()
		signal.Reset(syscall.SIGPIPE)
	})

	if !signal.Ignored(syscall.SIGPIPE) {
		t.Error("SIGPIPE, which every broken connection raises, is not ignored")
	}
}

func TestOutputThatNobodyReadsEndsTheProgram(t *testing.T) {
	reader, writer := io.Pipe()
	_ = reader.Close()

	ctx, stop := context.WithCancel(t.Context())
	if _, err := (readOutput{writer, stop}).Write([]byte("x")); err == nil || ctx.Err() == nil {
		t.Errorf("error %v, and the context has ended with %v", err, ctx.Err())
	}
}
