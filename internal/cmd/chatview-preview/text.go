package main

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

var (
	//go:embed templates
	templateFiles embed.FS

	texts = template.Must(template.New("").Funcs(template.FuncMap{
		"clean": preview.Printable, "markdown": markdown, "field": markdownField, "wrapped": wrapped,
		"address":  func(text string) string { return strings.Trim(markdown(text), "\u2068\u2069") }, // to be copied
		"reversed": slices.Backward[[]preview.Group],
	}).ParseFS(templateFiles, "templates/*"))
)

// execute executes a template. Only a defect of this program makes it panic.
func execute(name string, data any) string {
	var text strings.Builder
	if err := texts.ExecuteTemplate(&text, name, data); err != nil {
		panic(err)
	}

	return text.String()
}

// markdown makes text safe for a cell of a table: no markup, and nothing that
// GitHub or GitLab link by themselves, such as #1, GH-1, %1, @team, www.x.y or
// the hash of a commit, or draw, such as :tada:. It isolates a text with right-to-left
// letters, which would reorder what is around it.
func markdown(text string) string {
	isLong := func(word string) bool { return len(word) > 30 } // longWord takes its time
	if text = preview.Printable(text); slices.ContainsFunc(strings.Fields(text), isLong) {
		text = longWord.ReplaceAllString(text, "$0"+breakable)
	}

	text = linked.ReplaceAllStringFunc(text, interrupt)
	text = markup.Replace(issueKey.ReplaceAllString(text, "$1"+gap+"$2"))

	return rightToLeft.ReplaceAllString(text, "\u2068$0\u2069")
}

const maxLine = 80 // characters

// wrapped returns the labels of themes, and notes that differ, in indented lines.
func wrapped(g preview.Group) (lines []string) {
	same := g.SameNote()

	for i, t := range g.Themes {
		label := preview.Printable(t.Label())
		if t.Note != same {
			label += " (" + preview.Printable(t.Note) + ")"
		}

		if i < len(g.Themes)-1 {
			label += ","
		}

		if last := len(lines) - 1; last >= 0 && utf8.RuneCountInString(lines[last])+len(" ")+utf8.RuneCountInString(label) <= maxLine {
			lines[last] += " " + label
		} else {
			lines = append(lines, "  "+label)
		}
	}

	return lines
}

// gap is where markup puts a comment, which keeps the hosts from recognizing what is around it.
// At breakable, a long word may go on in the next line: a table as wide as its longest word
// would hide the column of the verdicts. GitLab nests a <wbr> that is not closed, and ends at
// 256. No printable text has these characters.
const gap, breakable = "\ue000", "\ue001"

var (
	linked    = regexp.MustCompile(`(?i)[@#%~^$&!\[]|:[a-z/+-]|:\d+\w*:|www\.|[0-9a-f]{7,}`)
	issueKey  = regexp.MustCompile(`\b((?i:g[hl])|[A-Z][A-Z0-9_]+)(-\d)`) // GH-1, or one of Jira
	longWord  = regexp.MustCompile(`(?:[!-~\p{Latin}\p{Greek}\p{Cyrillic}]\pM*){30}`)
	sixDigits = regexp.MustCompile(`.{6}`)
	// rightToLeft is a text with a character of a block for scripts of that direction.
	rightToLeft = regexp.MustCompile(`.*[\x{590}-\x{8ff}\x{fb1d}-\x{fdff}\x{fe70}-\x{fefc}\x{10800}-\x{10fff}\x{1e800}-\x{1efff}].*`)

	markup = strings.NewReplacer(
		gap, "<!-- -->", breakable, "<wbr/>", "  ", "&nbsp;&nbsp;", "&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`,
		"[", `\[`, "]", `\]`, "~", `\~`, `\`, `\\`, "!", `\!`, "$", `\$`,
	)
)

// interrupt puts gaps into a link: after its first character, or six of a hash: seven are linked.
func interrupt(link string) string {
	if strings.Trim(strings.ToLower(link), "0123456789abcdef") != "" {
		return link[:1] + gap + link[1:]
	}

	return sixDigits.ReplaceAllString(link, "$0"+gap)
}

// markdownField returns a field. GitHub and GitLab draw a color that is code like `#rrggbb`.
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
