package preview

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// row is a theme as the page shows it: a row of the list, and in full if it is
// opened.
type row struct {
	Theme

	// ID is the id in the page: the address of the theme.
	ID string
	// IsFull reports whether the page has the theme in full, and IsPrinted
	// whether paper has it.
	IsFull, IsOpen, IsPrinted bool
	Modes                     []section
	// Changes names the changed fields in a few words: "8 colors, name".
	Changes string
	// Fields are the changed fields that are not colors, or all if there is
	// nothing to compare. Unchanged are the others.
	Fields, Unchanged []field
}

// newRow returns how a theme is shown. Its number tells its looks from others.
func newRow(t Theme, number int, level palette.Level) row {
	others := slices.DeleteFunc(slices.Clone(t.Changed), isColor)

	r := row{Theme: t, ID: cmp.Or(t.Label(), t.ID), IsFull: number < maxFull, Modes: t.sections(fmt.Sprintf("look-%d", number), level)}
	if r.IsFull {
		r.Fields, r.Unchanged = t.fields(others, slices.DeleteFunc(slices.Sorted(maps.Keys(t.Current())), isColor))
	}

	if colors := len(t.Changed) - len(others); colors > 0 {
		others = slices.Insert(others, 0, counted(colors, "color"))
	}

	r.Changes = strings.Join(others, ", ")

	return r
}

func isColor(name string) bool { return slices.Contains(palette.Attributes(), name) }

// IsRedrawn reports whether the plan changes a color of a mode that users see,
// or which modes they see.
func (r row) IsRedrawn() bool {
	return slices.ContainsFunc(r.Modes, func(s section) bool { return s.isRecolored })
}
