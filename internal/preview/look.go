package preview

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// titles are those of the attributes of a mode, the backgrounds first.
var titles = []string{"Primary", "Light", "Dark", "Outline"}

// mode is light or dark mode.
type mode struct {
	Name, Title string
	// prefix begins the names of its attributes.
	prefix     string
	attributes []string
}

var modes = []mode{
	{"light", "Light mode", palette.LightPrefix, palette.Attributes()[:len(titles)]},
	{"dark", "Dark mode", palette.DarkPrefix, palette.Attributes()[len(titles):]},
}

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

	for i, name := range m.attributes {
		value, isSet := fields[name]
		parsed, err := palette.Parse(fields.Text(name)) // no reason for hiding a value is a color
		c := color{
			Title: titles[i], Attribute: name, Value: fields.Text(name), Color: parsed,
			IsKnown: err == nil, IsInvalid: err != nil && isSet && value.Hidden == "", IsChanged: slices.Contains(changed, name),
		}
		drawn.Colors, drawn.Fails = append(drawn.Colors, c), drawn.Fails || c.IsInvalid

		if c.IsKnown && !strings.HasSuffix(name, palette.ButtonOutline) {
			backgrounds = append(backgrounds, parsed)
		}
	}

	drawn.Text = palette.Text(m.prefix, level, backgrounds...)

	outline := drawn.Colors[len(titles)-1]
	for i := range drawn.Colors[:len(titles)-1] {
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
