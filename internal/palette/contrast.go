package palette

import (
	"fmt"
	"math"
)

// Level holds the minimum contrast ratios of a level of WCAG 2.2, with the
// success criteria that set them. Ratios are compared unrounded, as WCAG
// requires: 4.499 does not pass 4.5.
type Level struct {
	// Name is AA or AAA.
	Name string
	// Text is the minimum for text.
	Text          float64
	TextCriterion string
	// Outline is the minimum for the boundary of a control, such as the outline
	// of a button.
	Outline          float64
	OutlineCriterion string
}

// The levels of WCAG 2.2. AAA asks no more of an outline than AA does.
var (
	AA  = Level{Name: "AA", Text: 4.5, TextCriterion: "1.4.3", Outline: 3, OutlineCriterion: "1.4.11"}
	AAA = Level{Name: "AAA", Text: 7, TextCriterion: "1.4.6", Outline: 3, OutlineCriterion: "1.4.11"}
)

// Contrast returns the unrounded contrast ratio of two colors, as WCAG 2.2
// defines it: from 1 for equal colors to 21 for black and white. The order of
// the colors does not matter.
func Contrast(a, b Color) float64 {
	// flare is the light that a screen reflects, in WCAG's definition.
	const flare = 0.05

	one, other := a.luminance(), b.luminance()

	return (max(one, other) + flare) / (min(one, other) + flare)
}

// luminance is WCAG's relative luminance, 0 for black to 1 for white. It is not
// the Y of go-colorful's XYZ, whose coefficients have more digits.
func (c Color) luminance() float64 {
	red, green, blue := c.colorful().LinearRgb()

	// The conversions keep a compiler from fusing the operations, which would
	// make the last digit depend on the processor.
	return float64(0.2126*red) + float64(0.7152*green) + float64(0.0722*blue)
}

// lowestContrast returns the lowest contrast ratio of a color with any of the
// backgrounds, 21 if there are none.
func lowestContrast(color Color, backgrounds ...Color) float64 {
	lowest := Contrast(Black, White)
	for _, background := range backgrounds {
		lowest = min(lowest, Contrast(color, background))
	}

	return lowest
}

// Text returns the color of text that a mode is judged with, and has to be
// drawn with. It is black in light mode and white in dark mode, unless the
// other one has at least level.Text on all backgrounds, and more contrast.
func Text(prefix string, level Level, backgrounds ...Color) Color {
	text, other := Black, White
	if prefix == DarkPrefix {
		text, other = White, Black
	}

	contrast := lowestContrast(other, backgrounds...)
	if contrast >= level.Text && contrast > lowestContrast(text, backgrounds...) {
		return other
	}

	return text
}

// FormatContrast returns a contrast ratio with two decimals, such as "4.49". It
// truncates, so a ratio below a minimum never reads as the minimum.
func FormatContrast(ratio float64) string {
	const scale = 100

	return fmt.Sprintf("%.2f", math.Floor(ratio*scale)/scale)
}
