package palette_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

func pointer[T any](value T) *T { return &value }

func TestProblems_MeasureAndSuggest(t *testing.T) {
	tests := map[string]struct {
		colors map[string]string
		level  palette.Level
		want   []palette.Problem
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
			want: []palette.Problem{
				{
					Attribute: "lm_primary_background_color", Value: "1864ab",
					Message: `lm_primary_background_color is "1864ab", which is not a color: use #rgb, #rrggbb or a CSS color name.`,
				},
				{
					Attribute: "dm_button_outline_color",
					Message:   `dm_button_outline_color is "", which is not a color: use #rgb, #rrggbb or a CSS color name.`,
				},
			},
		},
		"no text for all backgrounds": {
			colors: map[string]string{
				"dm_primary_background_color": "#1864ab", "dm_light_background_color": "#f8f9fa", "dm_dark_background_color": "#dee2e6",
			},
			want: []palette.Problem{{
				Attribute: "dm_primary_background_color", Value: "#1864ab",
				Contrast: pointer(3.44), Required: pointer(4.5), Criterion: pointer("1.4.3"), Suggestion: pointer("#2f77bf"),
				Message: "Neither black nor white text is readable on all backgrounds of dark mode: " +
					"black has a contrast of 3.44:1 on dm_primary_background_color (#1864ab), " +
					"and white of 1.05:1 on dm_light_background_color (#f8f9fa); text needs at least 4.5:1, " +
					"which #2f77bf as dm_primary_background_color allows.",
			}},
		},
		"two backgrounds to change": {
			colors: map[string]string{
				"lm_primary_background_color": "#1864ab", "lm_light_background_color": "#1864ab", "lm_dark_background_color": "#fff",
			},
			want: []palette.Problem{{
				Attribute: "lm_primary_background_color", Value: "#1864ab", Contrast: pointer(3.44), Required: pointer(4.5), Criterion: pointer("1.4.3"),
				Message: "Neither black nor white text is readable on all backgrounds of light mode: " +
					"black has a contrast of 3.44:1 on lm_primary_background_color (#1864ab), " +
					"and white of 1.00:1 on lm_dark_background_color (#fff); text needs at least 4.5:1.",
			}},
		},
		"level AAA": {
			colors: map[string]string{"lm_light_background_color": "#777"},
			level:  palette.AAA,
			want: []palette.Problem{{
				Attribute: "lm_light_background_color", Value: "#777", Contrast: pointer(4.68), Required: pointer(7.0), Criterion: pointer("1.4.6"), Suggestion: pointer("#959595"),
				Message: "Neither black nor white text is readable on all backgrounds of light mode: " +
					"black has a contrast of 4.68:1 on lm_light_background_color (#777), " +
					"and white of 4.47:1 on lm_light_background_color (#777); text needs at least 7:1, " +
					"which #959595 as lm_light_background_color allows.",
			}},
		},
		"an outline on two of three backgrounds": {
			colors: map[string]string{
				"lm_primary_background_color": "#fff", "lm_light_background_color": "#f1f3f5", "lm_dark_background_color": "#ced4da",
				"lm_button_outline_color": "#919191",
			},
			want: []palette.Problem{
				{
					Attribute: "lm_button_outline_color", Value: "#919191", Background: pointer("lm_light_background_color"),
					Contrast: pointer(2.83), Required: pointer(3.0), Criterion: pointer("1.4.11"), Suggestion: pointer("#767676"),
					Message: "lm_button_outline_color (#919191) has a contrast of 2.83:1 on lm_light_background_color (#f1f3f5); " +
						"an outline needs at least 3:1, which #767676 has.",
				},
				{
					Attribute: "lm_button_outline_color", Value: "#919191", Background: pointer("lm_dark_background_color"),
					Contrast: pointer(2.10), Required: pointer(3.0), Criterion: pointer("1.4.11"), Suggestion: pointer("#767676"),
					Message: "lm_button_outline_color (#919191) has a contrast of 2.10:1 on lm_dark_background_color (#ced4da); " +
						"an outline needs at least 3:1, which #767676 has.",
				},
			},
		},
		"light mode darker than dark mode": {
			colors: map[string]string{
				"lm_primary_background_color": "#222", "lm_light_background_color": "#111", "dm_light_background_color": "#eee",
			},
			want: []palette.Problem{{
				Attribute: "lm_light_background_color", Value: "#111",
				Message: "Light mode is darker than dark mode: the mean luminance of its backgrounds is 0.011, and that of dark mode's 0.855. " +
					"Are the lm_ and dm_ values swapped?",
			}},
		},
		"equal modes, in another order": {colors: map[string]string{
			"lm_primary_background_color": "#eee", "lm_light_background_color": "#ddd", "lm_dark_background_color": "#ccc",
			"dm_primary_background_color": "#ccc", "dm_light_background_color": "#eee", "dm_dark_background_color": "#ddd",
		}},
	}

	// FormatContrast truncates to two decimals.
	ratios := cmpopts.EquateApprox(0, 0.01)

	for name, test := range tests {
		if test.level == (palette.Level{}) {
			test.level = palette.AA
		}

		if diff := cmp.Diff(test.want, palette.Problems(test.colors, test.level), ratios); diff != "" {
			t.Errorf("%s: problems (-want +got):\n%s", name, diff)
		}
	}
}

