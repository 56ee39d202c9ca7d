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
	colors := map[string]string{}

	for prefix, mode := range map[string]Mode{LightPrefix: t.Light, DarkPrefix: t.Dark} {
		colors[prefix+PrimaryBackground] = mode.PrimaryBackground.String()
		colors[prefix+LightBackground] = mode.LightBackground.String()
		colors[prefix+DarkBackground] = mode.DarkBackground.String()
		colors[prefix+ButtonOutline] = mode.ButtonOutline.String()
	}

	return colors
}

// tone is a lightness and a chroma in OkLCh, without a hue. A background never
// has more chroma than the brand color.
type tone struct {
	lightness, chroma float64
}

// recipe holds the constants that derive a mode's colors.
type recipe struct {
	primary, light, dark tone
	// vivid is the factor by which the chroma of the backgrounds grows for the
	// lightest brand colors.
	vivid float64
	// outlineStep changes the lightness of the outline until it has enough
	// contrast.
	outlineStep float64
}

// The backgrounds of a mode are close together, so one outline can stand out
// from all three. Black or white text on them has a contrast above 13.
//
// In light mode, the outline of a light brand color must be much darker than
// the brand. More vivid backgrounds compensate for it.
var (
	lightRecipe = recipe{
		primary:     tone{lightness: 0.965, chroma: 0.018},
		light:       tone{lightness: 0.985, chroma: 0.008},
		dark:        tone{lightness: 0.925, chroma: 0.035},
		vivid:       2.5,
		outlineStep: -0.01,
	}
	darkRecipe = recipe{
		primary:     tone{lightness: 0.225, chroma: 0.030},
		light:       tone{lightness: 0.285, chroma: 0.040},
		dark:        tone{lightness: 0.175, chroma: 0.022},
		vivid:       1,
		outlineStep: 0.01,
	}
)

// Derive returns a theme in the hue of a brand color: a light and a dark mode
// whose backgrounds are tints of it, and whose button outlines are the brand
// color itself, lightened or darkened until it has the contrast that AA asks
// for on all three backgrounds. The theme has no Problems, at AA or AAA.
func Derive(brand Color) Theme {
	return Theme{Light: lightRecipe.derive(brand), Dark: darkRecipe.derive(brand)}
}

func (r recipe) derive(brand Color) Mode {
	lightness, chroma, hue := brand.okLCh()
	factor := r.chromaFactor(lightness, chroma)

	mode := Mode{
		PrimaryBackground: r.primary.in(hue, chroma, factor),
		LightBackground:   r.light.in(hue, chroma, factor),
		DarkBackground:    r.dark.in(hue, chroma, factor),
		ButtonOutline:     brand,
	}

	chroma = outlineChroma(chroma)

	for !mode.outlineStandsOut() {
		lightness += r.outlineStep
		mode.ButtonOutline = fromOkLCh(lightness, chroma, hue)
	}

	return mode
}

// chromaFactor grows with the lightness of the brand color from 1 to vivid, and
// stops where the dark background, the most colorful one, reaches its chroma.
func (r recipe) chromaFactor(brandLightness, brandChroma float64) float64 {
	const start, end = 0.75, 0.9

	share := min(max((brandLightness-start)/(end-start), 0), 1)

	return min(1+share*(r.vivid-1), max(brandChroma/r.dark.chroma, 1))
}

func (m Mode) outlineStandsOut() bool {
	return lowestContrast(m.ButtonOutline, m.PrimaryBackground, m.LightBackground, m.DarkBackground) >= AA.Outline
}

// outlineChroma returns the chroma of an outline that cannot be the brand color
// itself. For a pale brand it is more than the brand's own, which would look
// gray at the medium lightness of an outline.
func outlineChroma(brandChroma float64) float64 {
	const (
		paleBoost = 3
		paleLimit = 0.09
	)

	return max(brandChroma, min(paleBoost*brandChroma, paleLimit))
}

func (t tone) in(hue, brandChroma, factor float64) Color {
	return fromOkLCh(t.lightness, min(t.chroma*factor, brandChroma), hue)
}

// okLCh returns lightness, chroma and hue in OkLCh, where a hue looks the same
// at every lightness. The chroma of a gray is exactly 0: the rounding errors of
// the conversion would give it an arbitrary hue.
func (c Color) okLCh() (lightness, chroma, hue float64) {
	lightness, chroma, hue = c.colorful().OkLch()
	if c.isGray() {
		chroma = 0
	}

	return lightness, chroma, hue
}

// fromOkLCh returns the color with that lightness, hue and chroma, or with the
// highest chroma that sRGB can show there.
func fromOkLCh(lightness, chroma, hue float64) Color {
	lightness = min(max(lightness, 0), 1)

	wanted := colorful.OkLch(lightness, chroma, hue)
	if !wanted.IsValid() {
		wanted = colorful.OkLch(lightness, maxChroma(lightness, chroma, hue), hue).Clamped()
	}

	red, green, blue := wanted.RGB255()
	if chroma == 0 { // rounding may give a gray a tinge
		red, blue = green, green
	}

	return Color{R: red, G: green, B: blue}
}

// maxChroma returns the highest chroma that sRGB can show at that lightness and
// hue. It is below chroma, which sRGB cannot show.
func maxChroma(lightness, chroma, hue float64) float64 {
	const precision = 1e-4

	var low float64

	for high := chroma; high-low > precision; {
		middle := (low + high) / 2
		if colorful.OkLch(lightness, middle, hue).IsValid() {
			low = middle
		} else {
			high = middle
		}
	}

	return low
}
