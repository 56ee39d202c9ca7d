package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

func TestTheDemoStopsAtWhatIsNotAsExpectedAndCleansUp(t *testing.T) {
	tests := map[string]struct {
		fakes       fakes
		why         string
		mockStarted bool
	}{
		"the build fails": {
			fakes: fakes{"echo 'syntax error'; exit 1", terraformInstalls, mockListens},
			why:   "go build: exit status 1",
		},
		"the mock does not start": {
			fakes: fakes{goBuilds, terraformInstalls, ""},
			why:   "the mock has its reasons",
		},
		"the mock does not say where it listens": {
			fakes:       fakes{goBuilds, terraformInstalls, "good morning\n"},
			why:         `first line is "good morning"`,
			mockStarted: true,
		},
		"the CLI fails": {
			fakes:       fakes{goBuilds, strings.Replace(terraformInstalls, "init)", "init) exit 3;", 1), mockListens},
			why:         "terraform init: the exit code is 3, want 0",
			mockStarted: true,
		},
		"the CLI succeeds with something else": {
			fakes:       fakes{goBuilds, strings.Replace(terraformInstalls, "Installed", "Found", 1), mockListens},
			why:         `terraform init: it does not say "Installed`,
			mockStarted: true,
		},
		"a later step fails": {
			fakes:       fakes{goBuilds, terraformInstalls, mockListens},
			why:         "terraform plan -detailed-exitcode -out=first.tfplan: the exit code is 1, want 2",
			mockStarted: true,
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			temporary, stoppedFile := test.fakes.install(t)

			err := demonstrate(t.Context(), t.Output())
			if err == nil || !strings.Contains(err.Error(), test.why) {
				t.Errorf("error is %v, want one that says %q", err, test.why)
			}

			wantNothingLeft(t, temporary)

			if _, err := os.Stat(stoppedFile); (err == nil) != test.mockStarted {
				t.Errorf("mock stopped: %t, want %t", err == nil, test.mockStarted)
			}
		})
	}
}

func TestTheDemoCleansUpWhenItIsStopped(t *testing.T) {
	temporary, stoppedFile := fakes{goBuilds, terraformInstalls, mockListens}.install(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("the user has had enough")

	// The mock listens, and the CLI is about to start.
	out := &trigger{text: "$ terraform init", then: func() { cancel(stopped) }}

	if err := demonstrate(ctx, out); !errors.Is(err, stopped) {
		t.Errorf("error is %v, want %v", err, stopped)
	}

	wantNothingLeft(t, temporary)

	if _, err := os.Stat(stoppedFile); err != nil {
		t.Errorf("the mock was not stopped: %v", err)
	}
}

func TestTheDemoCleansUpWhenItPanics(t *testing.T) {
	temporary, stoppedFile := fakes{goBuilds, terraformInstalls, mockListens}.install(t)
	out := &trigger{text: "$ terraform init", then: func() { panic("a bug") }}

	func() {
		defer func() {
			if recover() == nil {
				t.Error("the demo did not panic")
			}
		}()

		_ = demonstrate(t.Context(), out) // panics
	}()

	wantNothingLeft(t, temporary)

	if _, err := os.Stat(stoppedFile); err != nil {
		t.Errorf("the mock was not stopped: %v", err)
	}
}

// trigger does something once text has been written to it.
type trigger struct {
	written bytes.Buffer
	text    string
	then    func()
}

var _ io.Writer = (*trigger)(nil)

func (w *trigger) Write(p []byte) (int, error) {
	w.written.Write(p)

	if strings.Contains(w.written.String(), w.text) {
		w.then()
	}

	return len(p), nil
}

// wantNothingLeft fails the test unless the folder is empty.
func wantNothingLeft(t *testing.T, folder string) {
	t.Helper()

	left, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}

	if len(left) > 0 {
		t.Errorf("the demo left %v behind", left)
	}
}
