// Package preview shows themes on one page: a list in which each theme can be
// opened, with a chat view in light and dark mode, as last applied, as planned
// and with suggestions, the contrast of its colors, and its problems. It serves
// the page, or renders it as a file.
//
// The API documents neither how the product looks nor which part of it uses
// which color. The page says that it is an approximation. No text of a theme is
// trusted: templates escape it, only parsed colors reach a style sheet, and the
// Content-Security-Policy allows only what this package brings.
package preview

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

var (
	//go:embed assets/page.css
	pageStyle string
	//go:embed assets/chat.css
	chatStyle string
	//go:embed assets/live.js
	script string
	//go:embed templates
	templateFiles embed.FS

	templates = template.Must(template.New("").Funcs(template.FuncMap{
		"split": strings.Split, "printable": Printable, "counted": counted, "ratio": palette.FormatContrast, "titled": titled,
		"script": func() template.JS { return template.JS(script) }, //nolint:gosec // this package's
	}).ParseFS(templateFiles, "templates/*"))
)

// A page that had all of many themes in full would not load.
const (
	maxFull    = 200
	maxPrinted = 20
)

// page is the data of the page, which needs no other file.
type page struct {
	*Preview

	Groups []group
	Style  template.CSS
	// Version is the ETag of a page that follows a server.
	Version string
}

// Render returns the page as one file that needs no other.
func Render(p *Preview) ([]byte, error) { return newPage(p).render() }

func newPage(p *Preview) page {
	shown, style, ids := page{Preview: p}, []string{pageStyle, chatStyle}, map[string]bool{}
	groups, rows := p.Groups(), 0
	failing := slices.DeleteFunc(slices.Clone(groups), func(g Group) bool { return !g.HasProblems() })

	for _, g := range groups {
		of := group{Group: g, IsOpen: len(groups) == 1 && len(g.parts()) <= maxPrinted || g.HasProblems() && len(failing) == 1}
		for _, part := range g.parts() {
			r := newRow(part, rows, p.Level)
			r.IsOpen, r.IsPrinted = of.IsOpen && !g.Differs, g.HasProblems() && rows < maxPrinted
			rows++

			for _, t := range part.Themes {
				id := cmp.Or(t.Label(), t.ID)
				for ids[id] {
					id += "'"
				}

				ids[id], r.IDs = true, append(r.IDs, id)
			}

			for _, section := range r.Modes {
				for _, look := range section.Looks {
					if r.IsFull {
						style = append(style, "."+look.Class+look.style())
					}
				}
			}

			of.Rows = append(of.Rows, r)
		}

		shown.Groups = append(shown.Groups, of)
	}

	shown.Style = template.CSS(strings.Join(style, "")) //nolint:gosec // this package's, and parsed colors

	return shown
}

// Policy returns the Content-Security-Policy of the page: its own style sheet,
// and its own script if it follows a server.
func (p page) Policy() string {
	policy := Policy(string(p.Style))
	if p.Version != "" {
		policy += "; connect-src 'self'; script-src " + hashOf(script)
	}

	return policy
}

// Policy returns the Content-Security-Policy of a page that has only an inline
// style sheet.
func Policy(style string) string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src " + hashOf(style)
}

// hashOf returns the source of a policy that allows an inline text.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("'sha256-%s'", base64.StdEncoding.EncodeToString(sum[:]))
}

// render returns the page as HTML.
func (p page) render() ([]byte, error) {
	var html bytes.Buffer
	if err := templates.ExecuteTemplate(&html, "page.html", p); err != nil {
		return nil, err
	}

	return html.Bytes(), nil
}
