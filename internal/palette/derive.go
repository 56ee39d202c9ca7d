package palette

import "github.com/lucasb-eyer/go-colorful"

// Theme is the base palette of an appearance configuration.
type Theme struct {
	Light, Dark Mode
}

// Mode is the palette of light or dark mode.
type Mode struct {
	PrimaryBackground, LightBackground, DarkBackground, ButtonOutline Color
}

// Colors returns the colors of the theme as #rrggbb, under the names of their
// attributes.
func (t Theme) Colors() map[string]string {
	return map[string]string{
		"lm_primary_background_color": t.Light.PrimaryBackground.String(),
		"lm_light_background_color":   t.Light.LightBackground.String(),
		"lm_dark_background_color":    t.Light.DarkBackground.String(),
		"lm_button_outline_color":     t.Light.ButtonOutline.String(),
		"dm_primary_background_color": t.Dark.PrimaryBackground.String(),
		"dm_light_background_color":   t.Dark.LightBackground.String(),
		"dm_dark_background_color":    t.Dark.DarkBackground.String(),
		"dm_button_outline_color":     t.Dark.ButtonOutline.String(),
	}
}

// tone is a place in OkLCh for every hue. Chroma is an upper limit: a brand
// color that has less gives less.
type tone struct {
	lightness, chroma float64
}

// plan says where the colors of a mode lie.
type plan struct {
	primary, light, dark tone
	// outlineStep is by how much the outline's lightness is changed at a time
	// until there is enough contrast.
	outlineStep float64
}

// The backgrounds are tints of the brand's hue that lie close together, so that
// one color of outline can stand out from all three. They are so light, and so
// dark, that black or white text is far above any threshold on all of them.
var (
	lightPlan = plan{
		primary:     tone{lightness: 0.965, chroma: 0.018},
		light:       tone{lightness: 0.985, chroma: 0.008},
		dark:        tone{lightness: 0.925, chroma: 0.035},
		outlineStep: -0.01,
	}
	darkPlan = plan{
		primary:     tone{lightness: 0.225, chroma: 0.030},
		light:       tone{lightness: 0.285, chroma: 0.040},
		dark:        tone{lightness: 0.175, chroma: 0.022},
		outlineStep: 0.01,
	}
)

// Derive returns a theme in the hue of a brand color: a light and a dark mode
// whose backgrounds are tints of it, and whose button outlines are the brand
// color itself where it has MinOutlineContrast. The theme has no Problems.
func Derive(brand Color) Theme {
	return Theme{Light: lightPlan.derive(brand), Dark: darkPlan.derive(brand)}
}

func (p plan) derive(brand Color) Mode {
	lightness, chroma, hue := brand.okLCh()

	mode := Mode{
		PrimaryBackground: p.primary.in(hue, chroma),
		LightBackground:   p.light.in(hue, chroma),
		DarkBackground:    p.dark.in(hue, chroma),
	}

	chroma = outlineChroma(chroma)
	mode.ButtonOutline = brand

	for !mode.outlineStandsOut() {
		lightness += p.outlineStep
		mode.ButtonOutline = fromOkLCh(lightness, chroma, hue)
	}

	return mode
}

func (m Mode) outlineStandsOut() bool {
	return Contrast(m.ButtonOutline, m.PrimaryBackground) >= MinOutlineContrast &&
		Contrast(m.ButtonOutline, m.LightBackground) >= MinOutlineContrast &&
		Contrast(m.ButtonOutline, m.DarkBackground) >= MinOutlineContrast
}

// outlineChroma is the chroma of an outline that cannot be the brand color
// itself. A pale brand gets more than it has: at the middle lightness of an
// outline its own would look like gray.
func outlineChroma(brandChroma float64) float64 {
	const (
		paleBoost = 3
		paleLimit = 0.09
	)

	return max(brandChroma, min(paleBoost*brandChroma, paleLimit))
}

func (t tone) in(hue, brandChroma float64) Color {
	return fromOkLCh(t.lightness, min(t.chroma, brandChroma), hue)
}

// okLCh returns lightness, chroma and hue in OkLCh, where colors of one hue
// look alike at every lightness. A gray has no chroma: what the conversion
// leaves would give it a hue by chance.
func (c Color) okLCh() (lightness, chroma, hue float64) {
	lightness, chroma, hue = c.colorful().OkLch()
	if c.isGray() {
		chroma = 0
	}

	return lightness, chroma, hue
}

// fromOkLCh returns the color with that lightness and hue, and as much of that
// chroma as sRGB has there.
func fromOkLCh(lightness, chroma, hue float64) Color {
	lightness = min(max(lightness, 0), 1)

	wanted := colorful.OkLch(lightness, chroma, hue)
	if !wanted.IsValid() {
		wanted = colorful.OkLch(lightness, mostChroma(lightness, chroma, hue), hue).Clamped()
	}

	red, green, blue := wanted.RGB255()

	return Color{R: red, G: green, B: blue}
}

// mostChroma searches for the most chroma that sRGB has at that lightness and
// hue, below a chroma that it has not.
func mostChroma(lightness, chroma, hue float64) float64 {
	const precision = 1e-4

	var least float64

	for most := chroma; most-least > precision; {
		middle := (least + most) / 2
		if colorful.OkLch(lightness, middle, hue).IsValid() {
			least = middle
		} else {
			most = middle
		}
	}

	return least
}
