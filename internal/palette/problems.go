package palette

import (
	"fmt"
	"maps"
	"slices"
)

// Problem is a problem of a palette: a value that is not a color, a contrast
// that is too low, or a light mode that is darker than the dark mode. What does
// not apply is nil.
type Problem struct {
	// Attribute is the attribute with the problem, and Value its value as
	// configured. If the problem is one of several backgrounds, Attribute is
	// the worst of them: the one with the lowest contrast to text, or the
	// darkest of a light mode.
	Attribute string `json:"attribute" tfsdk:"attribute"`
	Value     string `json:"value"     tfsdk:"value"`
	// Background is the attribute of the background that an outline is held
	// against.
	Background *string `json:"background" tfsdk:"background"`
	// Contrast is the measured contrast ratio, and Required the minimum that
	// Criterion, a success criterion of WCAG 2.2, asks for.
	Contrast  *float64 `json:"contrast"  tfsdk:"contrast"`
	Required  *float64 `json:"required"  tfsdk:"required"`
	Criterion *string  `json:"criterion" tfsdk:"criterion"`
	// Suggestion is the nearest color of the same hue, as #rrggbb, that, as the
	// value of Attribute, solves every contrast problem that the attribute has
	// and adds none.
	Suggestion *string `json:"suggestion" tfsdk:"suggestion"`
	// Message is the problem as a sentence, with the suggestion.
	Message string `json:"message" tfsdk:"message"`
}

// Problems returns the problems of a palette at a level, none for a palette
// without problems. The keys of colors are names of attributes; a color without
// a key is not configured, and other keys are ignored. A problem is
//
//   - a value that is not a color,
//   - backgrounds of a mode on which neither black nor white text reaches
//     level.Text everywhere,
//   - an outline below level.Outline on one of its mode's backgrounds,
//   - a light mode that is darker than the dark mode, by the mean luminance of
//     the backgrounds that are set.
//
// What the colors are used for is not documented. That text is black or white
// and that outlines stand on backgrounds is an assumption.
func Problems(colors map[string]string, level Level) []Problem {
	var problems []Problem
	set := settings{}
	for _, name := range Attributes() {
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
	found := set.find(level)
	suggestions := map[string]*string{}
	for _, f := range found {
		if f.Criterion != nil {
			if _, isKnown := suggestions[f.Attribute]; !isKnown {
				suggestions[f.Attribute] = set.suggest(f.Attribute, level, found)
			}
			f.Suggestion = suggestions[f.Attribute]
		}
		f.Message = f.describe(f.Suggestion)
		problems = append(problems, f.Problem)
	}
	return problems
}

// suggest returns the suggestion for an attribute with some of the findings.
func (s settings) suggest(attribute string, level Level, found []finding) *string {
	others := map[kind]bool{}
	for _, f := range found {
		others[f.kind] = f.Attribute != attribute || f.Criterion == nil
	}
	isNew := func(f finding) bool { return !others[f.kind] }
	changed := maps.Clone(s)
	lightness, chroma, hue := s[attribute].color.okLCh()
	const step = 1.0 / 256 // less than 8-bit colors resolve
	for distance := step; distance < 1; distance += step {
		for _, moved := range []float64{lightness - distance, lightness + distance} {
			if moved <= -step || moved >= 1+step {
				continue // black and white were tried
			}
			candidate := fromOkLCh(moved, chroma, hue)
			changed[attribute] = newSetting(attribute, "", candidate)
			if !slices.ContainsFunc(changed.find(level), isNew) {
				suggestion := candidate.String()
				return &suggestion
			}
		}
	}
	return nil
}
