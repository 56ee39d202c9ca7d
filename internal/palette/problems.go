package palette

import (
	"cmp"
	"fmt"
	"slices"
)

// Problems returns the problems of a palette as complete sentences, none for a
// palette without problems. The keys of colors are names of attributes; a color
// without a key is not configured, and other keys are ignored. A problem is
//
//   - a value that is not a color,
//   - backgrounds of a mode on which neither black nor white text reaches
//     MinTextContrast everywhere,
//   - an outline below MinOutlineContrast on one of its mode's backgrounds.
func Problems(colors map[string]string) []string {
	var problems []string
	for _, prefix := range prefixes {
		problems = append(problems, Assess(prefix, colors).Problems...)
	}

	return problems
}

// Assessment describes the configured colors of a mode.
type Assessment struct {
	// Text is the color of text, black or white: the one with the higher
	// LowestContrast on the backgrounds. It is nil if no background is a color.
	Text *Color
	// Problems are the problems of this mode, as Problems returns them.
	Problems []string
}

// Assess assesses the colors of the mode whose attributes have the prefix,
// LightPrefix or DarkPrefix. The keys of colors are as in Problems.
func Assess(prefix string, colors map[string]string) Assessment {
	var (
		result      Assessment
		backgrounds []setting
		outline     *setting
	)

	for _, role := range roles {
		name := prefix + role

		value, isConfigured := colors[name]
		if !isConfigured {
			continue
		}

		color, err := Parse(value)

		switch {
		case err != nil:
			result.Problems = append(result.Problems, fmt.Sprintf(
				"%s is %q, which is not a color: use #rgb, #rrggbb or a CSS color name.", name, value))
		case role == ButtonOutline:
			outline = &setting{name, value, color}
		default:
			backgrounds = append(backgrounds, setting{name, value, color})
		}
	}

	if len(backgrounds) > 0 {
		result.assessText(prefix, backgrounds)
	}

	if outline != nil {
		result.assessOutline(*outline, backgrounds)
	}

	return result
}

// setting is a color attribute with its configured value.
type setting struct {
	attribute, value string
	color            Color
}

func (s setting) String() string {
	return fmt.Sprintf("%s (%s)", s.attribute, s.value)
}

func (a *Assessment) assessText(prefix string, backgrounds []setting) {
	colors := make([]Color, 0, len(backgrounds))
	for _, background := range backgrounds {
		colors = append(colors, background.color)
	}

	text := Text(colors...)
	a.Text = &text

	if LowestContrast(text, colors...) >= MinTextContrast {
		return
	}

	darkest := slices.MinFunc(backgrounds, byContrastWith(Black))
	lightest := slices.MinFunc(backgrounds, byContrastWith(White))
	a.Problems = append(a.Problems, fmt.Sprintf(
		"Neither black nor white text is readable on all backgrounds of %s mode: "+
			"black has a contrast of %s:1 on %v, and white of %s:1 on %v; text needs at least %v:1.",
		map[string]string{LightPrefix: "light", DarkPrefix: "dark"}[prefix], FormatContrast(Contrast(Black, darkest.color)), darkest,
		FormatContrast(Contrast(White, lightest.color)), lightest, MinTextContrast))
}

// byContrastWith orders settings by their contrast with a color.
func byContrastWith(color Color) func(a, b setting) int {
	return func(a, b setting) int {
		return cmp.Compare(Contrast(color, a.color), Contrast(color, b.color))
	}
}

func (a *Assessment) assessOutline(outline setting, backgrounds []setting) {
	for _, background := range backgrounds {
		if ratio := Contrast(outline.color, background.color); ratio < MinOutlineContrast {
			a.Problems = append(a.Problems, fmt.Sprintf("%v has a contrast of %s:1 on %v; an outline needs at least %d:1.",
				outline, FormatContrast(ratio), background, MinOutlineContrast))
		}
	}
}
