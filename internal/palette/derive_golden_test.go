package palette_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestDerive_MatchesGoldenFile pins the result, because a change to it changes
// users' themes. Such a change belongs in the changelog.
func TestDerive_MatchesGoldenFile(t *testing.T) {
	var got strings.Builder

	got.WriteString("# brand: lm primary, light, dark, outline; dm primary, light, dark, outline\n")

	for _, brand := range []string{
		"#1864ab", "#0b7285", "#e03131", "#2f9e44", "#f08c00", "#ffd43b", "#7048e8", "#d6336c",
		"#000080", "#0000ff", "#00ff00", "#00ffff", "#ff00ff", "#fff000", "#ff0000", "#ffe0e0", "#e6f4ea",
		"#3e2723", "#101030", "#1a1b1e", "#808081", "#fffffe", "#000001", "#000000", "#808080", "#ffffff",
	} {
		theme := palette.Derive(mustParse(t, brand))
		_, _ = fmt.Fprintf(&got, "%s: %s; %s\n", brand, joined(theme.Light), joined(theme.Dark))
	}

	compareFile(t, filepath.Join("testdata", "derived.txt"), func(string) string { return got.String() })
}

func joined(mode palette.Mode) string {
	return fmt.Sprintf("%s %s %s %s", mode.PrimaryBackground, mode.LightBackground, mode.DarkBackground, mode.ButtonOutline)
}

// compareFile compares a file with its expected content, which may depend on
// the current one.
func compareFile(t *testing.T, file string, expected func(got string) string) {
	t.Helper()

	got, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}

	want := expected(string(got))

	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}

		return
	}

	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s (-want +got), write it with -update:\n%s", file, diff)
	}
}
