package main

import (
	"regexp"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// maxTable is the length in bytes of the longest Markdown, the notice aside. A
// comment on GitHub has at most 65,536 characters.
const maxTable = 58_000

// table is the data of the Markdown.
type table struct {
	*preview.Preview

	Summary, Rows string
	// Missing are the kinds that Rows leaves out, and HTML and JSON are files that have
	// them.
	Missing    [][]preview.Theme
	HTML, JSON string
}

// tableRow is the data of a row. If IsFolded, fields that have no value before are folded.
type tableRow struct {
	preview.Group

	IsFolded bool
}

const maxUnfolded = 3 // rows of a table without a folded one

// table returns the Markdown for a pull request. A row that does not fit is left
// out. Once that is one of the front part, so are all of the rest.
func (r review) table() string {
	unjudged := map[bool]string{true: "|not fully checked"}[r.options.failUnder != "" && !r.options.allowUnjudged]
	failing := regexp.MustCompile(`\d+ (themes? with problems|share an id` + unjudged + `)`)
	t := table{Preview: r.shown, Summary: failing.ReplaceAllString(r.shown.Summary(), "**$0**"), HTML: r.options.html, JSON: r.options.json}
	room, isCut := maxTable-len(execute("table.md", t)), false

	var missing []preview.Theme

	groups := t.Groups()
	for _, group := range groups {
		text := ""
		if group.IsInFront() || !isCut {
			text = execute("row.md", tableRow{group, len(groups) > maxUnfolded})
		}

		if text != "" && len(t.Rows)+len(text) <= room {
			t.Rows += text
		} else {
			missing, isCut = append(missing, group.Themes...), isCut || group.IsInFront()
		}
	}

	t.Missing = preview.Partition(missing, preview.Theme.Kind)

	return execute("table.md", t)
}
