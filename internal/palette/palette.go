// Package palette works with the colors of a theme: it parses them, measures
// their contrast, finds the problems of a palette and derives a palette from
// one brand color.
//
// Every function is pure. The result of Derive is part of users' themes:
// changing it changes how their chat views look (testdata/derived.txt pins it).
package palette

import (
	"errors"
	"strings"

	"github.com/lucasb-eyer/go-colorful"
	"golang.org/x/image/colornames"
)

// The prefixes of the attributes of light and dark mode.
const (
	LightPrefix = "lm_"
	DarkPrefix  = "dm_"
)

// The color attributes of a mode, without the prefix (API documentation,
// section 2.1).
const (
	PrimaryBackground = "primary_background_color"
	LightBackground   = "light_background_color"
	DarkBackground    = "dark_background_color"
	ButtonOutline     = "button_outline_color"
)

// Attributes returns the names of the eight color attributes, those of light
// mode first, the outline last in each mode.
func Attributes() []string {
	return []string{
		LightPrefix + PrimaryBackground, LightPrefix + LightBackground, LightPrefix + DarkBackground, LightPrefix + ButtonOutline,
		DarkPrefix + PrimaryBackground, DarkPrefix + LightBackground, DarkPrefix + DarkBackground, DarkPrefix + ButtonOutline,
	}
}

// Color is an opaque sRGB color.
type Color struct{ R, G, B uint8 }

// Black and White are the text colors that a theme is checked with.
var (
	Black = Color{}
	White = Color{R: 0xff, G: 0xff, B: 0xff}
)

// Parse returns the color that text names: #rgb, #rrggbb or a CSS color name,
// in lower or upper case. These are the opaque colors of CSS that fit into the
// 7 characters of the API. The error does not repeat the text, which may be
// sensitive.
func Parse(text string) (Color, error) {
	name := strings.ToLower(text)
	// ToLower turns the Kelvin sign, which has more bytes, into k, and no browser does.
	if named, isName := colornames.Map[name]; isName && len(name) == len(text) {
		return Color{R: named.R, G: named.G, B: named.B}, nil
	}

	if name == "rebeccapurple" { // in CSS since level 4, and not in SVG
		return Color{R: 0x66, G: 0x33, B: 0x99}, nil
	}

	color, err := colorful.Hex(text)
	if err != nil {
		return Color{}, errors.New(`not a color: expected #rgb, #rrggbb or a CSS color name, such as "#1864ab"`)
	}

	return rounded(color), nil
}

// String returns the color as #rrggbb in lower case.
func (c Color) String() string { return c.colorful().Hex() }

func (c Color) colorful() colorful.Color {
	const white = 0xff

	return colorful.Color{R: float64(c.R) / white, G: float64(c.G) / white, B: float64(c.B) / white}
}

// rounded returns the color that is nearest to one that sRGB can show.
func rounded(color colorful.Color) Color {
	red, green, blue := color.RGB255()

	return Color{R: red, G: green, B: blue}
}
