package preview_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// TestColors_AgreeWithVerdict compares the marks of drawn colors with the
// problems that the verdict lists, for colors close to every minimum. Each pair of
// them is on each pair of attributes once. With suggestions, none is left.
func TestColors_AgreeWithVerdict(t *testing.T) {
	edges := []string{"#000000", "#ffffff", "#747474", "#767676", "#777777", "#949494", "#959595"}

	for _, level := range []palette.Level{palette.AA, palette.AAA} {
		var themes []preview.Theme

		for i, first := range edges {
			for j, second := range edges {
				outline := edges[(i+j)%len(edges)]
				fields := fieldsOf(map[string]any{
					"lm_primary_background_color": first, "lm_light_background_color": second, "lm_button_outline_color": outline,
					"dm_light_background_color": first, "dm_dark_background_color": second, "dm_button_outline_color": outline,
				})
				themes = append(themes, preview.Theme{After: fields, Verdict: preview.Judge(nil, fields, level)})
			}
		}

		page := parsed(t, &preview.Preview{Themes: themes, Level: level})

		for name := range themes[0].After {
			var want []string
			for _, theme := range themes {
				want = append(want, marks(theme, name))
			}

			var got []string

			for _, line := range colorsOf(page, name) {
				planned, suggested, _ := strings.Cut(regexp.MustCompile(` [0-9.]+:1( on [A-Z][a-z]+ background)?`).ReplaceAllString(line, ""), " | ")

				got = append(got, planned)

				if strings.Contains(suggested, "✗") {
					t.Errorf("%s at %s fails with suggestions: %s", name, level.Name, line)
				}
			}

			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s at %s: marks (-want +got):\n%s", name, level.Name, diff)
			}
		}
	}
}

// marks returns the cell of a color as the verdict wants it. Problems are also
// of outlines that fail on suggested backgrounds only.
func marks(theme preview.Theme, name string) string {
	isProblem := func(p preview.Problem) bool {
		return p.Attribute == name && p.Criterion != nil && !strings.Contains(p.Message, "would have")
	}

	return theme.After.Text(name) + map[bool]string{true: " ✗ fails", false: " ✓"}[slices.ContainsFunc(theme.Verdict.Problems, isProblem)]
}
