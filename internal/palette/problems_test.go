package palette_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
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
		"another attribute": {colors: map[string]string{"name": "Brand"}},
		"names and short forms": {colors: map[string]string{
			"lm_primary_background_color": "White", "lm_button_outline_color": "#00F",
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
		"no text for all backgrounds of dark mode": {
			colors: map[string]string{
				"dm_primary_background_color": "#1864ab", "dm_light_background_color": "#f8f9fa", "dm_dark_background_color": "#dee2e6",
			},
			want: []palette.Problem{
				{
					Attribute: "dm_light_background_color", Value: "#f8f9fa",
					Contrast: pointer(1.05), Required: pointer(4.5), Criterion: pointer("1.4.3"), Suggestion: pointer("#757676"),
					Message: "dm_light_background_color (#f8f9fa) has a contrast of 1.05:1 with white text; text needs at least 4.5:1. " +
						"The nearest color that passes is #757676. Black text passes on it (19.92:1), but not on dm_primary_background_color (#1864ab): 3.44:1.",
				},
				{
					Attribute: "dm_dark_background_color", Value: "#dee2e6",
					Contrast: pointer(1.30), Required: pointer(4.5), Criterion: pointer("1.4.3"), Suggestion: pointer("#73777b"),
					Message: "dm_dark_background_color (#dee2e6) has a contrast of 1.30:1 with white text; text needs at least 4.5:1. " +
						"The nearest color that passes is #73777b. Black text passes on it (16.12:1), but not on dm_primary_background_color (#1864ab): 3.44:1.",
				},
			},
		},
		"level AAA": {
			colors: map[string]string{"lm_light_background_color": "#777"},
			level:  palette.AAA,
			want: []palette.Problem{{
				Attribute: "lm_light_background_color", Value: "#777", Contrast: pointer(4.68), Required: pointer(7.0), Criterion: pointer("1.4.6"), Suggestion: pointer("#959595"),
				Message: "lm_light_background_color (#777) has a contrast of 4.68:1 with black text; text needs at least 7:1. " +
					"The nearest color that passes is #959595. White text fails too, with 4.47:1 on lm_light_background_color (#777).",
			}},
		},
		"an outline on two of three backgrounds": {
			colors: map[string]string{
				"lm_primary_background_color": "#fff", "lm_light_background_color": "#f1f3f5", "lm_dark_background_color": "#ced4da",
				"lm_button_outline_color": "#919191",
			},
			want: []palette.Problem{{
				Attribute: "lm_button_outline_color", Value: "#919191",
				Background: pointer("lm_dark_background_color"), Backgrounds: []string{"lm_dark_background_color", "lm_light_background_color"},
				Contrast: pointer(2.10), Required: pointer(3.0), Criterion: pointer("1.4.11"), Suggestion: pointer("#767676"),
				Message: "lm_button_outline_color (#919191) has a contrast of 2.10:1 on lm_dark_background_color (#ced4da) " +
					"and 2.83:1 on lm_light_background_color (#f1f3f5); an outline needs at least 3:1. The nearest color that passes is #767676.",
			}},
		},
		"an outline that also has to stand out from a suggestion": {
			colors: map[string]string{
				"lm_primary_background_color": "#000", "lm_light_background_color": "#fff", "lm_button_outline_color": "#ccc",
			},
			want: []palette.Problem{
				{
					Attribute: "lm_primary_background_color", Value: "#000",
					Contrast: pointer(1.0), Required: pointer(4.5), Criterion: pointer("1.4.3"), Suggestion: pointer("#757575"),
					Message: "lm_primary_background_color (#000) has a contrast of 1.00:1 with black text; text needs at least 4.5:1. " +
						"The nearest color that passes is #757575. White text passes on it (21.00:1), but not on lm_light_background_color (#fff): 1.00:1.",
				},
				{
					Attribute: "lm_button_outline_color", Value: "#ccc",
					Background: pointer("lm_light_background_color"), Backgrounds: []string{"lm_light_background_color"},
					Contrast: pointer(1.60), Required: pointer(3.0), Criterion: pointer("1.4.11"), Suggestion: pointer("#2c2c2c"),
					Message: "lm_button_outline_color (#ccc) has a contrast of 1.60:1 on lm_light_background_color (#fff); " +
						"an outline needs at least 3:1. The nearest color that passes on the suggested backgrounds is #2c2c2c.",
				},
			},
		},
		"an outline that stands out from a suggestion": {
			colors: map[string]string{
				"dm_primary_background_color": "#fff", "dm_light_background_color": "#000", "dm_button_outline_color": "#fff",
			},
			want: []palette.Problem{
				{
					Attribute: "dm_primary_background_color", Value: "#fff",
					Contrast: pointer(1.0), Required: pointer(4.5), Criterion: pointer("1.4.3"), Suggestion: pointer("#767676"),
					Message: "dm_primary_background_color (#fff) has a contrast of 1.00:1 with white text; text needs at least 4.5:1. " +
						"The nearest color that passes is #767676. Black text passes on it (21.00:1), but not on dm_light_background_color (#000): 1.00:1.",
				},
				{
					Attribute: "dm_button_outline_color", Value: "#fff",
					Background: pointer("dm_primary_background_color"), Backgrounds: []string{"dm_primary_background_color"},
					Contrast: pointer(1.0), Required: pointer(3.0), Criterion: pointer("1.4.11"), Suggestion: pointer("#ffffff"),
					Message: "dm_button_outline_color (#fff) has a contrast of 1.00:1 on dm_primary_background_color (#fff); " +
						"an outline needs at least 3:1. It passes on the suggested backgrounds.",
				},
			},
		},
		"an outline that stands out from all but a suggestion": {
			colors: map[string]string{
				"lm_primary_background_color": "#000", "lm_light_background_color": "#fff", "lm_button_outline_color": "#777",
			},
			want: []palette.Problem{
				{
					Attribute: "lm_primary_background_color", Value: "#000",
					Contrast: pointer(1.0), Required: pointer(4.5), Criterion: pointer("1.4.3"), Suggestion: pointer("#757575"),
					Message: "lm_primary_background_color (#000) has a contrast of 1.00:1 with black text; text needs at least 4.5:1. " +
						"The nearest color that passes is #757575. White text passes on it (21.00:1), but not on lm_light_background_color (#fff): 1.00:1.",
				},
				{
					Attribute: "lm_button_outline_color", Value: "#777",
					Background: pointer("lm_primary_background_color"), Backgrounds: []string{"lm_primary_background_color"},
					Contrast: pointer(1.02), Required: pointer(3.0), Criterion: pointer("1.4.11"), Suggestion: pointer("#2c2c2c"),
					Message: "lm_button_outline_color (#777) would have a contrast of 1.02:1 on the suggested lm_primary_background_color (#757575); " +
						"an outline needs at least 3:1. The nearest color that passes on the suggested backgrounds is #2c2c2c.",
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
			"lm_primary_background_color": "#eee", "lm_light_background_color": "#ccc", "lm_dark_background_color": "#ddd",
			"dm_primary_background_color": "#ddd", "dm_light_background_color": "#eee", "dm_dark_background_color": "#ccc",
		}},
	}

	// FormatContrast truncates to two decimals.
	options := cmp.Options{cmpopts.EquateApprox(0, 0.01), cmpopts.EquateEmpty()}

	for name, test := range tests {
		if test.level == (palette.Level{}) {
			test.level = palette.AA
		}

		if diff := cmp.Diff(test.want, palette.Problems(test.colors, test.level), options); diff != "" {
			t.Errorf("%s: problems (-want +got):\n%s", name, diff)
		}
	}
}

// TestProblems_SuggestionsHoldTogether follows all suggestions.
func TestProblems_SuggestionsHoldTogether(t *testing.T) { checkPalettes(t, checkSuggestions) }

func checkSuggestions(t reporter, colors map[string]string, level palette.Level) {
	t.Helper()

	before := palette.Problems(colors, level)
	followed, wereSwapped := maps.Clone(colors), false

	for _, problem := range before {
		switch {
		case problem.Criterion == nil:
			wereSwapped = true
		case problem.Suggestion == nil, followed[problem.Attribute] != colors[problem.Attribute]:
			t.Errorf("%s of %v has no suggestion, or a second problem: %+v", problem.Attribute, colors, before)
		default:
			followed[problem.Attribute] = *problem.Suggestion
			checkHue(t, colors[problem.Attribute], *problem.Suggestion)
		}
	}

	for _, problem := range palette.Problems(followed, level) {
		if problem.Criterion != nil || !wereSwapped {
			t.Errorf("%v at %s, after all suggestions: %s", colors, level.Name, problem.Message)
		}
	}
}

func checkHue(t reporter, value, suggested string) {
	t.Helper()

	color, suggestion := mustParse(t, value), mustParse(t, suggested)
	chroma, hue := chromaAndHue(color)
	suggestedChroma, suggestedHue := chromaAndHue(suggestion)

	if isGray(color) && !isGray(suggestion) ||
		min(chroma, suggestedChroma) >= visibleChroma && hueAngle(hue, suggestedHue) > 10 {
		t.Errorf("the suggestion %s has another hue than %s", suggestion, color)
	}
}

// TestProblems_SuggestTheNearestGray compares with all grays.
func TestProblems_SuggestTheNearestGray(t *testing.T) {
	gray := func(level int) palette.Color { return palette.Color{R: uint8(level), G: uint8(level), B: uint8(level)} }

	for behind := 0; behind < 256; behind += 21 { // 63 among them, on which rounding would tinge a suggestion
		background := gray(behind)

		var passing []palette.Color

		for other := range 256 {
			if palette.Contrast(gray(other), background) >= 3 {
				passing = append(passing, gray(other))
			}
		}

		for level := range 256 {
			outline := gray(level)

			problems := palette.Problems(map[string]string{
				"dm_dark_background_color": background.String(), "dm_button_outline_color": outline.String(),
			}, palette.AA)
			if len(problems) == 0 {
				continue
			}

			distance := func(color palette.Color) float64 { return math.Abs(lightness(color) - lightness(outline)) }

			if problems[0].Suggestion == nil {
				t.Fatalf("%s on %s has no suggestion", outline, background)
			}

			suggestion := mustParse(t, *problems[0].Suggestion)
			if !isGray(suggestion) {
				t.Errorf("the suggestion for %s on %s is %s", outline, background, suggestion)
			}

			const precision = 1.0 / 256

			for _, other := range passing {
				if distance(other) < distance(suggestion)-precision {
					t.Fatalf("the suggestion for %s on %s is %s, and %s is nearer", outline, background, suggestion, other)
				}
			}
		}
	}
}

// edges are colors close to what decides about black and white text and about
// outlines, at AA and AAA.
var edges = []string{
	"#000000", "#ffffff", "#747474", "#757575", "#767676", "#777777", "#949494", "#959595", "#585858", "#595959", "#5a5a5a", "#969696",
	"#0000ff", "#ff0000", "#008484",
}

// checkPalettes checks, at both levels, each pair of edges as two backgrounds of
// each mode, one edge as the only background, 500 palettes of eight random colors,
// and what anyPalette generates.
func checkPalettes(t *testing.T, check func(t reporter, colors map[string]string, level palette.Level)) {
	t.Helper()

	var palettes []map[string]string

	for _, first := range edges {
		for _, second := range edges {
			palettes = append(palettes, map[string]string{
				"lm_primary_background_color": first, "lm_dark_background_color": second,
				"dm_light_background_color": second, "dm_button_outline_color": first,
			})
		}
	}

	random := rand.New(rand.NewPCG(1, 2))

	for range 500 {
		colors := map[string]string{}
		for _, name := range palette.Attributes() {
			colors[name] = fmt.Sprintf("#%06x", random.IntN(1<<24))
		}

		palettes = append(palettes, colors)
	}

	for _, level := range []palette.Level{palette.AA, palette.AAA} {
		for _, colors := range palettes {
			check(t, colors, level)
		}

		rapid.Check(t, func(t *rapid.T) { check(t, anyPalette().Draw(t, "palette"), level) })
	}
}

// anyPalette generates palettes of which some colors are set, often with little
// contrast.
func anyPalette() *rapid.Generator[map[string]string] {
	return rapid.Custom(func(t *rapid.T) map[string]string {
		colors := map[string]string{}

		for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom(palette.Attributes()), rapid.ID[string]).Draw(t, "names") {
			if rapid.Bool().Draw(t, "isEdge") {
				colors[name] = rapid.SampledFrom(edges).Draw(t, name)
			} else {
				colors[name] = anyColor().Draw(t, name).String()
			}
		}

		return colors
	})
}
