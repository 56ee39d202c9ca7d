package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestTakeUsage_AddsUpWhatTheMeterNoted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "usage.jsonl")
	notes := `{"ProcessorNanoseconds":1000,"PeakBytes":30}` + "\n" + `{"ProcessorNanoseconds":500,"PeakBytes":20}` + "\n"

	if err := os.WriteFile(file, []byte(notes), 0o600); err != nil {
		t.Fatal(err)
	}

	got, err := takeUsage(file)
	if err != nil {
		t.Fatal(err)
	}

	if want := (providerUsage{starts: 2, processor: 1500 * time.Nanosecond, peakBytes: 30}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}

	// The next phase begins with nothing.
	if got, err = takeUsage(file); err != nil || got != (providerUsage{}) {
		t.Errorf("the second time got %+v, %v, want nothing", got, err)
	}
}

func TestParseUsage_FailsForHalfALine(t *testing.T) {
	if got, err := parseUsage([]byte(`{"ProcessorNanoseconds":1000,`)); err == nil {
		t.Errorf("got %+v, want an error", got)
	}
}
