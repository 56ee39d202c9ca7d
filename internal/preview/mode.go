package preview

import (
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// byText are colors to draw under text in black or white.
type byText map[palette.Color]palette.Color

// roles are the colors of a mode, the backgrounds first.
var roles = []struct {
	name, title string
	placeholder byText // drawn if the color is not known
}{
	{palette.PrimaryBackground, "Primary", byText{palette.Black: palette.White, palette.White: {R: 0x1a, G: 0x1b, B: 0x1e}}},
	{palette.LightBackground, "Light", byText{palette.Black: {R: 0xf1, G: 0xf2, B: 0xf4}, palette.White: {R: 0x25, G: 0x26, B: 0x2b}}},
	{palette.DarkBackground, "Dark", byText{palette.Black: {R: 0xe6, G: 0xe8, B: 0xeb}, palette.White: {R: 0x14, G: 0x15, B: 0x17}}},
	{palette.ButtonOutline, "Outline", byText{palette.Black: {R: 0x6c, G: 0x75, B: 0x7d}, palette.White: {R: 0x90, G: 0x92, B: 0x96}}},
}

// mode is light or dark mode.
type mode struct {
	Name, Title string
	// prefix begins the names of its attributes.
	prefix string
}

var modes = []mode{
	{"light", "Light mode", palette.LightPrefix},
	{"dark", "Dark mode", palette.DarkPrefix},
}

// isOffered reports whether users of a theme see the mode. What they see
// without theme_mode is not documented: both are assumed.
func (m mode) isOffered(fields Fields) bool {
	only := fields.Text("theme_mode")
	return only == m.Name || only != "light" && only != "dark"
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
	// Text is the color of text on all backgrounds, and IsTextKnown reports
	// whether a background decides it.
	Text        palette.Color
	IsTextKnown bool
}

// color is a color of a look.
type color struct {
	Title, Attribute string
	// Property is its custom property in the style sheet.
	Property string
	// IsChanged reports whether the plan changes it.
	IsChanged bool
	// Value is the configured value or the reason why it is hidden, empty if
	// there is none.
	Value string
	// IsPlaceholder reports that Color is a placeholder, and IsInvalid that it
	// replaces a value that is not a color.
	IsPlaceholder, IsInvalid bool
	Color                    palette.Color
	// TextContrast and OutlineContrast are nil if a placeholder is involved.
	TextContrast, OutlineContrast *contrast
}

// contrast is a contrast ratio, truncated to two decimals, and whether it
// suffices.
type contrast struct {
	Ratio  string
	Passes bool
}

func newContrast(a, b palette.Color, required float64) *contrast {
	ratio := palette.Contrast(a, b)
	return &contrast{palette.FormatContrast(ratio), ratio >= required}
}

// newLook returns how a mode is drawn. changed names the attributes that the
// plan changes.
func (m mode) newLook(fields Fields, changed []string, level palette.Level) look {
	drawn := look{Chat: newChat(fields), IsOffered: m.isOffered(fields)}
	var known []palette.Color
	for _, role := range roles {
		color := newColor(fields, m.prefix+role.name)
		color.Title, color.Property = role.title, strings.ReplaceAll(strings.TrimSuffix(role.name, "_color"), "_", "-")
		color.IsChanged = slices.Contains(changed, color.Attribute)
		drawn.Colors = append(drawn.Colors, color)
		if role.name != palette.ButtonOutline && !color.IsPlaceholder {
			known = append(known, color.Color)
		}
	}
	drawn.Text, drawn.IsTextKnown = palette.Text(m.prefix, level, known...), len(known) > 0
	outline := drawn.Colors[len(roles)-1]
	for i := range drawn.Colors {
		switch color := &drawn.Colors[i]; {
		case color.IsPlaceholder:
			color.Color = roles[i].placeholder[drawn.Text]
		case i < len(roles)-1:
			color.TextContrast = newContrast(drawn.Text, color.Color, level.Text)
			if !outline.IsPlaceholder {
				color.OutlineContrast = newContrast(outline.Color, color.Color, level.Outline)
			}
		}
	}
	return drawn
}

func newColor(fields Fields, attribute string) color {
	value, isSet := fields[attribute]
	drawn := color{Attribute: attribute, Value: fields.Text(attribute), IsPlaceholder: true}
	if isSet && value.Hidden == "" {
		parsed, err := palette.Parse(drawn.Value)
		drawn.Color, drawn.IsPlaceholder, drawn.IsInvalid = parsed, err != nil, err != nil
	}
	return drawn
}
