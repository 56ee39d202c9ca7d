package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// TestRun_ReportsEveryPhaseOfEveryKind omits the kind minimal, which a baseline
// runs anyway. It ignores the measurements, which mean nothing for two objects.
func TestRun_ReportsEveryPhaseOfEveryKind(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("it runs the real CLI: set TF_ACC=1")
	}

	var out, progress bytes.Buffer
	if code := run([]string{"-n=2", "-kinds=appearance,source"}, &out, &progress); code != 0 {
		t.Fatalf("exit code %d:\n%s", code, progress.String())
	}

	for _, line := range []string{"| appearance | create ", "| source     | destroy "} {
		if !strings.Contains(out.String(), "\n"+line) {
			t.Errorf("no line begins with %q:\n%s", line, out.String())
		}
	}

	if got, want := strings.Count(out.String(), " met ")+strings.Count(out.String(), " MISSED "), 2*len(phases); got != want {
		t.Errorf("%d lines have a verdict, want %d:\n%s", got, want, out.String())
	}
}

func TestRun_RejectsInvalidArguments(t *testing.T) {
	for argument, want := range map[string]string{
		"-n=0":          "-n must be at least 1",
		"-kinds=ghost":  `-kinds: "ghost" is not one of appearance,minimal,source`,
		"-unknown-flag": "flag provided but not defined: -unknown-flag",
	} {
		var progress bytes.Buffer
		if code := run([]string{argument}, nil, &progress); code == 0 || !strings.Contains(progress.String(), want) {
			t.Errorf("%s: exit code %d and the message %q, want %q", argument, code, progress.String(), want)
		}
	}
}

func TestMeasurePhase_SumsProviderProcesses(t *testing.T) {
	used, err := measureScript(t, "echo 1000000000 2048 >> usage; echo 500000000 4096 >> usage", phase{})
	if err != nil {
		t.Fatal(err)
	}

	if used.provider != 1500*time.Millisecond || used.peakBytes != 4096 || used.wall <= 0 {
		t.Errorf("got %+v", used)
	}
}

func TestMeasurePhase_FailsWithPhase(t *testing.T) {
	for name, test := range map[string]struct {
		script string
		phase  phase
		want   string
	}{
		"the CLI fails":        {"echo Error: no such object; exit 1", phase{}, "exit code 1:\nError: no such object"},
		"nothing is sent":      {"true", phase{sends: true}, "received 0 requests, want 2"},
		"no provider runs":     {"true", phase{}, "usage: no such file"},
		"the usage is cut off": {"echo 1000000000 > usage", phase{}, "read the usage of the provider"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := measureScript(t, test.script, test.phase); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got the error %v, want %q", err, test.want)
			}
		})
	}
}

// measureScript measures a phase with a shell script as the CLI.
func measureScript(t *testing.T, script string, p phase) (usage, error) {
	t.Helper()

	b, err := newBench(2, allKinds, nil)
	if err != nil {
		t.Fatal(err)
	}

	dir := t.TempDir()
	program := filepath.Join(dir, "cli")

	if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}

	return b.measurePhase(t.Context(), cli.Workspace{CLI: cli.CLI{Path: program}, Dir: dir}, p)
}

func TestReport_ComparesWithBaselines(t *testing.T) {
	providers := [providerCount]usage{
		{wall: 3 * time.Second, cli: 2 * time.Second, provider: time.Second, peakBytes: 31_250_000},
		{provider: 2 * time.Second},
		{provider: 1250 * time.Millisecond},
	}
	slowPlan, slower := providers, providers
	slowPlan[threeAttributes].provider = time.Second
	slower[sameSchema].provider = 800 * time.Millisecond

	var out strings.Builder
	if err := report(&out, "Terraform 1.11.4", 10, []result{
		{"source", unchangedPlan, providers}, {"source", unchangedPlan, slowPlan}, {"source", "destroy", slowPlan}, {"source", "update", slower},
	}); err != nil {
		t.Fatal(err)
	}

	_, table, _ := strings.Cut(out.String(), "10 objects of each kind.\n\n")
	want := `
| kind   | phase                | wall s | CLI s | provider s | of same schema | of three attributes | peak MB | aims   |
|---     |---                   |--:     |--:    |--:         |--:             |--:                  |--:      |---     |
| source | plan without changes | 3.00   | 2.00  | 1.00       | 0.50 (2.00 s)  | 0.80 (1.25 s)       | 31      | met    |
| source | plan without changes | 3.00   | 2.00  | 1.00       | 0.50 (2.00 s)  | 1.00 (1.00 s)       | 31      | MISSED |
| source | destroy              | 3.00   | 2.00  | 1.00       | 0.50 (2.00 s)  | 1.00 (1.00 s)       | 31      | met    |
| source | update               | 3.00   | 2.00  | 1.00       | 1.25 (0.80 s)  | 0.80 (1.25 s)       | 31      | MISSED |
`

	if diff := cmp.Diff(want, "\n"+table); diff != "" {
		t.Errorf("the table (-want +got):\n%s", diff)
	}
}
