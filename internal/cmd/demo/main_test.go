package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// runDemo runs a script with shell scripts as go and the CLI; `make demo` runs the real ones.
// It fails the test if the demo leaves a file behind.
func runDemo(ctx context.Context, t *testing.T, out io.Writer, script, cli string) error {
	t.Helper()

	programs, temporary := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"go":        `while [ "$1" != -o ]; do shift; done; : > "$2"`,
		"terraform": `if [ "$1" = version ]; then echo Terraform v1.11.0; else ` + cli + `; fi`,
	} {
		if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
	}

	t.Setenv("CLI", filepath.Join(programs, "terraform"))
	t.Setenv("PATH", programs)
	t.Setenv("TMPDIR", temporary)

	err := run(ctx, out, script)

	if left, readErr := os.ReadDir(temporary); readErr != nil || len(left) > 0 {
		t.Errorf("the demo left %v behind, error %v", left, readErr)
	}

	return err
}

func TestDemo_PrintsSteps(t *testing.T) {
	var out bytes.Buffer

	if err := runDemo(t.Context(), t, &out, "# Step\nterraform init\nstdout Installed\nobjects\nstdout Warehouse\n", "echo Installed"); err != nil {
		t.Error(err)
	}

	for _, want := range []string{"\n\n# Step (", "> terraform init\n[stdout]\nInstalled\n\n> stdout Installed\n", "\nPASS\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in the output:\n%s", want, &out)
		}
	}
}

func TestDemo_StopsAtUnexpectedStep(t *testing.T) {
	for name, test := range map[string]struct{ script, cli, want string }{
		"other output":  {"terraform init\nstdout Installed\nobjects\n", "echo Found", "no match for `Installed` found in stdout"},
		"exit code":     {"terraform plan\nobjects\n", "echo Error; exit 3", "[stdout]\nError\n\nFAIL: "},
		"other request": {"terraform apply\nrequests\nstdout PUT\nobjects\n", "true", "no match for `PUT` found in stdout"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer

			if err := runDemo(t.Context(), t, &out, test.script, test.cli); !errors.Is(err, errScript) {
				t.Errorf("error is %v, want %v", err, errScript)
			}

			if !strings.Contains(out.String(), test.want) || strings.Contains(out.String(), "> objects") {
				t.Errorf("want %q and no further step in:\n%s", test.want, &out)
			}
		})
	}
}

func TestDemo_StopsWhenInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out := &canceling{text: "Running the demo", cancel: cancel}

	if err := runDemo(ctx, t, out, "terraform apply\nobjects\n", "echo ran"); !errors.Is(err, errScript) {
		t.Errorf("error is %v, want %v", err, errScript)
	}

	if want := "terraform apply was stopped: context canceled"; !strings.Contains(out.String(), want) || strings.Contains(out.String(), "> objects") {
		t.Errorf("want %q and no further step in:\n%s", want, out)
	}
}

// canceling is a buffer that calls cancel once text is written to it.
type canceling struct {
	bytes.Buffer

	text   string
	cancel func()
}

func (c *canceling) Write(p []byte) (int, error) {
	if strings.Contains(string(p), c.text) {
		c.cancel()
	}

	return c.Buffer.Write(p)
}
