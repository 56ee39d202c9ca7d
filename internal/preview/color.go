package preview

import (
	"fmt"
	"math"
	"strings"

	"golang.org/x/image/colornames"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// readColor reads what CSS takes for an opaque colour and 7 characters can hold:
// #rgb, #rrggbb, and the names. What it does not read never gets near a style
// sheet.
func readColor(text string) (palette.Color, bool) {
	if named, isName := colornames.Map[strings.ToLower(text)]; isName {
		return palette.Color{R: named.R, G: named.G, B: named.B}, true
	}

	color, err := palette.Parse(text)

	return color, err == nil
}

// role is what a colour is for: the end of the name of its attribute.
type role struct {
	// Title is the name for a person.
	Title string
	// Suffix is the attribute's name without the prefix of its mode.
	Suffix string
	// lightStandIn and darkStandIn are drawn where there is no colour.
	lightStandIn, darkStandIn string
}

// The roles, in the order of the interface.
var (
	primaryBackground = role{"Primary background", "primary_background_color", "#ffffff", "#1a1b1e"}
	lightBackground   = role{"Light background", "light_background_color", "#f5f6f8", "#25262b"}
	darkBackground    = role{"Dark background", "dark_background_color", "#e9ecef", "#141517"}
	buttonOutline     = role{"Button outline", "button_outline_color", "#6c757d", "#909296"}

	backgroundRoles = []role{primaryBackground, lightBackground, darkBackground}
)

// swatch is one colour of a theme.
type swatch struct {
	Title, Attribute string
	// Sent is the text that was sent, and IsSet whether there is any.
	Sent  string
	IsSet bool
	// IsRead says whether it is the colour drawn, which else is a stand-in.
	IsRead bool
	// Drawn is the colour on the page, and Text black or white, whichever has
	// more contrast on it.
	Drawn, Text palette.Color
}

// newSwatch looks a colour up among the fields of an appearance configuration.
func newSwatch(fields map[string]any, prefix string, of role) swatch {
	s := swatch{Title: of.Title, Attribute: prefix + of.Suffix}
	s.Sent, s.IsSet = fields[s.Attribute].(string)
	s.Drawn, s.IsRead = readColor(s.Sent)

	if !s.IsRead {
		standIn := of.lightStandIn
		if prefix == darkPrefix {
			standIn = of.darkStandIn
		}

		s.Drawn, _ = readColor(standIn)
	}

	s.Text = palette.Text(s.Drawn)

	return s
}

// The thresholds of WCAG 2.2, for text (1.4.3 and 1.4.6) and for what shows
// where a control is (1.4.11).
const (
	textAAA    = 7
	textAA     = 4.5
	nonTextAA  = 3
	ratioScale = 100
)

// pair is the contrast of two colours.
type pair struct {
	// Ratio is cut after two digits, not rounded: WCAG's thresholds are not to be
	// reached by rounding.
	Ratio string
	// Passes says whether level AA is met, and Verdict which level is.
	Passes  bool
	Verdict string
}

func textPair(text, background palette.Color) pair {
	ratio := palette.Contrast(text, background)
	switch {
	case ratio >= textAAA:
		return pair{Ratio: cut(ratio), Passes: true, Verdict: "AAA"}
	case ratio >= textAA:
		return pair{Ratio: cut(ratio), Passes: true, Verdict: "AA"}
	default:
		return pair{Ratio: cut(ratio), Verdict: "below 4.5"}
	}
}

func outlinePair(outline, background palette.Color) pair {
	ratio := palette.Contrast(outline, background)
	if ratio >= nonTextAA {
		return pair{Ratio: cut(ratio), Passes: true, Verdict: "AA"}
	}

	return pair{Ratio: cut(ratio), Verdict: "below 3"}
}

func cut(ratio float64) string {
	return fmt.Sprintf("%.2f", math.Floor(ratio*ratioScale)/ratioScale)
}
