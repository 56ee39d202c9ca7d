package preview

import (
	"slices"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// roles are the colors of a mode, the backgrounds first, and titles their titles.
var (
	roles  = []string{palette.PrimaryBackground, palette.LightBackground, palette.DarkBackground, palette.ButtonOutline}
	titles = map[string]string{
		palette.PrimaryBackground: "Primary", palette.LightBackground: "Light", palette.DarkBackground: "Dark", palette.ButtonOutline: "Outline",
	}
)

// mode is light or dark mode.
type mode struct {
	Name, Title string
	// prefix begins the names of its attributes.
	prefix string
	// text is the color of text if no background is set.
	text palette.Color
}

var modes = []mode{
	{"light", "Light mode", palette.LightPrefix, palette.Black},
	{"dark", "Dark mode", palette.DarkPrefix, palette.White},
}

// placeholders are drawn for colors that are not known, under text in black or
// white.
var placeholders = map[palette.Color]map[string]palette.Color{
	palette.Black: {
		palette.PrimaryBackground: palette.White, palette.LightBackground: {R: 0xf1, G: 0xf2, B: 0xf4},
		palette.DarkBackground: {R: 0xe6, G: 0xe8, B: 0xeb}, palette.ButtonOutline: {R: 0x6c, G: 0x75, B: 0x7d},
	},
	palette.White: {
		palette.PrimaryBackground: {R: 0x1a, G: 0x1b, B: 0x1e}, palette.LightBackground: {R: 0x25, G: 0x26, B: 0x2b},
		palette.DarkBackground: {R: 0x14, G: 0x15, B: 0x17}, palette.ButtonOutline: {R: 0x90, G: 0x92, B: 0x96},
	},
}

// modes returns the modes that users of a theme see. For a theme without
// theme_mode they are not documented, so it returns both.
func (f Fields) modes() []mode {
	return slices.DeleteFunc(slices.Clone(modes), func(m mode) bool {
		offered := f.Text("theme_mode")
		return offered == "light" && m.Name == "dark" || offered == "dark" && m.Name == "light"
	})
}

// look is a theme's mode, as it is drawn.
type look struct {
	// Title is "Before" or "After", empty if there is only one.
	Title string
	// Class is the class of its colors in the style sheet.
	Class string
	// IsOffered reports whether users see this mode.
	IsOffered bool
	Chat      chat
	Colors    []color
	// Text is the color of text on all backgrounds, and IsTextKnown reports whether
	// a background decides it.
	Text        palette.Color
	IsTextKnown bool
}

// color is a color of a look.
type color struct {
	Title, Attribute string
	// IsChanged reports whether the plan changes it.
	IsChanged bool
	// Role is the attribute without the prefix of its mode.
	Role string
	// Value is the configured value or the reason why it is hidden, empty if there
	// is none.
	Value string
	// IsPlaceholder reports that Color is a placeholder, and IsInvalid that it
	// replaces a value that is not a color.
	IsPlaceholder, IsInvalid bool
	Color                    palette.Color
	// TextContrast and OutlineContrast are nil if a placeholder is involved.
	TextContrast, OutlineContrast *contrast
}

// contrast is a contrast ratio, truncated to two decimals, and whether it suffices.
type contrast struct {
	Ratio  string
	Passes bool
}

func newContrast(a, b palette.Color, required float64) *contrast {
	ratio := palette.Contrast(a, b)
	return &contrast{palette.FormatContrast(ratio), ratio >= required}
}

// newLook reads the colors of a mode, of which some attributes are changed. It
// measures contrasts by a level.
func (m mode) newLook(fields Fields, changed []string, level palette.Level) look {
	shown, _ := fields.colors()
	drawn := look{Chat: newChat(fields), Text: m.text}
	drawn.IsOffered = slices.ContainsFunc(fields.modes(), func(offered mode) bool { return offered.Name == m.Name })
	if text, isKnown := palette.TextColor(m.prefix, shown); isKnown {
		drawn.Text, drawn.IsTextKnown = text, true
	}
	for _, role := range roles {
		color := newColor(fields, m.prefix, role, drawn.Text)
		color.IsChanged = slices.Contains(changed, color.Attribute)
		drawn.Colors = append(drawn.Colors, color)
	}
	outline := drawn.Colors[len(roles)-1]
	for i := range drawn.Colors[:len(roles)-1] {
		background := &drawn.Colors[i]
		if background.IsPlaceholder {
			continue
		}
		background.TextContrast = newContrast(drawn.Text, background.Color, level.Text)
		if !outline.IsPlaceholder {
			background.OutlineContrast = newContrast(outline.Color, background.Color, level.Outline)
		}
	}
	return drawn
}

func newColor(fields Fields, prefix, role string, text palette.Color) color {
	value, isSet := fields[prefix+role]
	drawn := color{
		Title: titles[role], Attribute: prefix + role, Role: role,
		IsPlaceholder: true, Color: placeholders[text][role],
	}
	if !isSet {
		return drawn
	}
	drawn.Value = value.String()
	if parsed, err := palette.Parse(drawn.Value); value.Hidden == "" && err == nil {
		drawn.Color, drawn.IsPlaceholder = parsed, false
	}
	drawn.IsInvalid = drawn.IsPlaceholder && value.Hidden == ""
	return drawn
}
