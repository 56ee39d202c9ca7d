package preview

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// group is a group as the page shows it: as a row, or as one for each theme if
// their values differ.
type group struct {
	Group

	Rows   []row
	IsOpen bool
}

// Changes names the changed fields in a few words: "8 colors, name".
func (g Group) Changes() string {
	others := slices.DeleteFunc(slices.Clone(g.Changed), isColor)
	if colors := len(g.Changed) - len(others); colors > 0 {
		others = slices.Insert(others, 0, counted(colors, "color"))
	}

	return strings.Join(others, ", ")
}

// row is a row of the list, and its first theme in full if it is opened.
type row struct {
	Group

	// IDs are those in the page: the addresses of the themes.
	IDs []string
	// IsFull reports whether the page has the theme in full, and IsPrinted
	// whether paper has it.
	IsFull, IsOpen, IsPrinted bool
	Modes                     []section
	// Fields are the changed fields that are not colors, or all if there is
	// nothing to compare. Unchanged are the others.
	Fields, Unchanged []field
}

// newRow returns how themes are shown. The number tells the looks from others.
func newRow(g Group, number int, level palette.Level) row {
	r := row{Group: g, IsFull: number < maxFull, Modes: g.sections(fmt.Sprintf("look-%d", number), level)}
	if r.IsFull {
		g.draw(r.Modes, level)
		r.Fields, r.Unchanged = g.fields()
	}

	return r
}

func isColor(name string) bool { return slices.Contains(palette.Attributes(), name) }

// IsRedrawn reports whether the plan changes a color of a mode that users see,
// or which modes they see.
func (r row) IsRedrawn() bool {
	return slices.ContainsFunc(r.Modes, func(s section) bool { return s.isRecolored })
}
