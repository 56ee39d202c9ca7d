//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

func TestRecord_AppendsALineForEachProcess(t *testing.T) {
	t.Chdir(t.TempDir())

	for range 2 {
		process := exec.CommandContext(t.Context(), "/bin/sh", "-c", "exit")
		if err := process.Run(); err != nil {
			t.Fatal(err)
		}

		if err := record(process.ProcessState); err != nil {
			t.Fatal(err)
		}
	}

	file, err := os.Open("usage")
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = file.Close() })

	for range 2 {
		var processor, peak int
		if _, err := fmt.Fscanln(file, &processor, &peak); err != nil || processor <= 0 || peak < 100_000 {
			t.Errorf("got %d ns, %d bytes and the error %v, want what a shell uses", processor, peak, err)
		}
	}
}
