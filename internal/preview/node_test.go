package preview_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// node is an element of a page.
type node struct{ *html.Node }

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
		case child.Type == html.ElementNode && !slices.Contains([]string{"wbr", "bdi", "ins", "del"}, child.Data):
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
