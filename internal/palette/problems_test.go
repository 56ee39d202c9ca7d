package palette_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/golden"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

func TestProblems_MatchGoldenFile(t *testing.T) {
	var got strings.Builder

	for _, test := range []struct {
		name   string
		level  palette.Level
		colors map[string]string
	}{
		{"another attribute", palette.AA, map[string]string{"name": "Brand"}},
		{"names and short forms", palette.AA, map[string]string{"lm_primary_background_color": "White", "lm_button_outline_color": "#00F"}},
		{"not a color", palette.AA, map[string]string{"lm_primary_background_color": "1864ab", "dm_button_outline_color": ""}},
		{"no text for all backgrounds of dark mode", palette.AA, map[string]string{
			"dm_primary_background_color": "#1864ab", "dm_light_background_color": "#f8f9fa", "dm_dark_background_color": "#dee2e6",
		}},
		{"level AAA", palette.AAA, map[string]string{"lm_light_background_color": "#777"}},
		{"an outline on two of three backgrounds", palette.AA, map[string]string{
			"lm_primary_background_color": "#fff", "lm_light_background_color": "#f1f3f5", "lm_dark_background_color": "#ced4da",
			"lm_button_outline_color": "#919191",
		}},
		{"an outline that also has to stand out from a suggestion", palette.AA, map[string]string{
			"lm_primary_background_color": "#000", "lm_light_background_color": "#fff", "lm_button_outline_color": "#ccc",
		}},
		{"an outline that stands out from a suggestion", palette.AA, map[string]string{
			"dm_primary_background_color": "#fff", "dm_light_background_color": "#000", "dm_button_outline_color": "#fff",
		}},
		{"an outline that stands out from all but a suggestion", palette.AA, map[string]string{
			"lm_primary_background_color": "#000", "lm_light_background_color": "#fff", "lm_button_outline_color": "#777",
		}},
		{"light mode darker than dark mode", palette.AA, map[string]string{
			"lm_primary_background_color": "#222", "lm_light_background_color": "#111", "lm_dark_background_color": "#333", "dm_light_background_color": "#eee",
		}},
		{"equal modes, in another order", palette.AA, map[string]string{
			"lm_primary_background_color": "#eee", "lm_light_background_color": "#ccc", "lm_dark_background_color": "#ddd",
			"dm_primary_background_color": "#ddd", "dm_light_background_color": "#eee", "dm_dark_background_color": "#ccc",
		}},
	} {
		shown, err := json.MarshalIndent(palette.Problems(test.colors, test.level), "", "  ")
		if err != nil {
			t.Fatal(err)
		}

		_, _ = fmt.Fprintf(&got, "# %s\n%s\n\n", test.name, shown)
	}

	golden.Compare(t, "problems.txt", got.String())
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
			wanted := lightness(outline)

			problems := palette.Problems(map[string]string{
				"dm_dark_background_color": background.String(), "dm_button_outline_color": outline.String(),
			}, palette.AA)
			if len(problems) == 0 {
				continue
			}

			distance := func(color palette.Color) float64 { return math.Abs(lightness(color) - wanted) }

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
