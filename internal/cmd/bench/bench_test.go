//go:build unix

package main

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestUsage_SumsProcesses(t *testing.T) {
	t.Chdir(t.TempDir())

	var processor time.Duration

	for range 2 {
		process := exec.CommandContext(t.Context(), "/bin/sh", "-c", "exit")
		if err := process.Run(); err != nil {
			t.Fatal(err)
		}

		if err := record(process.ProcessState); err != nil {
			t.Fatal(err)
		}

		processor += process.ProcessState.UserTime() + process.ProcessState.SystemTime()
	}

	used, err := readUsage(".")
	if err != nil || used.processor != processor || used.peakBytes < 100_000 {
		t.Errorf("got %+v and the error %v, want %s", used, err, processor)
	}
}

func TestTable_ComparesWithBaseline(t *testing.T) {
	var out strings.Builder

	if err := table(&out, []step{{
		name: "destroy", objects: 10,
		provider: usage{processor: time.Second, peakBytes: 31_250_000},
		baseline: usage{processor: 1250 * time.Millisecond},
	}}); err != nil {
		t.Fatal(err)
	}

	want := `
|         | themes | CPU s | of baseline | peak MB |
|---      |--:     |--:    |--:          |--:      |
| destroy | 10     | 1.00  | 0.80        | 31      |
`
	if diff := cmp.Diff(want, "\n"+out.String()); diff != "" {
		t.Errorf("the table (-want +got):\n%s", diff)
	}
}
