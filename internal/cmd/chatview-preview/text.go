package main

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// maxTable is the length in bytes of the longest table. A comment on GitHub has
// at most 65,536 characters.
const maxTable = 60_000

var (
	//go:embed templates
	templateFiles embed.FS

	texts = template.Must(template.New("").Funcs(template.FuncMap{
		"clean": printable, "short": short, "markdown": markdown, "field": markdownField,
	}).ParseFS(templateFiles, "templates/*"))
)

// text returns what a template prints of a review, of which it may list a part.
func (r review) text(name string, themes []pages.Theme) (string, error) {
	var text strings.Builder
	err := texts.ExecuteTemplate(&text, name, map[string]any{
		"Summary": r.preview().Summary(), "Notes": r.Notes, "Themes": themes, "NotListed": len(r.Themes) - len(themes),
	})
	return text.String(), err
}

// table returns the Markdown for a pull request, changed themes first.
func (r review) table() (string, error) {
	for themes := r.byAction; ; {
		text, err := r.text("table.md", themes)
		if err != nil || len(text) <= maxTable || len(themes) == 0 {
			return text, err
		}
		themes = themes[:min(len(themes)*maxTable/len(text), len(themes)-1)]
	}
}

// short returns a field as text, cut if it is long.
func short(fields pages.Fields, name string) string {
	const longest = 80
	value, isSet := fields[name]
	text := []rune(value.String())
	switch {
	case !isSet:
		return "not set"
	case len(text) > longest:
		return string(text[:longest]) + "…"
	default:
		return string(text)
	}
}

// printable quotes a text that could control a terminal, with an escape
// sequence, a line break, or a mark that reverses the direction of text.
func printable(text string) string {
	if strings.ContainsFunc(text, func(char rune) bool { return !unicode.IsPrint(char) }) {
		return strconv.Quote(text)
	}
	return text
}

// markdown makes text safe for a cell of a table: no markup, and no link,
// mention or reference, which a comment keeps a host from recognizing.
func markdown(text string) string { return markup.Replace(printable(text)) }

var markup = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, `\`, `\\`,
	"!", `\!`, "$", `\$`, "@", "@<!-- -->", "#", "#<!-- -->", "://", ":<!-- -->//", "www.", "www<!-- -->.",
)

// markdownField returns a field. GitHub and GitLab draw a color that is code
// and has the form #rrggbb.
func markdownField(fields pages.Fields, name string) string {
	value := short(fields, name)
	switch color, err := palette.Parse(value); {
	case err != nil, !slices.Contains(palette.Attributes(), name):
		return markdown(value)
	case strings.EqualFold(value, color.String()):
		return "`" + value + "`"
	default:
		return fmt.Sprintf("%s (`%s`)", markdown(value), color)
	}
}
