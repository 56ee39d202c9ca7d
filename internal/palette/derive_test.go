package palette_test

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

var everyColor = flag.Bool("every-color", false, "check all 16,777,216 brand colors; takes about 30 minutes, so add -timeout=2h")

// TestDerive_HasPropertiesForAllColors checks every #rgb color, or every
// #rrggbb color with -every-color.
func TestDerive_HasPropertiesForAllColors(t *testing.T) {
	step := 0x11
	if *everyColor {
		step = 1
	}

	for red := 0; red <= 0xff; red += step {
		t.Run(fmt.Sprintf("%02x", red), func(t *testing.T) {
			t.Parallel()

			for green := 0; green <= 0xff; green += step {
				for blue := 0; blue <= 0xff; blue += step {
					checkDerived(t, palette.Color{R: uint8(red), G: uint8(green), B: uint8(blue)})
				}
			}
		})
	}
}

// Brand colors that nobody can tell apart derive palettes that look alike. Close to
// black, a step of one channel changes the hue.
func TestDerive_IsContinuous(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		isVisible := func(color palette.Color) bool { return lightness(color) >= 0.25 }
		brand := anyColor().Filter(isVisible).Draw(t, "brand")
		neighbor := brand

		channel := rapid.SampledFrom([]*uint8{&neighbor.R, &neighbor.G, &neighbor.B}).Draw(t, "channel")
		*channel ^= 1

		const limit = 0.015

		theme := palette.Derive(brand)
		for attribute, value := range palette.Derive(neighbor) {
			if got := distance(mustParse(t, theme[attribute]), mustParse(t, value)); got > limit {
				t.Errorf("%s is %s for %s, and %s for %s: a distance of %v, at most %v", attribute, theme[attribute], brand, value, neighbor, got, limit)
			}
		}
	})
}

// reporter is the common part of testing.T and rapid.T.
type reporter interface {
	fataler
	Errorf(format string, args ...any)
}

// checkDerived checks the documented properties of one brand color's theme.
func checkDerived(t reporter, brand palette.Color) {
	t.Helper()

	theme := palette.Derive(brand)

	for _, problem := range palette.Problems(theme, palette.AAA) {
		t.Errorf("%s: %s", brand, problem.Message)
	}

	for prefix, text := range map[string]palette.Color{palette.LightPrefix: palette.Black, palette.DarkPrefix: palette.White} {
		backgrounds, outline := modeOf(t, theme, prefix)
		checkBackgrounds(t, brand, backgrounds, text)
		checkOutline(t, brand, outline, backgrounds)

		for _, background := range backgrounds {
			checkTint(t, brand, background)
		}
	}
}

// modeOf returns the colors of a mode: the primary, light and dark background, and
// the outline.
func modeOf(t fataler, theme map[string]string, prefix string) (backgrounds []palette.Color, outline palette.Color) {
	t.Helper()

	for _, name := range []string{palette.PrimaryBackground, palette.LightBackground, palette.DarkBackground} {
		backgrounds = append(backgrounds, mustParse(t, theme[prefix+name]))
	}

	return backgrounds, mustParse(t, theme[prefix+palette.ButtonOutline])
}

// checkBackgrounds checks that one text color is readable on all backgrounds of a
// mode, and that they are ordered by lightness.
func checkBackgrounds(t reporter, brand palette.Color, backgrounds []palette.Color, text palette.Color) {
	t.Helper()

	// WCAG's enhanced threshold is 7; these backgrounds are clearly light, or
	// dark.
	const textContrast = 13

	for _, background := range backgrounds {
		if got := palette.Contrast(text, background); got < textContrast {
			t.Errorf("%s: contrast of %s text on %s is %v", brand, text, background, got)
		}
	}

	light, primary, dark := lightness(backgrounds[1]), lightness(backgrounds[0]), lightness(backgrounds[2])
	if light <= primary || primary <= dark {
		t.Errorf("%s: lightness of light, primary and dark background is %v, %v, %v", brand, light, primary, dark)
	}
}

// visibleChroma is the lowest chroma at which a hue is visible.
const visibleChroma = 0.03

// checkOutline checks that an outline is the brand color or, if that has too
// little contrast, a color of the same hue that is no paler.
func checkOutline(t reporter, brand, outline palette.Color, backgrounds []palette.Color) {
	t.Helper()

	fails := func(background palette.Color) bool { return palette.Contrast(brand, background) < palette.AA.Outline }
	if (outline == brand) == slices.ContainsFunc(backgrounds, fails) {
		t.Errorf("%s: the outline is %s", brand, outline)
	}

	if isGray(brand) && !isGray(outline) {
		t.Errorf("%s: the outline %s has a hue", brand, outline)
	}

	chroma, hue := chromaAndHue(brand)
	if chroma < visibleChroma || outline == brand {
		return
	}

	outlineChroma, outlineHue := chromaAndHue(outline)
	if turn := hueAngle(hue, outlineHue); turn > 3 {
		t.Errorf("%s: the hue of the outline %s is %v degrees off", brand, outline, turn)
	}

	if outlineChroma < visibleChroma {
		t.Errorf("%s: the outline %s has chroma %v", brand, outline, outlineChroma)
	}
}

// checkTint checks that a background has the brand's hue, as precisely as eight
// bits per channel allow for a pale color.
func checkTint(t reporter, brand, background palette.Color) {
	t.Helper()

	if isGray(brand) && !isGray(background) {
		t.Errorf("%s: the background %s has a hue", brand, background)
	}

	chroma, hue := chromaAndHue(brand)
	if chroma < visibleChroma {
		return
	}

	if _, backgroundHue := chromaAndHue(background); hueAngle(hue, backgroundHue) > 20 {
		t.Errorf("%s: the hue of the background %s is %v degrees off", brand, background, hueAngle(hue, backgroundHue))
	}
}

func isGray(color palette.Color) bool { return color.R == color.G && color.G == color.B }

func okLCh(color palette.Color) (l, c, h float64) {
	return colorful.Color{R: float64(color.R) / 255, G: float64(color.G) / 255, B: float64(color.B) / 255}.OkLch()
}

func lightness(color palette.Color) float64 {
	l, _, _ := okLCh(color)

	return l
}

func chromaAndHue(color palette.Color) (chroma, hue float64) {
	_, chroma, hue = okLCh(color)

	return chroma, hue
}

// distance is the distance of two colors in OkLab.
func distance(one, other palette.Color) float64 {
	l1, c1, h1 := okLCh(one)
	l2, c2, h2 := okLCh(other)
	turn := hueAngle(h1, h2) * math.Pi / 180

	return math.Sqrt((l1-l2)*(l1-l2) + c1*c1 + c2*c2 - 2*c1*c2*math.Cos(turn))
}

// hueAngle is the angle between two hues, in degrees.
func hueAngle(a, b float64) float64 {
	turn := math.Abs(a - b)

	return min(turn, 360-turn)
}
