package preview

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// roles are the colors of a mode, the backgrounds first.
var roles = []struct{ name, title string }{
	{palette.PrimaryBackground, "Primary"},
	{palette.LightBackground, "Light"},
	{palette.DarkBackground, "Dark"},
	{palette.ButtonOutline, "Outline"},
}

// mode is light or dark mode.
type mode struct {
	Name, Title string
	// prefix begins the names of its attributes.
	prefix string
}

var modes = []mode{{"light", "Light mode", palette.LightPrefix}, {"dark", "Dark mode", palette.DarkPrefix}}

// isOffered reports whether users of a theme see the mode. What they see
// without theme_mode is not documented: both are assumed.
func (m mode) isOffered(fields Fields) bool {
	only := fields.Text("theme_mode")
	return only == m.Name || only != "light" && only != "dark"
}

// look is a mode of a theme as it is drawn.
type look struct {
	Mode mode
	// Title is "Before" or "After", empty if there is only one.
	Title string
	// Class is its class in the style sheet.
	Class  string
	Fields Fields
	Colors []color
	// Text is the color of text on all backgrounds.
	Text  palette.Color
	Level palette.Level
	// IsOffered reports whether users see this mode, and Fails whether a color
	// has a problem.
	IsOffered, Fails bool
}

// color is a color of a look.
type color struct {
	Title, Attribute string
	// Value is the configured value or the reason why it is hidden, empty if
	// there is none.
	Value string
	// IsKnown reports whether Color is the value. Otherwise a placeholder is
	// drawn. IsInvalid reports that a value is not a color.
	Color                         palette.Color
	IsKnown, IsInvalid, IsChanged bool
	// Text and Outline are contrasts on this background, 0 if not known.
	Text, Outline float64
}

// newLook returns how a mode is drawn. changed names the attributes that the
// plan changes.
func (m mode) newLook(class string, fields Fields, changed []string, level palette.Level) look {
	drawn := look{Mode: m, Class: class, Fields: fields, Level: level, IsOffered: m.isOffered(fields)}

	var backgrounds []palette.Color

	for _, role := range roles {
		name := m.prefix + role.name
		value, isSet := fields[name]
		c := color{Title: role.title, Attribute: name, Value: fields.Text(name), IsChanged: slices.Contains(changed, name)}
		parsed, err := palette.Parse(c.Value) // no reason for hiding a value is a color

		c.Color, c.IsKnown, c.IsInvalid = parsed, err == nil, err != nil && isSet && value.Hidden == ""
		if c.IsKnown && role.name != palette.ButtonOutline {
			backgrounds = append(backgrounds, parsed)
		}

		drawn.Colors, drawn.Fails = append(drawn.Colors, c), drawn.Fails || c.IsInvalid
	}

	drawn.Text = palette.Text(m.prefix, level, backgrounds...)

	outline := drawn.Colors[len(roles)-1]
	for i := range drawn.Colors[:len(roles)-1] {
		if c := &drawn.Colors[i]; c.IsKnown {
			c.Text = palette.Contrast(drawn.Text, c.Color)
			if outline.IsKnown {
				c.Outline = palette.Contrast(outline.Color, c.Color)
			}

			drawn.Fails = drawn.Fails || c.Text < level.Text || outline.IsKnown && c.Outline < level.Outline
		}
	}

	return drawn
}

// style returns the rule of the look in the style sheet. Only parsed colors
// reach it.
func (l look) style() string {
	css := fmt.Sprintf(".%s{color-scheme:%s;--text:%s", l.Class, l.Mode.Name, l.Text)
	for _, c := range l.Colors {
		if c.IsKnown {
			css += fmt.Sprintf(";--%[1]s:%[2]s;--%[1]s-hatch:none;--%[1]s-line:solid", strings.ToLower(c.Title), c.Color)
		}
	}

	return css + "}\n"
}