// TestProblems_MatchDefinition compares with a second implementation.
func TestProblems_MatchDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		colors := anyPalette().Draw(t, "palette")
		means := map[string]float64{}
		want := false

		for _, mode := range []string{"lm_", "dm_"} {
			black, white, count := true, true, 0.0

			for _, background := range []string{"primary", "light", "dark"} {
				behind, isConfigured := colors[mode+background+"_background_color"]
				if !isConfigured {
					continue
				}

				onBlack := palette.Contrast(palette.Black, mustParse(t, behind))
				black = black && onBlack >= 4.5
				white = white && palette.Contrast(palette.White, mustParse(t, behind)) >= 4.5
				means[mode] = (means[mode]*count + onBlack) / (count + 1)
				count++

				outline, isConfigured := colors[mode+"button_outline_color"]
				want = want || isConfigured && palette.Contrast(mustParse(t, outline), mustParse(t, behind)) < 3
			}

			want = want || !black && !white
		}

		// The contrast to black grows linearly with the luminance.
		want = want || len(means) == 2 && means["lm_"] < means["dm_"]-1e-6

		if got := palette.Problems(colors, palette.AA); (len(got) > 0) != want {
			t.Errorf("problems of %v: %+v", colors, got)
		}
	})
}

// TestProblems_SuggestionsSolveAndAddNothing applies each suggestion.
func TestProblems_SuggestionsSolveAndAddNothing(t *testing.T) {
	suggested := 0

	rapid.Check(t, func(t *rapid.T) {
		colors := anyPalette().Draw(t, "palette")
		level := rapid.SampledFrom([]palette.Level{palette.AA, palette.AAA}).Draw(t, "level")
		before := palette.Problems(colors, level)

		for _, problem := range before {
			if problem.Suggestion == nil {
				continue
			}

			suggested++

			changed := maps.Clone(colors)
			changed[problem.Attribute] = *problem.Suggestion

			remaining := map[string]bool{}
			for _, old := range before {
				remaining[kind(old)] = true
			}

			delete(remaining, kind(problem))

			for _, now := range palette.Problems(changed, level) {
				if !remaining[kind(now)] {
					t.Errorf("%s = %s in %v: %s", problem.Attribute, *problem.Suggestion, colors, now.Message)
				}
			}

			checkHue(t, mustParse(t, problem.Value), mustParse(t, *problem.Suggestion))
		}
	})

	if suggested == 0 {
		t.Error("nothing was suggested")
	}
}

func checkHue(t reporter, color, suggestion palette.Color) {
	t.Helper()

	chroma, hue := chromaAndHue(color)
	suggestedChroma, suggestedHue := chromaAndHue(suggestion)

	if isGray(color) && !isGray(suggestion) ||
		min(chroma, suggestedChroma) >= visibleChroma && hueAngle(hue, suggestedHue) > 10 {
		t.Errorf("the suggestion %s has another hue than %s", suggestion, color)
	}
}

func TestProblems_SuggestGraysForGrays(t *testing.T) {
	for level := range 256 {
		gray := palette.Color{R: uint8(level), G: uint8(level), B: uint8(level)}

		colors := map[string]string{"lm_dark_background_color": gray.String(), "lm_button_outline_color": "#000"}

		for _, problem := range palette.Problems(colors, palette.AAA) {
			if problem.Suggestion == nil || problem.Attribute != "lm_dark_background_color" {
				continue
			}

			checkHue(t, gray, mustParse(t, *problem.Suggestion))
		}
	}
}

// kind tells a problem from the others of its palette. An outline has one with
// each background, a mode one with its text.
func kind(problem palette.Problem) string {
	if problem.Criterion == nil {
		return problem.Message[:5]
	}

	background := ""
	if problem.Background != nil {
		background = *problem.Background
	}

	return strings.Join([]string{*problem.Criterion, problem.Attribute[:2], background}, " ")
}

// anyPalette generates palettes of which some colors are set, often with little
// contrast.
func anyPalette() *rapid.Generator[map[string]string] {
	return rapid.Custom(func(t *rapid.T) map[string]string {
		colors := map[string]string{}
		for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom(palette.Attributes()), rapid.ID[string]).Draw(t, "names") {
			colors[name] = anyColor().Draw(t, name).String()
		}

		return colors
	})
}
