//go:build unix

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun_NotesWhatEachProviderTook(t *testing.T) {
	dir := t.TempDir()
	provider, file := filepath.Join(dir, "provider"), filepath.Join(dir, "usage.jsonl")

	if err := os.WriteFile(provider, []byte("#!/bin/sh\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}

	t.Setenv(providerVariable, provider)
	t.Setenv(usageVariable, file)

	for range 2 {
		if code, err := run(); err != nil || code != 3 {
			t.Fatalf("got exit code %d and the error %v, want the provider's exit code 3", code, err)
		}
	}

	notes, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	lines := strings.Split(strings.TrimSpace(string(notes)), "\n")
	if len(lines) != 2 {
		t.Fatalf("got %d lines, want one for each provider:\n%s", len(lines), notes)
	}

	for _, line := range lines {
		var noted usage
		if err := json.Unmarshal([]byte(line), &noted); err != nil {
			t.Fatal(err)
		}

		if noted.ProcessorNanoseconds <= 0 || noted.PeakBytes < 100_000 {
			t.Errorf("got %+v, want what a shell takes", noted)
		}
	}
}

func TestRun_FailsWithoutAProvider(t *testing.T) {
	t.Setenv(providerVariable, "/nonexistent/provider")

	if code, err := run(); err == nil || code == 0 {
		t.Errorf("got exit code %d and the error %v", code, err)
	}
}
