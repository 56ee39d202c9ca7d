// Package golden compares texts with golden files in tests. The flag -update
// rewrites the files; review the diff.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Update reports whether the golden files are being rewritten.
func Update() bool { return *update }

// Compare compares a text with a file, whose name is relative to the folder testdata.
func Compare(tb testing.TB, name, got string) {
	tb.Helper()

	file := filepath.Join("testdata", name)

	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			tb.Fatal(err)
		}
	}

	want, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}

	if diff := cmp.Diff(string(want), got); diff != "" {
		tb.Errorf("%s differs (-want +got):\n%s", file, diff)
	}
}
