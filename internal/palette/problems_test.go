package palette_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

func TestProblems_NameAttributesAndRatios(t *testing.T) {
	tests := map[string]struct {
		colors map[string]string
		want   []string
	}{
		"nothing configured": {},
		"an outline alone":   {colors: map[string]string{"lm_button_outline_color": "#fff"}},
		"one background":     {colors: map[string]string{"lm_light_background_color": "#777"}},
		"another attribute":  {colors: map[string]string{"name": "Brand"}},
		"names and short forms": {colors: map[string]string{
			"lm_primary_background_color": "White", "lm_button_outline_color": "#00F",
		}},
		"modes are separate": {colors: map[string]string{
			"lm_primary_background_color": "#fff", "dm_primary_background_color": "#000", "dm_button_outline_color": "#fff",
		}},
		"not a color": {
			colors: map[string]string{"lm_primary_background_color": "1864ab", "dm_button_outline_color": ""},
			want: []string{
				`lm_primary_background_color is "1864ab", which is not a color: use #rgb, #rrggbb or a CSS color name.`,
				`dm_button_outline_color is "", which is not a color: use #rgb, #rrggbb or a CSS color name.`,
			},
		},
		"no text for all backgrounds": {
			colors: map[string]string{
				"dm_primary_background_color": "#1864ab", "dm_light_background_color": "#f8f9fa", "dm_dark_background_color": "#dee2e6",
			},
			want: []string{
				"Neither black nor white text is readable on all backgrounds of dark mode: " +
					"black has a contrast of 3.44:1 on dm_primary_background_color (#1864ab), " +
					"and white of 1.05:1 on dm_light_background_color (#f8f9fa); text needs at least 4.5:1.",
			},
		},
		"an outline on two of three backgrounds": {
			colors: map[string]string{
				"lm_primary_background_color": "#fff", "lm_light_background_color": "#f1f3f5", "lm_dark_background_color": "#ced4da",
				"lm_button_outline_color": "#919191",
			},
			want: []string{
				"lm_button_outline_color (#919191) has a contrast of 2.83:1 on lm_light_background_color (#f1f3f5); an outline needs at least 3:1.",
				"lm_button_outline_color (#919191) has a contrast of 2.10:1 on lm_dark_background_color (#ced4da); an outline needs at least 3:1.",
			},
		},
	}

	for name, test := range tests {
		if diff := cmp.Diff(test.want, palette.Problems(test.colors)); diff != "" {
			t.Errorf("%s: problems (-want +got):\n%s", name, diff)
		}
	}
}

// TestProblems_MatchDefinition compares with a second implementation.
func TestProblems_MatchDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		colors := map[string]string{}
		for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom(palette.Attributes()), rapid.ID[string]).Draw(t, "names") {
			colors[name] = anyColor().Draw(t, name).String()
		}

		want := false

		for _, mode := range []string{"lm_", "dm_"} {
			black, white := true, true

			for _, background := range []string{"primary", "light", "dark"} {
				behind, isConfigured := colors[mode+background+"_background_color"]
				if !isConfigured {
					continue
				}

				black = black && palette.Contrast(palette.Black, mustParse(t, behind)) >= 4.5
				white = white && palette.Contrast(palette.White, mustParse(t, behind)) >= 4.5

				outline, isConfigured := colors[mode+"button_outline_color"]
				want = want || isConfigured && palette.Contrast(mustParse(t, outline), mustParse(t, behind)) < 3
			}

			want = want || !black && !white
		}

		if got := palette.Problems(colors); (len(got) > 0) != want {
			t.Errorf("problems of %v: %q", colors, got)
		}
	})
}

func TestAssess_ReturnsTextColorOfMode(t *testing.T) {
	colors := map[string]string{
		"lm_dark_background_color": "#666", "lm_primary_background_color": "#000", "lm_light_background_color": "#fffff",
		"dm_dark_background_color": "none", "dm_button_outline_color": "red",
	}

	if light := palette.Assess(palette.LightPrefix, colors); light.Text == nil || *light.Text != palette.White {
		t.Errorf("the text on black and dark gray is %v", light.Text)
	}

	if dark := palette.Assess(palette.DarkPrefix, colors); dark.Text != nil {
		t.Errorf("the text without a background is %v", dark.Text)
	}
}
