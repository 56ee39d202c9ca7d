package preview_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// node is an element of a page.
type node struct{ *html.Node }

// values are those of fields by name.
type values = map[string]any

const (
	lightPrimary, lightLight, lightDark = "lm_primary_background_color", "lm_light_background_color", "lm_dark_background_color"
	darkPrimary, darkLight, darkDark    = "dm_primary_background_color", "dm_light_background_color", "dm_dark_background_color"
	lightOutline, darkOutline           = "lm_button_outline_color", "dm_button_outline_color"
	mode, overrides                     = "theme_mode", "custom_css_overrides"
)

// fieldsOf returns fields with the given values, or reasons to hide them.
func fieldsOf(values map[string]any) preview.Fields {
	fields := preview.Fields{}

	for name, value := range values {
		if reason, isHidden := value.(preview.Hidden); isHidden {
			fields[name] = preview.Value{Hidden: reason}
		} else {
			fields[name] = preview.Value{JSON: value}
		}
	}

	return fields
}

// themeOf returns a judged theme with the given fields.
func themeOf(values map[string]any) preview.Theme {
	fields := fieldsOf(values)
	return preview.Theme{ID: fields.Text("id"), Name: fields.Text("name"), After: fields, Verdict: preview.Judge(nil, fields, palette.AA)}
}

// branded returns the fields of a theme with all eight colors.
func branded(t *testing.T, brand string) map[string]any {
	t.Helper()

	color, err := palette.Parse(brand)
	if err != nil {
		t.Fatal(err)
	}

	fields := map[string]any{
		"id": "1", "name": "Theme", "theme_mode": "both", "start_message": "Welcome", "recommendations": []any{"Why?", "Why not?"},
		"response_mode": "full", "show_sidebar": true, "show_dashboards": true, "custom_css_overrides": map[string]any{"radius": 4},
	}
	for name, color := range palette.Derive(color) {
		fields[name] = color
	}

	return fields
}

// previewOf returns a preview of themes.
func previewOf(themes ...preview.Theme) *preview.Preview {
	return &preview.Preview{Title: "Themes", Themes: themes, Level: palette.AA}
}

// render returns the page of themes.
func render(t *testing.T, themes ...preview.Theme) node {
	t.Helper()

	return parsed(t, previewOf(themes...))
}

// parsed returns the page of a preview.
func parsed(t *testing.T, p *preview.Preview) node {
	t.Helper()

	root, err := html.Parse(bytes.NewReader(preview.Render(p)))
	if err != nil {
		t.Fatal(err)
	}

	return node{root}
}

// attribute returns an attribute of the element, and whether it has it.
func (n node) attribute(name string) (value string, has bool) {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	if i < 0 {
		return "", false
	}

	return n.Attr[i].Val, true
}

// all returns the elements within n that have a tag or a class.
func (n node) all(tagOrClass string) []node {
	var found []node

	for child := range n.Descendants() {
		class, _ := node{child}.attribute("class")
		if child.Type == html.ElementNode && (child.Data == tagOrClass || slices.Contains(strings.Fields(class), tagOrClass)) {
			found = append(found, node{child})
		}
	}

	return found
}

// text returns the text of the element, with single spaces.
func (n node) text() string {
	var text strings.Builder

	for child := range n.Descendants() {
		switch {
		case child.Type == html.TextNode && child.Parent.Data != "style":
			text.WriteString(child.Data)
		case child.Type == html.ElementNode && !slices.Contains([]string{"bdi", "ins", "del"}, child.Data):
			text.WriteString(" ")
		}
	}

	return strings.Join(strings.Fields(text.String()), " ")
}

// texts returns the texts of elements.
func texts(nodes []node) []string {
	all := []string{}
	for _, each := range nodes {
		all = append(all, each.text())
	}

	return all
}
