package palette

import (
	"math"
	"sort"
)

// nearest returns the color nearest to one that passes, of the same hue and as
// much of its chroma as sRGB can show. Black or white has to pass, and so does
// each color between the nearest one and that end: passes compares contrasts,
// and those grow on the way.
func nearest(color Color, passes func(Color) bool) Color {
	if passes(color) {
		return color
	}

	lightness, chroma, hue := color.okLCh()

	found, shortest := color, math.MaxInt

	for endLightness, end := range []Color{0: Black, 1: White} {
		if !passes(end) {
			continue
		}

		const step = 1.0 / 256 // less than 8-bit colors resolve

		way := float64(endLightness) - lightness
		candidate := func(steps int) Color {
			return fromOkLCh(lightness+math.Copysign(float64(steps)*step, way), chroma, hue)
		}
		last := int(math.Abs(way) / step)

		distance := sort.Search(last+1, func(steps int) bool { return passes(candidate(steps)) })
		if distance < shortest {
			shortest, found = distance, end
			if distance <= last {
				found = candidate(distance)
			}
		}
	}

	return found
}
