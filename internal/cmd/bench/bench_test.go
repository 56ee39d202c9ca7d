package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestBench_MeasuresEveryPhaseOfEverySubject runs the bench with two objects.
// What it takes is not looked at: this is no timed test.
func TestBench_MeasuresEveryPhaseOfEverySubject(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("it runs the real CLI: set TF_ACC=1")
	}

	var out, progress bytes.Buffer
	if code := run([]string{"-n=2", "-json"}, &out, &progress); code != 0 {
		t.Fatalf("exit code %d:\n%s", code, progress.String())
	}

	var got report
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}

	for _, start := range got.Starts {
		if start.FastestMilliseconds <= 0 || start.Milliseconds < start.FastestMilliseconds {
			t.Errorf("the start of %s: %+v", start.Program, start)
		}
	}

	if want := len(allSubjects) * len(phases); len(got.Measurements) != want || len(got.Starts) != 2 {
		t.Fatalf("got %d measurements, want %d, and %d starts, want 2", len(got.Measurements), want, len(got.Starts))
	}

	for _, m := range got.Measurements {
		checkMeasurement(t, m)
	}
}

func checkMeasurement(t *testing.T, m measurement) {
	t.Helper()

	if m.WallSeconds <= 0 || m.ProcessorSeconds <= m.ProviderSeconds {
		t.Errorf("%s, %s: %+v", m.Subject, m.Phase, m)
	}

	hasProvider := m.Subject != builtIn
	if hasProvider != (m.ProviderSeconds > 0) || hasProvider != (m.ProviderPeakBytes > 0) || hasProvider != (m.ProviderStarts > 0) {
		t.Errorf("%s, %s: a provider that is not there was measured, or one that is was not: %+v", m.Subject, m.Phase, m)
	}

	// The bench itself has checked how many requests there are.
	if m.Connections > m.Requests || m.MostInFlight > m.Requests || (m.Requests > 0) != (m.Connections > 0) {
		t.Errorf("%s, %s: %+v", m.Subject, m.Phase, m.traffic)
	}

	if strings.Contains(m.Phase, "nothing changed") && m.StateBytes == 0 {
		t.Errorf("%s, %s: there is no state", m.Subject, m.Phase)
	}
}
