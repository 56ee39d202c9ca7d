// Package palette does the colour work: it reads a colour, measures the contrast
// of two, and derives the colours of a theme from one.
//
// Everything here is pure: the result depends on the arguments alone. What
// Derive gives is part of users' themes, so that changing it changes how their
// chat views look (testdata/derived.txt pins it).
package palette

import (
	"errors"
	"strconv"
	"strings"

	"github.com/lucasb-eyer/go-colorful"
)

// Color is an sRGB colour.
type Color struct {
	R, G, B uint8
}

// Black and White are the two colours that text is usually set in.
var (
	Black = Color{}
	White = Color{R: 0xff, G: 0xff, B: 0xff}
)

// errNotAColor does not repeat the text: it may come from a sensitive value.
var errNotAColor = errors.New(`not a colour: expected #rgb or #rrggbb, such as "#1864ab"`)

// Parse reads a colour written as #rgb or #rrggbb, in lower or upper case.
func Parse(text string) (Color, error) {
	digits, found := strings.CutPrefix(text, "#")
	if found && len(digits) == len("rgb") {
		digits = doubled(digits)
	}

	value, err := strconv.ParseUint(digits, 16, 24)
	if !found || err != nil || len(digits) != len("rrggbb") {
		return Color{}, errNotAColor
	}

	return Color{R: uint8(value >> 16), G: uint8(value >> 8 & 0xff), B: uint8(value & 0xff)}, nil
}

// doubled writes every byte twice, by which #rgb becomes #rrggbb.
func doubled(digits string) string {
	var twice strings.Builder

	for i := range len(digits) {
		twice.WriteByte(digits[i])
		twice.WriteByte(digits[i])
	}

	return twice.String()
}

// String writes the colour as #rrggbb in lower case.
func (c Color) String() string {
	return c.colorful().Hex()
}

// colorful is the colour for go-colorful, which counts from 0 to 1.
func (c Color) colorful() colorful.Color {
	const most = 0xff

	return colorful.Color{R: float64(c.R) / most, G: float64(c.G) / most, B: float64(c.B) / most}
}

// isGrey says whether the colour has no hue.
func (c Color) isGrey() bool {
	return c.R == c.G && c.G == c.B
}
