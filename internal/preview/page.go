// Package preview shows themes on one page: a list in which each theme can be opened, with a
// chat view in light and dark mode, as last applied, as planned and with suggestions, the
// contrast of its colors, and its problems. It serves the page, or renders it as a file.
//
// The API documents neither how the product looks nor which part of it uses which color. The
// page says that it is an approximation. No text of a theme is trusted: templates escape it,
// only parsed colors reach a style sheet, and its policy allows only what this package brings.
package preview

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

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
		"modeOf": func(attribute string) string {
			return modes[slices.Index(palette.Attributes(), attribute)/len(titles)].Title
		},
		"script": func() template.JS { return template.JS(script) }, //nolint:gosec // this package's
	}).ParseFS(templateFiles, "templates/*"))
)

// A page that had all of many themes in full would not load.
const (
	maxFull    = 200
	maxPrinted = 20
	maxOpen    = 3
)

// page is the data of the page, which needs no other file.
type page struct {
	*Preview

	Rows  []pageRow
	Style template.CSS
	// Version is the ETag of a page that follows a server.
	Version string
}

// HasUnknownColors reports whether anything is hatched or dashed.
func (p page) HasUnknownColors() bool {
	return slices.ContainsFunc(p.Rows, func(r pageRow) bool { return slices.ContainsFunc(r.Modes, comparison.hasUnknownColor) })
}

// Render returns the page as one file that needs no other. It begins with a byte order
// mark, because what serves it may name another encoding than UTF-8.
func Render(p *Preview) []byte { return append([]byte("\ufeff"), execute("page.html", newPage(p))...) }

// Handler serves the page, which a browser loads again once another Handler serves it.
func Handler(p *Preview) http.Handler {
	shown := newPage(p)
	shown.Version = strconv.FormatInt(time.Now().UnixNano(), 36)
	html := execute("page.html", shown)

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", shown.Policy()+"; frame-ancestors 'none'")
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", strconv.Quote(shown.Version))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(html))
	})
}

// execute executes a template. Only a defect of this package makes it panic.
func execute(name string, data any) []byte {
	var html bytes.Buffer
	if err := templates.ExecuteTemplate(&html, name, data); err != nil {
		panic(fmt.Sprintf("preview: %v", err))
	}

	return html.Bytes()
}

func newPage(p *Preview) page {
	shown, groups, ids := page{Preview: p}, p.Groups(), map[string]bool{}
	failing, textual, styles := count(groups, Group.HasProblems), count(groups, Group.ChangesOnlyTexts), []string{pageStyle, chatStyle}

	for i, g := range groups {
		r := pageRow{Group: g, Modes: g.comparisons(fmt.Sprintf("look-%d", i), p.Level)}
		r.IsOpen = len(groups) == 1 || g.HasProblems() && failing <= maxOpen || g.ChangesOnlyTexts() && textual <= maxOpen
		r.IsPrinted = i < maxPrinted

		for _, t := range g.Themes {
			id := cmp.Or(t.Label(), t.ID)
			for ids[id] {
				id += "'"
			}

			ids[id], r.IDs = true, append(r.IDs, id)
		}

		if i < maxFull {
			r.Sections = g.sections(r.Modes, p.Level)
			r.Fields, r.Unchanged = g.fields()
		}

		for _, s := range r.Sections {
			for _, l := range s.Looks {
				styles = append(styles, "."+l.Class+l.style())
			}
		}

		shown.Rows = append(shown.Rows, r)
	}

	shown.Style = template.CSS(strings.Join(styles, "")) //nolint:gosec // this package's, and parsed colors

	return shown
}

// pageRow is a group as the list shows it, and in full if it is opened.
type pageRow struct {
	Group

	// IDs are those in the page: the addresses of the themes.
	IDs   []string
	Modes []comparison
	// Sections are the modes of the first theme in full, none behind many rows.
	Sections []section
	// IsPrinted reports whether paper has the row in full.
	IsOpen, IsPrinted bool
	// Fields and Unchanged are not colors, and those of the first theme.
	Fields, Unchanged []otherField
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

// Policy returns the Content-Security-Policy of a page that has only an inline style sheet.
func Policy(style string) string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src " + hashOf(style)
}

// hashOf returns the source of a policy that allows an inline text.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("'sha256-%s'", base64.StdEncoding.EncodeToString(sum[:]))
}
