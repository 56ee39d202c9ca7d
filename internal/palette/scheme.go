package palette

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// swatch is a color under the name of its attribute, configured or suggested.
type swatch struct {
	attribute, value string
	color            Color
	isSuggested      bool
}

func (s swatch) String() string {
	text := fmt.Sprintf("%s (%s)", s.attribute, s.value)
	if s.isSuggested {
		text = "the suggested " + text
	}

	return text
}

// suggest returns the swatch with the nearest color that passes.
func (s swatch) suggest(passes func(Color) bool) swatch {
	color := nearest(s.color, passes)
	return swatch{s.attribute, color.String(), color, true}
}

// scheme is the colors of a mode that are set.
type scheme struct {
	prefix      string
	backgrounds []swatch
	outline     *swatch
}

// newScheme parses the colors of a mode. It also returns the problems of values that
// are not colors.
func newScheme(prefix string, colors map[string]string) (s scheme, invalid []Problem) {
	s.prefix = prefix

	for _, name := range []string{PrimaryBackground, LightBackground, DarkBackground, ButtonOutline} {
		attribute := prefix + name
		value, isConfigured := colors[attribute]
		color, err := Parse(value)

		switch set := (swatch{attribute: attribute, value: value, color: color}); {
		case !isConfigured:
		case err != nil:
			invalid = append(invalid, Problem{
				Attribute: attribute, Value: value, Backgrounds: []string{},
				Message: fmt.Sprintf("%s is %q, which is not a color: use #rgb, #rrggbb or a CSS color name.", attribute, value),
			})
		case name == ButtonOutline:
			s.outline = &set
		default:
			s.backgrounds = append(s.backgrounds, set)
		}
	}

	return s, invalid
}

// problems returns the problems of contrast. The suggestion for the outline
// stands out from the backgrounds that are suggested.
func (s scheme) problems(level Level) []Problem {
	var problems []Problem

	text := Text(s.prefix, level, colorsOf(s.backgrounds)...)
	isReadable := func(background Color) bool { return Contrast(text, background) >= level.Text }

	suggested := slices.Clone(s.backgrounds)
	for i, background := range s.backgrounds {
		if !isReadable(background.color) {
			suggested[i] = background.suggest(isReadable)
			problems = append(problems, s.textProblem(text, background, suggested[i], level))
		}
	}

	return append(problems, s.outlineProblems(suggested, level)...)
}

// textProblem is the problem of text on a background.
func (s scheme) textProblem(text Color, background, suggestion swatch, level Level) Problem {
	name, other, otherName := "black", White, "White"
	if text == White {
		name, other, otherName = "white", Black, "Black"
	}

	contrast, otherOnIt := Contrast(text, background.color), Contrast(other, background.color)
	worst := byContrast(other, s.backgrounds)[0]

	why := fmt.Sprintf("%s text fails too, with %s", otherName, contrastOn(other, worst))
	if otherOnIt >= level.Text {
		why = fmt.Sprintf("%s text passes on it (%s:1), but not on %v: %s:1", otherName, FormatContrast(otherOnIt), worst, FormatContrast(Contrast(other, worst.color)))
	}

	return Problem{
		Attribute: background.attribute, Value: background.value, Backgrounds: []string{},
		Contrast: &contrast, Required: &level.Text, Criterion: &level.TextCriterion, Suggestion: &suggestion.value,
		Message: fmt.Sprintf("%v has a contrast of %s:1 with %s text; text needs at least %v:1. The nearest color that passes is %s. %s.",
			background, FormatContrast(contrast), name, level.Text, suggestion.value, why),
	}
}

// outlineProblems returns the problem of the outline, if it has one: too little
// contrast on the backgrounds, or else on those that are suggested instead.
func (s scheme) outlineProblems(suggested []swatch, level Level) []Problem {
	if s.outline == nil {
		return nil
	}

	suffices := func(background swatch) bool { return Contrast(s.outline.color, background.color) >= level.Outline }

	verb, failing := "has", slices.DeleteFunc(byContrast(s.outline.color, s.backgrounds), suffices)
	if len(failing) == 0 {
		verb, failing = "would have", slices.DeleteFunc(byContrast(s.outline.color, suggested), suffices)
	}

	if len(failing) == 0 {
		return nil
	}

	var names, measured []string
	for _, background := range failing {
		names, measured = append(names, background.attribute), append(measured, contrastOn(s.outline.color, background))
	}

	lowest := Contrast(s.outline.color, failing[0].color)
	suggestion := s.outline.suggest(func(outline Color) bool {
		return lowestContrast(outline, colorsOf(suggested)...) >= level.Outline
	})

	return []Problem{{
		Attribute: s.outline.attribute, Value: s.outline.value, Background: &names[0], Backgrounds: names,
		Contrast: &lowest, Required: &level.Outline, Criterion: &level.OutlineCriterion, Suggestion: &suggestion.value,
		Message: fmt.Sprintf("%v %s a contrast of %s; an outline needs at least %v:1. %s.",
			s.outline, verb, strings.Join(measured, " and "), level.Outline, s.solution(suggestion, suggested)),
	}}
}

// solution says which outline passes on the backgrounds that are suggested.
func (s scheme) solution(outline swatch, suggested []swatch) string {
	where := ""
	if !slices.Equal(suggested, s.backgrounds) {
		where = " on the suggested backgrounds"
	}

	if outline.color == s.outline.color {
		return "It passes" + where
	}

	return "The nearest color that passes" + where + " is " + outline.value
}

func contrastOn(color Color, background swatch) string {
	return fmt.Sprintf("%s:1 on %v", FormatContrast(Contrast(color, background.color)), background)
}

// byContrast returns backgrounds, that on which a color has the lowest contrast first.
func byContrast(color Color, backgrounds []swatch) []swatch {
	return slices.SortedStableFunc(slices.Values(backgrounds), func(a, b swatch) int {
		return cmp.Compare(Contrast(color, a.color), Contrast(color, b.color))
	})
}

func colorsOf(swatches []swatch) []Color {
	var colors []Color
	for _, s := range swatches {
		colors = append(colors, s.color)
	}

	return colors
}
