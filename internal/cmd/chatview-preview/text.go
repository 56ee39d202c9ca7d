package main

import (
	"bufio"
	"embed"
	"fmt"
	"io"
	"regexp"
	"strings"
	"text/template"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

var (
	//go:embed templates
	templateFiles embed.FS

	texts = template.Must(template.New("").Funcs(template.FuncMap{
		"clean": preview.Printable, "markdown": markdown, "field": markdownField, "labels": labels, "codes": codes,
	}).ParseFS(templateFiles, "templates/*"))
)

// writeSummary writes what the program prints, which may be large.
func (r review) writeSummary(w io.Writer) error {
	out := bufio.NewWriter(w)
	if err := texts.ExecuteTemplate(out, "summary.txt", r.preview()); err != nil {
		return err
	}

	return out.Flush()
}

// execute returns what a template makes of data. Only a defect of this program
// makes it panic.
func execute(name string, data any) string {
	var text strings.Builder
	if err := texts.ExecuteTemplate(&text, name, data); err != nil {
		panic(err)
	}

	return text.String()
}

// few is how many of many names a sentence has.
const few = 5

// labels names the themes of a group, with their previous addresses.
func labels(g preview.Group) string {
	var all []string

	for _, theme := range g.Themes {
		label := preview.Printable(theme.Label())
		if theme.Previous != "" {
			label += " (from " + preview.Printable(theme.Previous) + ")"
		}

		all = append(all, label)
	}

	return strings.Join(all, ", ")
}

// codes names the first themes of a group, more of those that fail, with their
// notes if these differ.
func codes(g preview.Group) string {
	var all []string

	for _, theme := range g.Themes {
		all = append(all, code(theme))
		if theme.Note != g.SameNote() {
			all[len(all)-1] += " (" + markdown(theme.Note) + ")"
		}
	}

	return list(all, map[bool]int{true: 20, false: few}[g.Fails()])
}

func code(theme preview.Theme) string { return "<code>" + markdown(theme.Label()) + "</code>" }

// markdown makes text safe for a cell of a table: no markup, and nothing that
// GitHub or GitLab link by themselves, such as #1, GH-1, %1, @team, www.x.y or
// the hash of a commit, or draw, such as :tada:.
func markdown(text string) string {
	return markup.Replace(linked.ReplaceAllStringFunc(preview.Printable(text), interrupt))
}

// gap is where markup puts a comment, which keeps the hosts from recognizing
// what is around it. No printable text has this character.
const gap = "\ue000"

var (
	linked    = regexp.MustCompile(`(?i)[@#%~^$&!\[]|:[a-z/+-]|:\d+\w*:|www\.|\bg[hl]-\d|[0-9a-f]{7,}`)
	sixDigits = regexp.MustCompile(`.{6}`)

	markup = strings.NewReplacer(
		gap, "<!-- -->", "&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`,
		"[", `\[`, "]", `\]`, "~", `\~`, `\`, `\\`, "!", `\!`, "$", `\$`,
	)
)

// interrupt puts gaps into what is linked: one behind the first character, or
// behind every six of a hash, of which the hosts need seven.
func interrupt(link string) string {
	if strings.Trim(strings.ToLower(link), "0123456789abcdef") != "" {
		return link[:1] + gap + link[1:]
	}

	return sixDigits.ReplaceAllString(link, "$0"+gap)
}

// markdownField returns a field. GitHub and GitLab draw a color that is code
// and has the form #rrggbb.
func markdownField(name, value string) string {
	color, err := palette.Parse(value)
	switch {
	case err != nil, source(name) != appliedColors:
		return markdown(value)
	case strings.EqualFold(value, color.String()):
		return "`" + value + "`"
	default:
		return fmt.Sprintf("%s (`%s`)", markdown(value), color)
	}
}
