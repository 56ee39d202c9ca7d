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
	// IsFull reports whether the page has the theme in full.
	IsFull, IsOpen bool
	// Modes are the looks of each mode: before and after the plan, or one if
	// the plan does not change it.
	Modes [][]look
	// Changes names the changed fields in a few words: "8 colors, name".
	Changes string
	// Fields are the changed fields that are not colors, or all if there is
	// nothing to compare. Unchanged are the others.
	Fields, Unchanged []field
}

// newRow returns how a theme is shown. Its number tells its looks from others.
func newRow(t Theme, number int, level palette.Level) row {
	r := row{Theme: t, ID: cmp.Or(t.Label(), t.ID), IsFull: number < maxFull}
	for _, m := range modes {
		r.Modes = append(r.Modes, t.looks(m, fmt.Sprintf("look-%d-%s", number, m.Name), level))
	}

	isColor := func(name string) bool { return slices.Contains(palette.Attributes(), name) }

	others := slices.DeleteFunc(slices.Clone(t.Changed), isColor)
	if r.IsFull {
		r.Fields, r.Unchanged = t.fields(others, slices.DeleteFunc(slices.Sorted(maps.Keys(t.Current())), isColor))
	}

	if colors := len(t.Changed) - len(others); colors > 0 {
		others = slices.Insert(others, 0, counted(colors, "color"))
	}

	r.Changes = strings.Join(others, ", ")

	return r
}

// looks returns a mode before and after the plan, or once if the plan does not
// change it.
func (t Theme) looks(m mode, class string, level palette.Level) []look {
	after := m.newLook(class, t.Current(), t.Changed, level)
	if !t.HasTwoLooks() {
		return []look{after}
	}

	before := m.newLook(class+"-before", t.Before, t.Changed, level)

	isChanged := func(c color) bool { return c.IsChanged }
	if before.IsOffered == after.IsOffered && !slices.ContainsFunc(after.Colors, isChanged) {
		return []look{after}
	}

	before.Title, after.Title = "Before", "After"

	return []look{before, after}
}
