package palette_test

import (
	"flag"
	"fmt"
	"math"
	"runtime"
	"sync"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

var everyColor = flag.Bool("every-color", false, "hold the properties for all 16,777,216 brand colors, which takes longer than go test gives: add -timeout=1h")

func TestDeriveHoldsItsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkDerived(t, anyColor().Draw(t, "brand"))
	})
}

// TestDeriveHoldsItsPropertiesForAll goes through all colors of the form #rgb,
// or through all there are.
func TestDeriveHoldsItsPropertiesForAll(t *testing.T) {
	step := 0x11
	if *everyColor {
		step = 1
	}

	reds := make(chan int)

	var checking sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		checking.Go(func() {
			for red := range reds {
				checkDerivedOfRed(t, red, step)
			}
		})
	}

	for red := 0; red <= 0xff && !t.Failed(); red += step {
		reds <- red
	}

	close(reds)
	checking.Wait()
}

func checkDerivedOfRed(t *testing.T, red, step int) {
	t.Helper()

	for green := 0; green <= 0xff; green += step {
		for blue := 0; blue <= 0xff; blue += step {
			checkDerived(t, palette.Color{R: uint8(red), G: uint8(green), B: uint8(blue)})
		}
	}
}

// reporter is what tests and property tests report to.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// checkDerived holds the theme of one brand color against what is promised.
func checkDerived(t reporter, brand palette.Color) {
	t.Helper()

	theme := palette.Derive(brand)

	for _, problem := range palette.Problems(theme.Colors()) {
		t.Errorf("%s: %s", brand, problem)
	}

	checkMode(t, fmt.Sprintf("%s, light mode", brand), theme.Light, palette.Black)
	checkMode(t, fmt.Sprintf("%s, dark mode", brand), theme.Dark, palette.White)

	for _, mode := range []palette.Mode{theme.Light, theme.Dark} {
		checkOutlineHue(t, brand, mode.ButtonOutline)

		for _, background := range backgrounds(mode) {
			checkTint(t, brand, background)
		}
	}
}

// checkMode wants the mode to be fit for one color of text, which is how light
// is light and dark is dark, and its backgrounds to be in order.
func checkMode(t reporter, what string, mode palette.Mode, text palette.Color) {
	t.Helper()

	// WCAG's enhanced threshold is 7; these backgrounds are clearly light, or dark.
	const textContrast = 13

	for _, background := range backgrounds(mode) {
		if got := palette.Contrast(text, background); got < textContrast {
			t.Errorf("%s: contrast of %s text on %s is %v", what, text, background, got)
		}
	}

	light, primary, dark := lightness(mode.LightBackground), lightness(mode.PrimaryBackground), lightness(mode.DarkBackground)
	if light <= primary || primary <= dark {
		t.Errorf("%s: lightness of light, primary and dark background is %v, %v, %v", what, light, primary, dark)
	}
}

func backgrounds(mode palette.Mode) []palette.Color {
	return []palette.Color{mode.PrimaryBackground, mode.LightBackground, mode.DarkBackground}
}

// visibleChroma is what a color needs for a person to see its hue.
const visibleChroma = 0.03

// checkOutlineHue wants an outline to show the brand's hue: it is the brand
// color or another of the same hue, and no paler.
func checkOutlineHue(t reporter, brand, outline palette.Color) {
	t.Helper()

	if isGray(brand) && !isGray(outline) {
		t.Errorf("%s: the outline %s has a hue", brand, outline)
	}

	chroma, hue := chromaAndHue(brand)
	if chroma < visibleChroma || outline == brand {
		return
	}

	outlineChroma, outlineHue := chromaAndHue(outline)
	if turn := between(hue, outlineHue); turn > 3 {
		t.Errorf("%s: the hue of the outline %s is %v degrees off", brand, outline, turn)
	}

	if outlineChroma < 2*visibleChroma {
		t.Errorf("%s: the outline %s has chroma %v", brand, outline, outlineChroma)
	}
}

// checkTint wants a background to show the brand's hue, as far as eight bits a
// channel can hit the hue of so pale a color.
func checkTint(t reporter, brand, background palette.Color) {
	t.Helper()

	if isGray(brand) && !isGray(background) {
		t.Errorf("%s: the background %s has a hue", brand, background)
	}

	chroma, hue := chromaAndHue(brand)
	if chroma < visibleChroma {
		return
	}

	if _, backgroundHue := chromaAndHue(background); between(hue, backgroundHue) > 20 {
		t.Errorf("%s: the hue of the background %s is %v degrees off", brand, background, between(hue, backgroundHue))
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

// between is the angle between two hues.
func between(a, b float64) float64 {
	turn := math.Abs(a - b)

	return min(turn, 360-turn)
}

func TestDeriveKeepsABrandColorThatStandsOut(t *testing.T) {
	brand := mustParse(t, "#e03131")

	if theme := palette.Derive(brand); theme.Light.ButtonOutline != brand || theme.Dark.ButtonOutline != brand {
		t.Errorf("the outlines are %s and %s", theme.Light.ButtonOutline, theme.Dark.ButtonOutline)
	}
}
