package preview

import (
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// titles are the titles of the color attributes, without the prefix of their mode.
var titles = map[string]string{
	palette.PrimaryBackground: "Primary", palette.LightBackground: "Light", palette.DarkBackground: "Dark", palette.ButtonOutline: "Outline",
}

// mode is light or dark mode, with the prefix of its attributes and the placeholder
// colors of the preview.
type mode struct {
	name, title, prefix string
	placeholders        map[string]palette.Color
}

var modes = []mode{
	{"light", "Light mode", palette.LightPrefix, map[string]palette.Color{
		palette.PrimaryBackground: palette.White, palette.LightBackground: {R: 0xf5, G: 0xf6, B: 0xf8},
		palette.DarkBackground: {R: 0xe9, G: 0xec, B: 0xef}, palette.ButtonOutline: {R: 0x6c, G: 0x75, B: 0x7d},
	}},
	{"dark", "Dark mode", palette.DarkPrefix, map[string]palette.Color{
		palette.PrimaryBackground: {R: 0x1a, G: 0x1b, B: 0x1e}, palette.LightBackground: {R: 0x25, G: 0x26, B: 0x2b},
		palette.DarkBackground: {R: 0x14, G: 0x15, B: 0x17}, palette.ButtonOutline: {R: 0x90, G: 0x92, B: 0x96},
	}},
}

// offeredModes returns the modes that users of a theme see. For a theme without
// theme_mode they are not documented, so it returns both.
func offeredModes(fields map[string]any) []mode {
	return slices.DeleteFunc(slices.Clone(modes), func(m mode) bool {
		offered := fields["theme_mode"]

		return offered == "light" && m.name == "dark" || offered == "dark" && m.name == "light"
	})
}

// modeView is a mode as the pages show it.
type modeView struct {
	Name, Title string
	// Text is the color of text on the configured backgrounds, "black" or "white",
	// empty if there are none.
	Text        string
	Backgrounds []colorView
	Outline     colorView
	// Configured is the number of configured colors.
	Configured int
	Problems   []string
}

// colorView is a color attribute.
type colorView struct {
	// Key is the attribute without the prefix of its mode.
	Title, Attribute, Key string
	// Value is the configured value, empty if there is none.
	Value string
	// IsPlaceholder reports that Color is a placeholder, because none is configured or
	// because the configured one is invalid.
	IsPlaceholder, IsInvalid bool
	Color                    palette.Color
	// Text is the color of text on a background.
	Text palette.Color
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

// newView reads the colors of a mode from the fields of a theme.
func (m mode) newView(fields map[string]any) modeView {
	configured := map[string]string{}

	for role := range m.placeholders {
		if value, isText := fields[m.prefix+role].(string); isText {
			configured[m.prefix+role] = value
		}
	}

	text, hasText := palette.TextColor(m.prefix, configured)
	view := modeView{
		Name: m.name, Title: m.title, Configured: len(configured),
		Outline: m.newColor(palette.ButtonOutline, configured),
	}

	for _, problem := range palette.Problems(configured, palette.AA) {
		view.Problems = append(view.Problems, problem.Message)
	}

	if hasText {
		view.Text = map[palette.Color]string{palette.Black: "black", palette.White: "white"}[text]
	}

	for _, role := range []string{palette.PrimaryBackground, palette.LightBackground, palette.DarkBackground} {
		background := m.newColor(role, configured)
		background.Text = palette.Text(background.Color)

		if !background.IsPlaceholder {
			background.Text = text
			background.TextContrast = newContrast(background.Text, background.Color, palette.AA.Text)
		}

		if !background.IsPlaceholder && !view.Outline.IsPlaceholder {
			background.OutlineContrast = newContrast(view.Outline.Color, background.Color, palette.AA.Outline)
		}

		view.Backgrounds = append(view.Backgrounds, background)
	}

	return view
}

func (m mode) newColor(role string, configured map[string]string) colorView {
	value, isConfigured := configured[m.prefix+role]
	color, err := palette.Parse(value)

	view := colorView{
		Title: titles[role], Attribute: m.prefix + role, Key: role, Value: value,
		IsPlaceholder: err != nil, IsInvalid: isConfigured && err != nil, Color: color,
	}
	if view.IsPlaceholder {
		view.Color = m.placeholders[role]
	}

	return view
}

// AttributeParts splits the attribute where a line may break.
func (c colorView) AttributeParts() []string {
	return strings.SplitAfter(c.Attribute, "_")
}

// Colors returns all four colors.
func (m modeView) Colors() []colorView {
	return append(slices.Clone(m.Backgrounds), m.Outline)
}
