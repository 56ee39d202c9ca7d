package palette_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

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
		var values []string

		theme := palette.Derive(mustParse(t, brand))
		for _, name := range palette.Attributes() {
			values = append(values, theme[name])
		}

		_, _ = fmt.Fprintf(&got, "%s: %s; %s\n", brand, strings.Join(values[:4], " "), strings.Join(values[4:], " "))
	}

	golden.Compare(t, "derived.txt", got.String())
}
