package main

import (
	"embed"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// maxTable is the length in bytes of the longest table. A comment on GitHub has at
// most 65,536 characters.
const maxTable = 60_000

var (
	//go:embed templates
	templateFiles embed.FS

	texts = template.Must(template.New("").Funcs(template.FuncMap{
		"clean": printable, "short": short, "markdown": markdown, "color": markdownColor,
	}).ParseFS(templateFiles, "templates/*"))
)

// textData is the data of a template: a review, of which a table may list a part.
type textData struct {
	review
	// Summary counts all themes.
	Summary   string
	NotListed int
}

// summary returns the text for a terminal.
func (r review) summary() (string, error) {
	var text strings.Builder
	err := texts.ExecuteTemplate(&text, "summary.txt", textData{review: r, Summary: r.preview().Summary()})
	return text.String(), err
}

// table returns the Markdown for a pull request, changed themes first.
func (r review) table() (string, error) {
	data := textData{review: r, Summary: r.preview().Summary()}
	data.Themes = slices.SortedFunc(slices.Values(r.Themes), compareActions)
	for {
		var text strings.Builder
		err := texts.ExecuteTemplate(&text, "table.md", data)
		if err != nil || text.Len() <= maxTable || len(data.Themes) == 0 {
			return text.String(), err
		}
		fitting := len(data.Themes) * maxTable / text.Len()
		data.Themes = data.Themes[:min(fitting, len(data.Themes)-1)]
		data.NotListed = len(r.Themes) - len(data.Themes)
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

// printable quotes a text that could control a terminal, with an escape sequence, a
// line break, or a mark that reverses the direction of text.
func printable(text string) string {
	if strings.ContainsFunc(text, func(char rune) bool { return !unicode.IsPrint(char) }) {
		return strconv.Quote(text)
	}
	return text
}

// markdown makes text safe for a cell of a table: no markup, and no link, mention or
// reference, which a comment keeps a host from recognizing.
func markdown(text string) string { return markup.Replace(printable(text)) }

var markup = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, `\`, `\\`,
	"!", `\!`, "$", `\$`, "@", "@<!-- -->", "#", "#<!-- -->", "://", ":<!-- -->//", "www.", "www<!-- -->.",
)

// markdownColor returns a field. GitHub and GitLab draw a color that is code.
func markdownColor(fields pages.Fields, name string) string {
	value := short(fields, name)
	if color, err := palette.Parse(value); err == nil {
		return "`" + color.String() + "`"
	}
	return markdown(value)
}
