package main

import (
	"cmp"
	"slices"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// maxTable is the length in bytes of the longest Markdown, the notice aside. A
// comment on GitHub has at most 65,536 characters.
const maxTable = 58_000

// table is the data of the Markdown.
type table struct {
	*preview.Preview

	Rows string
	// Missing is what Rows leaves out, and HTML and JSON are files that have it.
	Missing    []preview.Group
	HTML, JSON string
}

// table returns the Markdown for a pull request. A row that does not fit is left
// out, and once that is one that fails, so are those that pass.
func (r review) table() string {
	t := table{Preview: r.preview(), HTML: r.options.html, JSON: r.options.json}
	room, isCut := maxTable-len(execute("table.md", t)), false

	for _, group := range inTable(t.Groups()) {
		if row := execute("row.md", group); len(t.Rows)+len(row) <= room && (group.Fails() || !isCut) {
			t.Rows += row
		} else {
			t.Missing, isCut = append(t.Missing, group), isCut || group.Fails()
		}
	}

	t.Missing = merged(t.Missing)

	return execute("table.md", t)
}

// inTable orders groups: those that fail stay first. The others follow by kind, the
// one with the fewest rows first, so a common kind does not hide a rare one.
func inTable(groups []preview.Group) []preview.Group {
	rows, first := map[string]int{}, map[string]int{}

	for i, g := range slices.Backward(groups) {
		if !g.Fails() {
			rows[g.Kind]++
			first[g.Kind] = i
		}
	}

	slices.SortStableFunc(groups, func(a, b preview.Group) int {
		return cmp.Or(rows[a.Kind]-rows[b.Kind], first[a.Kind]-first[b.Kind])
	})

	return groups
}

// merged returns the groups of one kind as one.
func merged(groups []preview.Group) (kinds []preview.Group) {
	for _, g := range groups {
		if i := slices.IndexFunc(kinds, func(kind preview.Group) bool { return kind.Kind == g.Kind }); i < 0 {
			kinds = append(kinds, g)
		} else {
			kinds[i].Themes = append(kinds[i].Themes, g.Themes...)
		}
	}

	return kinds
}
