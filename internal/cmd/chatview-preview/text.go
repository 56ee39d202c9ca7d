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
		"clean": preview.Printable, "short": short, "markdown": markdown, "field": markdownField, "first": firstLooks,
		"labels": labels(preview.Printable),
		"codes":  labels(func(label string) string { return "<code>" + markdown(label) + "</code>" }),
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

// maxTable is the length in bytes of the longest table, up to its last row. A
// comment on GitHub has at most 65,536 characters.
const maxTable = 60_000

// writeTable writes the Markdown for a pull request. If it is too long, it lacks
// the last themes.
func (r review) writeTable(w io.Writer) error {
	table, groups := execute("table.md", r.preview()), r.preview().Groups()
	for i, group := range groups {
		row := execute("row.md", group)
		if len(table)+len(row) > maxTable {
			rest := preview.Preview{Level: r.options.level()}
			for _, group := range groups[i:] {
				rest.Themes = append(rest.Themes, group.Themes...)
			}

			table += fmt.Sprintf("\nNot in this table, which would be too long: %s.\n", rest.Summary())

			break
		}

		table += row
	}

	_, err := io.WriteString(w, table)

	return err
}

// few is how many of many names a sentence has.
const few = 5

// labels names the themes of a group: all that fail, and few of the others.
func labels(format func(string) string) func(preview.Group) string {
	return func(g preview.Group) string {
		most := few
		if g.HasProblems() || g.IsUnjudged() {
			most = len(g.Themes)
		}

		var all []string
		for _, theme := range g.Themes {
			all = append(all, format(theme.Label()))
		}

		return list(all, most)
	}
}

// firstLooks returns the themes of a group that have colors and nothing to
// compare, or one of them if all are equal.
func firstLooks(most int, g preview.Group) []preview.Theme {
	if g.HasTwoLooks() || !g.IsApplied || len(g.After.Colors()) == 0 {
		return nil
	}

	if !g.Differs {
		most = 1
	}

	return g.Themes[:min(most, len(g.Themes))]
}

// short returns a field of one side as text. A long one is cut, at its first
// difference from the other side.
func short(side, other preview.Fields, name string) string {
	if _, isSet := side[name]; !isSet {
		return "not configured"
	}

	const longest = 80

	text, compared := []rune(side.Text(name)), []rune(other.Text(name))
	if len(text) <= longest {
		return string(text)
	}

	begin := 0
	for begin < min(len(text)-longest, len(compared)) && text[begin] == compared[begin] {
		begin++
	}

	end := begin + longest

	return strings.Repeat("…", min(begin, 1)) + string(text[begin:end]) + strings.Repeat("…", min(len(text)-end, 1))
}

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
