package palette

import (
	"cmp"
	"fmt"
	"slices"
)

// Problem is a problem of a palette: a value that is not a color, a contrast
// that is too low, or a light mode that is darker than the dark mode. What does
// not apply is nil or empty. An attribute has at most one problem of contrast.
type Problem struct {
	// Attribute is the attribute with the problem, and Value its value as
	// configured. If light mode is darker than dark mode, it is the darkest
	// background of light mode.
	Attribute string `json:"attribute" tfsdk:"attribute"`
	Value     string `json:"value"     tfsdk:"value"`
	// Backgrounds are the attributes of the backgrounds on which an outline has
	// too little contrast, and Background is the first and worst of them.
	Background  *string  `json:"background"  tfsdk:"background"`
	Backgrounds []string `json:"backgrounds" tfsdk:"backgrounds"`
	// Contrast is the lowest measured contrast ratio, and Required the minimum
	// that Criterion, a success criterion of WCAG 2.2, asks for.
	Contrast  *float64 `json:"contrast"  tfsdk:"contrast"`
	Required  *float64 `json:"required"  tfsdk:"required"`
	Criterion *string  `json:"criterion" tfsdk:"criterion"`
	// Suggestion is a color of the same hue, as #rrggbb. Every problem of
	// contrast has one, and a palette that follows all has none.
	Suggestion *string `json:"suggestion" tfsdk:"suggestion"`
	// Message is the problem in words, with the suggestion.
	Message string `json:"message" tfsdk:"message"`
}

// Problems returns the problems of a palette at a level, none for a palette
// without problems. The keys of colors are names of attributes; a color without
// a key is not configured, and other keys are ignored. A problem is
//
//   - a value that is not a color,
//   - a background on which Text has less contrast than level.Text,
//   - an outline below level.Outline on one of its mode's backgrounds, as they
//     are or as they are suggested,
//   - a light mode that is darker than the dark mode, by the mean luminance of
//     the backgrounds that are set.
//
// What the colors are used for is not documented. That text is black or white
// and that outlines stand on backgrounds is an assumption.
func Problems(colors map[string]string, level Level) []Problem {
	light, notLight := newScheme(LightPrefix, colors)
	dark, notDark := newScheme(DarkPrefix, colors)

	return slices.Concat(notLight, notDark, light.problems(level), dark.problems(level), swapped(light.backgrounds, dark.backgrounds))
}

// swapped returns the problem of light backgrounds that are darker than dark
// ones.
func swapped(light, dark []swatch) []Problem {
	const precision = 1e-9 // the order of the backgrounds may change the last digits

	lightMean, darkMean := meanLuminance(light), meanLuminance(dark)
	if len(light) == 0 || len(dark) == 0 || lightMean >= darkMean-precision {
		return nil
	}

	darkest := slices.MinFunc(light, func(a, b swatch) int { return cmp.Compare(a.color.luminance(), b.color.luminance()) })

	return []Problem{{
		Attribute: darkest.attribute, Value: darkest.value, Backgrounds: []string{},
		Message: fmt.Sprintf("Light mode is darker than dark mode: the mean luminance of its backgrounds is %.3f, and that of dark mode's %.3f. "+
			"Are the %s and %s values swapped?", lightMean, darkMean, LightPrefix, DarkPrefix),
	}}
}

func meanLuminance(backgrounds []swatch) float64 {
	sum := 0.0
	for _, background := range backgrounds {
		sum += background.color.luminance()
	}

	return sum / float64(len(backgrounds))
}
