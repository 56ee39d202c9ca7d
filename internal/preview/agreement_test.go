package preview_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// TestColors_AgreeWithVerdict compares the marks of drawn colors with the
// problems that the verdict lists, for colors close to every minimum.
func TestColors_AgreeWithVerdict(t *testing.T) {
	edges := []string{"#000000", "#ffffff", "#747474", "#767676", "#777777", "#949494", "#959595"}
	for _, level := range []palette.Level{palette.AA, palette.AAA} {
		for _, outline := range edges {
			var themes []preview.Theme

			for _, first := range edges {
				for _, second := range edges {
					fields := fieldsOf(map[string]any{
						"lm_primary_background_color": first, "lm_light_background_color": second, "lm_button_outline_color": outline,
						"dm_light_background_color": first, "dm_dark_background_color": second, "dm_button_outline_color": outline,
					})
					themes = append(themes, preview.Theme{After: fields, Verdict: preview.Judge(fields, level)})
				}
			}

			page, err := preview.Render(&preview.Preview{Themes: themes, Level: level})
			root, _ := html.Parse(strings.NewReader(string(page)))

			for name := range themes[0].After {
				var want []string
				for _, theme := range themes {
					want = append(want, marks(theme, name))
				}

				got := strings.Split(regexp.MustCompile(` [0-9.]+`).ReplaceAllString(strings.Join(colorsOf(node{root}, name), "\n"), ""), "\n")
				if diff := cmp.Diff(want, got); diff != "" || err != nil {
					t.Fatalf("%s at %s: error %v, marks (-want +got):\n%s", name, level.Name, err, diff)
				}
			}
		}
	}
}

// marks returns the row of a color as the verdict wants it.
func marks(theme preview.Theme, name string) string {
	text, outline := "✓", "✓"

	for _, problem := range theme.Verdict.Problems {
		switch {
		case problem.Attribute == name && problem.Criterion != nil:
			text = "✗"
		// Problems are also of outlines that fail on suggested backgrounds only.
		case slices.Contains(problem.Backgrounds, name) && !strings.Contains(problem.Message, "would have"):
			outline = "✗"
		}
	}

	if strings.HasSuffix(name, palette.ButtonOutline) {
		text, outline = "–", "–"
	}

	return theme.After.Text(name) + " | " + text + " | " + outline
}
