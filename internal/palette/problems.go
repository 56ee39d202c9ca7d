package palette

import "fmt"

// Problem is a problem of a palette: a value that is not a color, a contrast
// that is too low, or a light mode that is darker than the dark mode.
type Problem struct {
	// Attribute is the attribute with the problem, and Value its value as
	// configured. If the problem is one of several backgrounds, Attribute is the
	// worst of them: the one with the lowest contrast to text, or the darkest of a
	// light mode.
	Attribute string `json:"attribute"`
	Value     string `json:"value"`
	// Background is the attribute of the background that an outline is held
	// against, empty for every other problem.
	Background string `json:"background,omitempty"`
	// Contrast is the measured contrast ratio, and Required the minimum that
	// Criterion, a success criterion of WCAG 2.2, asks for. All three are zero if
	// the problem is not about contrast.
	Contrast  float64 `json:"contrast,omitempty"`
	Required  float64 `json:"required,omitempty"`
	Criterion string  `json:"criterion,omitempty"`
	// Suggestion is the nearest color of the same hue that, as the value of
	// Attribute, solves every contrast problem that the attribute has and adds
	// none. It has the form #rrggbb, and is empty if there is no such color.
	Suggestion string `json:"suggestion,omitempty"`
	// Message is the problem as a sentence, with the suggestion.
	Message string `json:"message"`
}

// Problems returns the problems of a palette at a level, none for a palette
// without problems. The keys of colors are names of attributes; a color without a
// key is not configured, and other keys are ignored. A problem is
//
//   - a value that is not a color,
//   - backgrounds of a mode on which neither black nor white text reaches
//     level.Text everywhere,
//   - an outline below level.Outline on one of its mode's backgrounds,
//   - a light mode that is darker than the dark mode, by the mean luminance of
//     the backgrounds that are set.
//
// What the colors are used for is not documented. That text is black or white and
// that outlines stand on backgrounds is an assumption.
func Problems(colors map[string]string, level Level) []Problem {
	var problems []Problem

	set := map[string]setting{}

	for _, name := range attributes {
		value, isConfigured := colors[name]
		if !isConfigured {
			continue
		}

		color, err := Parse(value)
		if err != nil {
			problems = append(problems, Problem{
				Attribute: name, Value: value,
				Message: fmt.Sprintf("%s is %q, which is not a color: use #rgb, #rrggbb or a CSS color name.", name, value),
			})

			continue
		}

		set[name] = newSetting(name, value, color)
	}

	found := find(set, level)
	suggestions := map[string]string{}

	for _, f := range found {
		if f.Criterion == "" {
			problems = append(problems, f.problem(""))

			continue
		}

		if _, isKnown := suggestions[f.Attribute]; !isKnown {
			suggestions[f.Attribute] = suggest(f.Attribute, set, level, found)
		}

		problems = append(problems, f.problem(suggestions[f.Attribute]))
	}

	return problems
}

// TextColor returns the color of text that Problems checks in the mode with the
// prefix, LightPrefix or DarkPrefix: black or white, whichever has the higher
// LowestContrast on the backgrounds. It returns false if no background is a
// color. The keys of colors are as in Problems.
func TextColor(prefix string, colors map[string]string) (Color, bool) {
	var behind []Color

	for _, background := range backgrounds {
		if color, err := Parse(colors[prefix+background]); err == nil {
			behind = append(behind, color)
		}
	}

	return Text(behind...), len(behind) > 0
}
