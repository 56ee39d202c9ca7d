package palette

import (
	"cmp"
	"fmt"
	"slices"
)

// setting is an attribute whose value is a color.
type setting struct {
	attribute, value string
	color            Color
	luminance        float64
}

func newSetting(attribute, value string, color Color) setting {
	return setting{attribute, value, color, color.luminance()}
}

func (s setting) String() string {
	return fmt.Sprintf("%s (%s)", s.attribute, s.value)
}

func (s setting) contrast(luminance float64) float64 {
	return contrastOf(s.luminance, luminance)
}

// finding is a problem without its suggestion and message.
type finding struct {
	Problem

	// mode is the prefix of the mode. With Criterion and Background, it tells a
	// finding from all others.
	mode string
	// describe returns the message. Searching for a suggestion makes thousands of
	// findings, whose messages nobody reads.
	describe func(suggestion string) string
}

func (f finding) problem(suggestion string) Problem {
	problem := f.Problem
	problem.Suggestion, problem.Message = suggestion, f.describe(suggestion)

	return problem
}

func (f finding) isLike(other finding) bool {
	return f.Criterion == other.Criterion && f.mode == other.mode && f.Background == other.Background
}

// find returns the problems of the settings, which are keyed by attribute.
func find(set map[string]setting, level Level) []finding {
	var found []finding

	means := map[string]float64{}

	for _, mode := range prefixes {
		behind := backgroundsOf(mode, set)
		if len(behind) == 0 {
			continue
		}

		if worst, isUnreadable := findText(mode, behind, level); isUnreadable {
			found = append(found, worst)
		}

		if outline, isSet := set[mode+ButtonOutline]; isSet {
			found = append(found, findOutline(mode, outline, behind, level)...)
		}

		for _, background := range behind {
			means[mode] += background.luminance / float64(len(behind))
		}
	}

	// The order of the backgrounds may change the last digits of a mean.
	const precision = 1e-9

	if light, dark := means[LightPrefix], means[DarkPrefix]; len(means) == len(prefixes) && light < dark-precision {
		found = append(found, findSwapped(backgroundsOf(LightPrefix, set), light, dark))
	}

	return found
}

func backgroundsOf(mode string, set map[string]setting) []setting {
	var behind []setting

	for _, background := range backgrounds {
		if s, isSet := set[mode+background]; isSet {
			behind = append(behind, s)
		}
	}

	return behind
}

func findText(mode string, behind []setting, level Level) (finding, bool) {
	onDarkest, black := lowest(behind, Black.luminance())
	onLightest, white := lowest(behind, White.luminance())
	worst, contrast := onDarkest, black

	if white > black {
		worst, contrast = onLightest, white
	}

	return finding{
		mode: mode,
		Problem: Problem{
			Attribute: worst.attribute, Value: worst.value,
			Contrast: contrast, Required: level.Text, Criterion: level.TextCriterion,
		},
		describe: func(suggestion string) string {
			message := fmt.Sprintf("Neither black nor white text is readable on all backgrounds of %s mode: "+
				"black has a contrast of %s:1 on %v, and white of %s:1 on %v; text needs at least %v:1",
				map[string]string{LightPrefix: "light", DarkPrefix: "dark"}[mode], FormatContrast(black), onDarkest,
				FormatContrast(white), onLightest, level.Text)
			if suggestion != "" {
				message += fmt.Sprintf(", which %s as %s allows", suggestion, worst.attribute)
			}

			return message + "."
		},
	}, contrast < level.Text
}

// lowest returns the setting with the lowest contrast to a luminance, and that
// contrast.
func lowest(settings []setting, luminance float64) (setting, float64) {
	worst := slices.MinFunc(settings, func(a, b setting) int { return cmp.Compare(a.contrast(luminance), b.contrast(luminance)) })

	return worst, worst.contrast(luminance)
}

func findOutline(mode string, outline setting, behind []setting, level Level) []finding {
	var found []finding

	for _, background := range behind {
		contrast := outline.contrast(background.luminance)
		if contrast >= level.Outline {
			continue
		}

		found = append(found, finding{
			mode: mode,
			Problem: Problem{
				Attribute: outline.attribute, Value: outline.value, Background: background.attribute,
				Contrast: contrast, Required: level.Outline, Criterion: level.OutlineCriterion,
			},
			describe: func(suggestion string) string {
				message := fmt.Sprintf("%v has a contrast of %s:1 on %v; an outline needs at least %v:1",
					outline, FormatContrast(contrast), background, level.Outline)
				if suggestion != "" {
					message += fmt.Sprintf(", which %s has", suggestion)
				}

				return message + "."
			},
		})
	}

	return found
}

func findSwapped(light []setting, lightMean, darkMean float64) finding {
	darkest := slices.MinFunc(light, func(a, b setting) int { return cmp.Compare(a.luminance, b.luminance) })

	return finding{
		Problem: Problem{Attribute: darkest.attribute, Value: darkest.value},
		describe: func(string) string {
			return fmt.Sprintf("Light mode is darker than dark mode: the mean luminance of its backgrounds is %.3f, and that of dark mode's %.3f. "+
				"Are the %s and %s values swapped?", lightMean, darkMean, LightPrefix, DarkPrefix)
		},
	}
}
