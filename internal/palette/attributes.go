package palette

import "slices"

// The prefixes of the attributes of light and dark mode.
const (
	LightPrefix = "lm_"
	DarkPrefix  = "dm_"
)

// The color attributes of a mode, without the prefix (API documentation, section
// 2.1).
const (
	PrimaryBackground = "primary_background_color"
	LightBackground   = "light_background_color"
	DarkBackground    = "dark_background_color"
	ButtonOutline     = "button_outline_color"
)

var (
	prefixes    = []string{LightPrefix, DarkPrefix}
	backgrounds = []string{PrimaryBackground, LightBackground, DarkBackground}
)

// Attributes returns the names of the eight color attributes, those of light
// mode first.
func Attributes() []string { return slices.Clone(attributes) }

var attributes = allAttributes()

func allAttributes() []string {
	var names []string

	for _, prefix := range prefixes {
		for _, background := range backgrounds {
			names = append(names, prefix+background)
		}

		names = append(names, prefix+ButtonOutline)
	}

	return names
}
