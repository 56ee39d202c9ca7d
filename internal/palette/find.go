package palette

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// settings are the attributes whose values are colors, by name.
type settings map[string]setting

type setting struct {
	attribute, value string
	color            Color
	luminance        float64
}

func newSetting(attribute, value string, color Color) setting {
	return setting{attribute, value, color, color.luminance()}
}

func (s setting) String() string { return fmt.Sprintf("%s (%s)", s.attribute, s.value) }

// finding is a problem without its suggestion and message.
type finding struct {
	Problem
	kind
	// describe returns the message. Searching for a suggestion makes thousands
	// of findings, whose messages nobody reads.
	describe func(suggestion *string) string
}

// kind tells a finding from all others of the palette.
type kind struct{ criterion, prefix, background string }

// find returns the problems of the settings.
func (s settings) find(level Level) []finding {
	var found []finding
	means := map[string]float64{}
	for _, prefix := range []string{LightPrefix, DarkPrefix} {
		backgrounds := s.backgrounds(prefix)
		if len(backgrounds) == 0 {
			continue
		}
		onDarkest, black := lowest(backgrounds, Black)
		onLightest, white := lowest(backgrounds, White)
		if max(black, white) < level.Text {
			found = append(found, findText(prefix, onDarkest, onLightest, black, white, level))
		}
		for _, background := range backgrounds {
			means[prefix] += background.luminance / float64(len(backgrounds))
			outline, isSet := s[prefix+ButtonOutline]
			contrast := contrastOf(outline.luminance, background.luminance)
			if isSet && contrast < level.Outline {
				found = append(found, findOutline(prefix, outline, background, contrast, level))
			}
		}
	}
	const precision = 1e-9 // the order of the backgrounds may change the last digits
	if light, dark := means[LightPrefix], means[DarkPrefix]; len(means) == 2 && light < dark-precision {
		found = append(found, findSwapped(s.backgrounds(LightPrefix), light, dark))
	}
	return found
}

// backgrounds returns the backgrounds of a mode.
func (s settings) backgrounds(prefix string) []setting {
	var set []setting
	for _, name := range []string{PrimaryBackground, LightBackground, DarkBackground} {
		if background, isSet := s[prefix+name]; isSet {
			set = append(set, background)
		}
	}
	return set
}

// findText is the problem of text, of which black and white have these contrasts.
func findText(prefix string, onDarkest, onLightest setting, black, white float64, level Level) finding {
	worst, contrast := onDarkest, black
	if white > black {
		worst, contrast = onLightest, white
	}
	return finding{
		Problem: Problem{
			Attribute: worst.attribute, Value: worst.value,
			Contrast: &contrast, Required: &level.Text, Criterion: &level.TextCriterion,
		},
		kind: kind{level.TextCriterion, prefix, ""},
		describe: func(suggestion *string) string {
			message := fmt.Sprintf("Neither black nor white text is readable on all backgrounds of %s mode: "+
				"black has a contrast of %s:1 on %v, and white of %s:1 on %v; text needs at least %v:1",
				map[string]string{LightPrefix: "light", DarkPrefix: "dark"}[prefix], FormatContrast(black), onDarkest,
				FormatContrast(white), onLightest, level.Text)
			if suggestion != nil {
				message += fmt.Sprintf(", which %s as %s allows", *suggestion, worst.attribute)
			}
			return message + "."
		},
	}
}

// lowest returns the background with the lowest contrast to text, and that
// contrast.
func lowest(backgrounds []setting, text Color) (setting, float64) {
	luminance := text.luminance()
	var worst setting
	contrast := math.Inf(1)
	for _, background := range backgrounds {
		if on := contrastOf(background.luminance, luminance); on < contrast {
			worst, contrast = background, on
		}
	}
	return worst, contrast
}

// findOutline is the problem of an outline with this contrast on a background.
func findOutline(prefix string, outline, background setting, contrast float64, level Level) finding {
	return finding{
		Problem: Problem{
			Attribute: outline.attribute, Value: outline.value, Background: &background.attribute,
			Contrast: &contrast, Required: &level.Outline, Criterion: &level.OutlineCriterion,
		},
		kind: kind{level.OutlineCriterion, prefix, background.attribute},
		describe: func(suggestion *string) string {
			message := fmt.Sprintf("%v has a contrast of %s:1 on %v; an outline needs at least %v:1",
				outline, FormatContrast(contrast), background, level.Outline)
			if suggestion != nil {
				message += fmt.Sprintf(", which %s has", *suggestion)
			}
			return message + "."
		},
	}
}

// findSwapped is the problem of a light mode that is darker than the dark mode.
func findSwapped(light []setting, lightMean, darkMean float64) finding {
	darkest := slices.MinFunc(light, func(a, b setting) int { return cmp.Compare(a.luminance, b.luminance) })
	return finding{
		Problem: Problem{Attribute: darkest.attribute, Value: darkest.value},
		describe: func(*string) string {
			return fmt.Sprintf("Light mode is darker than dark mode: the mean luminance of its backgrounds is %.3f, and that of dark mode's %.3f. "+
				"Are the %s and %s values swapped?", lightMean, darkMean, LightPrefix, DarkPrefix)
		},
	}
}
