package preview

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// titles are those of the attributes of a mode, the backgrounds first.
var titles = []string{"Primary background", "Light background", "Dark background", "Outline"}

// titled puts titles in place of attributes in a message about one mode.
func titled(message string) string {
	for i, name := range palette.Attributes() {
		message = strings.ReplaceAll(message, name, titles[i%len(titles)])
	}

	return message
}

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
	// Title says of when it is, empty for a theme without a plan.
	Title, Class string
	Fields       Fields
	Colors       []color
	// Text is the color of text on all backgrounds.
	Text palette.Color
}

// IsOffered reports whether users see this mode.
func (l look) IsOffered() bool { return l.Mode.isOffered(l.Fields) }

// picture returns what is drawn, colors aside.
func (l look) picture() string {
	if !l.IsOffered() {
		return ""
	}

	return string(execute("chat", l.Fields))
}

type color struct {
	Title, Attribute string
	// Value is the value or the reason why it is hidden, empty if there is none.
	Value string
	// IsKnown reports whether Color is the value. Otherwise a placeholder is
	// drawn. IsInvalid reports that a value is not a color.
	Color                         palette.Color
	IsKnown, IsInvalid, IsChanged bool
	// Contrast is that of a background with text, or the lowest of an outline, on the
	// background On, or 0 if it is not known. Fails reports whether the level requires more.
	Contrast float64
	On       string
	Fails    bool
}

// newLook returns how a mode is drawn. marked are the attributes that differ in another look.
func (m mode) newLook(title, class string, fields Fields, marked []string, level palette.Level) look {
	drawn := look{Mode: m, Title: title, Class: class, Fields: fields}

	var backgrounds []palette.Color

	for i, name := range m.attributes {
		parsed, err := palette.Parse(fields.Text(name)) // no reason for hiding a value is a color
		c := color{
			Title: titles[i], Attribute: name, Value: fields.Text(name), Color: parsed,
			IsKnown: err == nil, IsInvalid: err != nil && fields[name].JSON != nil, IsChanged: slices.Contains(marked, name),
		}
		drawn.Colors = append(drawn.Colors, c)

		if c.IsKnown && i < len(titles)-1 {
			backgrounds = append(backgrounds, parsed)
		}
	}

	drawn.Text = palette.Text(m.prefix, level, backgrounds...)
	drawn.measure(level)

	return drawn
}

func (l look) measure(level palette.Level) {
	outline := &l.Colors[len(titles)-1]

	for i := range l.Colors[:len(titles)-1] {
		if c := &l.Colors[i]; c.IsKnown {
			c.Contrast = palette.Contrast(l.Text, c.Color)
			c.Fails = c.Contrast < level.Text

			if on := palette.Contrast(outline.Color, c.Color); outline.IsKnown && (outline.On == "" || on < outline.Contrast) {
				outline.Contrast, outline.On, outline.Fails = on, c.Title, on < level.Outline
			}
		}
	}
}

// style returns the style sheet of the look. Only parsed colors reach it.
func (l look) style() string {
	css := fmt.Sprintf("{color-scheme:only %s;--text:%s", l.Mode.Name, l.Text)
	for _, c := range l.Colors {
		if c.IsKnown {
			name, _, _ := strings.Cut(strings.ToLower(c.Title), " ")
			css += fmt.Sprintf(";--%[1]s:%[2]s;--%[1]s-hatch:none;--%[1]s-line:solid", name, c.Color)
		}
	}

	return css + "}\n"
}
