package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// maxTable is the length in bytes of the longest Markdown, the notice aside. A
// comment on GitHub has at most 65,536 characters.
const maxTable = 58_000

// table is the data of the Markdown.
type table struct {
	*preview.Preview

	// Outputs have what is missing in Rows, and Missing says what that is.
	Outputs string
	Missing []string
	Rows    string
}

// writeTable writes the Markdown for a pull request. A row that does not fit is
// left out, and once that is one that fails, so are those that pass.
func (r review) writeTable(w io.Writer) error {
	t := table{Preview: r.preview(), Outputs: r.outputs()}
	length := len(execute("table.md", t))

	var (
		rows    strings.Builder
		missing []preview.Group
		isCut   bool
	)

	for _, group := range inTable(t.Groups()) {
		if row := execute("row.md", group); length+rows.Len()+len(row) <= maxTable && (group.Fails() || !isCut) {
			rows.WriteString(row)
		} else {
			missing, isCut = append(missing, group), isCut || group.Fails()
		}
	}

	t.Rows, t.Missing = rows.String(), kinds(missing)
	_, err := io.WriteString(w, execute("table.md", t))

	return err
}

// inTable orders groups: those that fail stay first, and of the others, the kind
// with the fewest rows is next, or many equal ones would hide what is unusual.
func inTable(groups []preview.Group) []preview.Group {
	kind := func(g preview.Group) string { return map[bool]string{false: g.Kind}[g.Fails()] }

	rows, first := map[string]int{}, map[string]int{}
	for i, g := range slices.Backward(groups) {
		rows[kind(g)]++
		first[kind(g)] = i
	}

	rows[""] = 0
	slices.SortStableFunc(groups, func(a, b preview.Group) int {
		return cmp.Or(rows[kind(a)]-rows[kind(b)], first[kind(a)]-first[kind(b)])
	})

	return groups
}

// kinds says what groups there are, in few lines: what happens to how many
// themes, and the first of them unless its address is too long.
func kinds(groups []preview.Group) (lines []string) {
	const (
		most    = 10
		longest = 400
	)

	var names []string

	themes := map[string][]preview.Theme{}

	for _, g := range groups {
		name := g.Kind
		switch {
		case g.HasProblems():
			name = "with problems, " + name
		case g.IsUnjudged():
			name = "not fully checked, " + name
		}

		if themes[name] == nil {
			names = append(names, name)
		}

		themes[name] = append(themes[name], g.Themes...)
	}

	for _, name := range names[:min(most, len(names))] {
		line := fmt.Sprintf("%d %s", len(themes[name]), markdown(name))
		if first := code(themes[name][0]); len(first) < longest {
			line += ", as " + first
		}

		lines = append(lines, line)
	}

	if more := len(names) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more kinds", more))
	}

	return lines
}

// outputs names those that have every theme. The summary is the log of a pipeline.
func (r review) outputs() string {
	switch page, result := r.options.html != "", r.options.json != ""; {
	case page && result:
		return "The page, the JSON and the log have"
	case page:
		return "The page and the log have"
	case result:
		return "The JSON and the log have"
	default:
		return "The log has"
	}
}
