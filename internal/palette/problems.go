package palette

import (
	"cmp"
	"fmt"
	"slices"
)

// Assessment describes the contrast of one mode's configured colors.
type Assessment struct {
	// Backgrounds are the configured backgrounds, in the order primary, light, dark.
	Backgrounds []Setting
	// Outline is the button outline, nil if none is configured.
	Outline *Setting
	// Invalid are the settings whose value is not a color. They are not part of
	// Backgrounds and Outline.
	Invalid []Setting
	// Text is the one text color for all backgrounds of the mode, black or white,
	// and TextContrast its lowest contrast on them. Without a background,
	// TextContrast is 0 and Text has no meaning.
	Text         Color
	TextContrast float64
	// Problems are complete sentences, one for each problem.
	Problems []string
}

// Setting is the value of a color attribute.
type Setting struct {
	// Attribute is the name of the attribute, such as lm_button_outline_color.
	Attribute string
	// Value is the configured text.
	Value string
	// Color is the parsed Value, black if the value is not a color.
	Color Color
}

// String returns the name of the attribute and its value.
func (s Setting) String() string {
	return fmt.Sprintf("%s (%s)", s.Attribute, s.Value)
}

// attributes are the names of a mode's color attributes (API documentation,
// section 2.1).
type attributes struct {
	mode        string
	backgrounds [3]string
	outline     string
}

var (
	lightAttributes = attributes{
		mode:        "light mode",
		backgrounds: [3]string{"lm_primary_background_color", "lm_light_background_color", "lm_dark_background_color"},
		outline:     "lm_button_outline_color",
	}
	darkAttributes = attributes{
		mode:        "dark mode",
		backgrounds: [3]string{"dm_primary_background_color", "dm_light_background_color", "dm_dark_background_color"},
		outline:     "dm_button_outline_color",
	}
)

// Attributes returns the names of the eight color attributes, those of light
// mode first.
func Attributes() []string {
	return slices.Concat(lightAttributes.names(), darkAttributes.names())
}

func (a attributes) names() []string {
	return append(a.backgrounds[:], a.outline)
}

// Problems returns the problems of a palette as complete sentences, none for a
// palette without problems. The keys of colors are names of attributes; a color
// without a key is not configured, and other keys are ignored. A problem is
//
//   - a value that is not a color,
//   - backgrounds of a mode on which neither black nor white text reaches
//     MinTextContrast everywhere,
//   - an outline below MinOutlineContrast on one of its mode's backgrounds.
func Problems(colors map[string]string) []string {
	light, dark := Assess(colors)

	return slices.Concat(light.Problems, dark.Problems)
}

// Assess returns the assessments behind Problems.
func Assess(colors map[string]string) (light, dark Assessment) {
	return lightAttributes.assess(colors), darkAttributes.assess(colors)
}

func (a attributes) assess(colors map[string]string) Assessment {
	var result Assessment

	for _, name := range a.names() {
		value, isConfigured := colors[name]
		if !isConfigured {
			continue
		}

		color, err := Parse(value)
		setting := Setting{Attribute: name, Value: value, Color: color}

		switch {
		case err != nil:
			result.Invalid = append(result.Invalid, setting)
			result.Problems = append(result.Problems, fmt.Sprintf(
				"%s is %q, which is not a color: use #rgb, #rrggbb or a CSS color name.", name, value))
		case name == a.outline:
			result.Outline = &setting
		default:
			result.Backgrounds = append(result.Backgrounds, setting)
		}
	}

	result.assessText(a.mode)
	result.assessOutline()

	return result
}

func (a *Assessment) assessText(mode string) {
	if len(a.Backgrounds) == 0 {
		return
	}

	colors := make([]Color, 0, len(a.Backgrounds))
	for _, background := range a.Backgrounds {
		colors = append(colors, background.Color)
	}

	a.Text = Text(colors...)
	a.TextContrast = LowestContrast(a.Text, colors...)

	if a.TextContrast >= MinTextContrast {
		return
	}

	darkest := slices.MinFunc(a.Backgrounds, byContrastWith(Black))
	lightest := slices.MinFunc(a.Backgrounds, byContrastWith(White))
	a.Problems = append(a.Problems, fmt.Sprintf(
		"Neither black nor white text is readable on all backgrounds of %s: "+
			"black has a contrast of %s:1 on %v, and white of %s:1 on %v; text needs at least %v:1.",
		mode, FormatContrast(Contrast(Black, darkest.Color)), darkest,
		FormatContrast(Contrast(White, lightest.Color)), lightest, MinTextContrast))
}

// byContrastWith orders settings by their contrast with a color.
func byContrastWith(color Color) func(a, b Setting) int {
	return func(a, b Setting) int {
		return cmp.Compare(Contrast(color, a.Color), Contrast(color, b.Color))
	}
}

func (a *Assessment) assessOutline() {
	if a.Outline == nil {
		return
	}

	for _, background := range a.Backgrounds {
		if ratio := Contrast(a.Outline.Color, background.Color); ratio < MinOutlineContrast {
			a.Problems = append(a.Problems, fmt.Sprintf("%v has a contrast of %s:1 on %v; an outline needs at least %d:1.",
				a.Outline, FormatContrast(ratio), background, MinOutlineContrast))
		}
	}
}
