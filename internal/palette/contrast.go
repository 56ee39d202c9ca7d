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
	// The conversions keep a compiler from fusing the operations, which would
	// make the last digit depend on the processor.
	return float64(0.2126*linear(c.R)) + float64(0.7152*linear(c.G)) + float64(0.0722*linear(c.B))
}

// linear returns the light of a channel, WCAG's ((v + 0.055) / 1.055) ^ 2.4. The last
// digit of math.Pow depends on the processor, too, and Terraform refuses a plan whose
// functions return something else when it is applied.
func linear(channel uint8) float64 {
	value := float64(channel) / math.MaxUint8
	if value <= 0.04045 {
		return value / 12.92
	}

	value = (value + 0.055) / 1.055
	square, root := float64(value*value), 1.0 // the fifth root of the square, by Newton's method

	for range 30 {
		root -= float64(root-square/float64(root*root*root*root)) / 5
	}

	return float64(square * root)
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
