package palette

import (
	"maps"
	"slices"
)

// suggest returns the color that is nearest in lightness to an attribute's, with the same
// hue and as much of its chroma as sRGB can show, that removes the attribute's
// contrast problems among those found and adds none. It returns "" if there is
// no such color.
func suggest(attribute string, set map[string]setting, level Level, found []finding) string {
	others := slices.DeleteFunc(slices.Clone(found), func(f finding) bool {
		return f.Attribute == attribute && f.Criterion != ""
	})
	changed := maps.Clone(set)
	lightness, chroma, hue := set[attribute].color.okLCh()

	// A step is less than 8-bit colors resolve.
	const step = 1.0 / 256

	isNew := func(f finding) bool { return !slices.ContainsFunc(others, f.isLike) }

	for distance := step; distance < 1; distance += step {
		for _, changedLightness := range []float64{lightness - distance, lightness + distance} {
			if changedLightness <= -step || changedLightness >= 1+step {
				continue // black and white were tried
			}

			candidate := fromOkLCh(changedLightness, chroma, hue)
			changed[attribute] = newSetting(attribute, "", candidate)

			if !slices.ContainsFunc(find(changed, level), isNew) {
				return candidate.String()
			}
		}
	}

	return ""
}
