package palette

import (
	"maps"
	"slices"

	"github.com/lucasb-eyer/go-colorful"
)

// tone is a lightness and a chroma in OkLCh, without a hue. A background never
// has more chroma than the brand color.
type tone struct{ lightness, chroma float64 }

// recipe holds the constants that derive a mode's colors.
type recipe struct {
	// backgrounds are by name, without the prefix.
	backgrounds map[string]tone
	// vivid is the factor by which the chroma of the backgrounds grows for the
	// lightest brand colors.
	vivid float64
	// outlineDirection is that in which the lightness of the outline changes until it has
	// enough contrast: 1 or -1.
	outlineDirection float64
}

// outlineStep is the step of that change.
const outlineStep = 0.01

// The backgrounds of a mode are close together, so one outline can stand out
// from all three. Black or white text on them has a contrast above 13.
//
// In light mode, the outline of a light brand color must be much darker than
// the brand. More vivid backgrounds compensate for it.
var (
	lightRecipe = recipe{
		backgrounds: map[string]tone{
			PrimaryBackground: {lightness: 0.965, chroma: 0.018},
			LightBackground:   {lightness: 0.985, chroma: 0.008},
			DarkBackground:    {lightness: 0.925, chroma: 0.035},
		},
		vivid:            2.5,
		outlineDirection: -1,
	}
	darkRecipe = recipe{
		backgrounds: map[string]tone{
			PrimaryBackground: {lightness: 0.225, chroma: 0.030},
			LightBackground:   {lightness: 0.285, chroma: 0.040},
			DarkBackground:    {lightness: 0.175, chroma: 0.022},
		},
		vivid:            1,
		outlineDirection: 1,
	}
)

// Derive returns a palette in the hue of a brand color, as #rrggbb under the
// names of its attributes: a light and a dark mode whose backgrounds are tints of
// it, and whose button outlines are the brand color itself, lightened or darkened
// until it has the contrast that AA asks for on all three backgrounds. The palette
// has no Problems, at AA or AAA.
func Derive(brand Color) map[string]string {
	colors := map[string]string{}

	for prefix, r := range map[string]recipe{LightPrefix: lightRecipe, DarkPrefix: darkRecipe} {
		for name, color := range r.derive(brand) {
			colors[prefix+name] = color.String()
		}
	}

	return colors
}

func (r recipe) derive(brand Color) map[string]Color {
	lightness, chroma, hue := brand.okLCh()
	factor := r.chromaFactor(lightness, chroma)

	mode, outline := map[string]Color{}, brand
	for name, background := range r.backgrounds {
		mode[name] = fromOkLCh(background.lightness, min(background.chroma*factor, chroma), hue)
	}

	backgrounds := slices.Collect(maps.Values(mode))
	for distance := 0.0; lowestContrast(outline, backgrounds...) < AA.Outline; {
		distance += outlineStep
		outline = fromOkLCh(lightness+r.outlineDirection*distance, outlineChroma(chroma, distance), hue)
	}

	mode[ButtonOutline] = outline

	return mode
}

// chromaFactor grows with the lightness of the brand color from 1 to vivid, and
// stops where the dark background, the most colorful one, reaches its chroma.
func (r recipe) chromaFactor(brandLightness, brandChroma float64) float64 {
	const start, end = 0.75, 0.9

	share := min(max((brandLightness-start)/(end-start), 0), 1)

	return min(1+share*(r.vivid-1), max(brandChroma/r.backgrounds[DarkBackground].chroma, 1))
}

// outlineChroma returns the chroma of an outline at a distance in lightness from the
// brand color. For a pale brand it is more than the brand's own, which would look gray
// at the medium lightness of an outline. It grows with the distance: brands that nearly
// have enough contrast, and their neighbors that do, have similar outlines.
func outlineChroma(brandChroma, distance float64) float64 {
	const (
		paleBoost    = 3
		paleLimit    = 0.09
		paleDistance = 0.1
	)

	boost := max(min(paleBoost*brandChroma, paleLimit)-brandChroma, 0)

	return brandChroma + boost*min(distance/paleDistance, 1)
}

// okLCh returns lightness, chroma and hue in OkLCh, where a hue looks the same
// at every lightness. The chroma of a gray is exactly 0: the rounding errors of
// the conversion would give it an arbitrary hue.
func (c Color) okLCh() (lightness, chroma, hue float64) {
	lightness, chroma, hue = c.colorful().OkLch()
	if c.R == c.G && c.G == c.B {
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

	color := rounded(wanted)
	if chroma == 0 { // rounding may give a gray a tinge
		color.R, color.B = color.G, color.G
	}

	return color
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
