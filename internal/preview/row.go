package preview

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// group is a group as the page shows it: as a row, or as one for each theme if
// their values differ.
type group struct {
	Group

	// IDs are those in the page: the addresses of the themes.
	IDs []string
	// IsPrinted reports whether paper has it in full.
	IsOpen, IsPrinted bool
	number            int // of its first row
	level             palette.Level
}

func newGroups(p *Preview) []group {
	var groups []group

	all, ids := p.Groups(), map[string]bool{}
	failing, number, printed := 0, 0, 0

	for _, g := range all {
		if g.HasProblems() {
			failing++
		}
	}

	for _, g := range all {
		shown := group{Group: g, number: number, level: p.Level, IsOpen: len(all) == 1 || g.HasProblems() && failing == 1}
		if shown.IsPrinted = g.HasProblems() && printed < maxPrinted; shown.IsPrinted {
			printed++
		}

		for _, t := range g.Themes {
			id := cmp.Or(t.Label(), t.ID)
			for ids[id] {
				id += "'"
			}

			ids[id] = true
			shown.IDs = append(shown.IDs, id)
		}

		groups = append(groups, shown)
		if number++; g.Differs {
			number += len(g.Themes) - 1
		}
	}

	return groups
}

// Rows yields the rows of the group. Those of many themes take much memory.
func (g group) Rows() iter.Seq[row] {
	return func(yield func(row) bool) {
		if !g.Differs {
			yield(newRow(g))
			return
		}

		for i, t := range g.Themes {
			if !yield(newRow(group{Group: Group{Theme: t, Themes: g.Themes[i : i+1]}, IDs: g.IDs[i : i+1], number: g.number + i, level: g.level})) {
				return
			}
		}
	}
}

// Changes names the changed fields in a few words: "8 colors, name".
func (g group) Changes() string {
	others := slices.DeleteFunc(slices.Clone(g.Changed), isColor)
	if colors := len(g.Changed) - len(others); colors > 0 {
		others = slices.Insert(others, 0, counted(colors, "color"))
	}

	return strings.Join(others, ", ")
}

// row is a row of the list, and its first theme in full if it is opened.
type row struct {
	group

	// IsFull reports whether the page has the theme in full.
	IsFull bool
	Modes  []section
	// Fields are the changed fields that are not colors, or all if there is
	// nothing to compare. Unchanged are the others.
	Fields, Unchanged []field
}

// newRow returns how themes are shown. The number tells the looks from others.
func newRow(g group) row {
	r := row{group: g, IsFull: g.number < maxFull, Modes: g.sections(fmt.Sprintf("look-%d", g.number), g.level)}
	if r.IsFull {
		r.Fields, r.Unchanged = g.fields(
			slices.DeleteFunc(slices.Clone(g.Changed), isColor), slices.DeleteFunc(slices.Sorted(maps.Keys(g.Current())), isColor))
	}

	return r
}

func isColor(name string) bool { return slices.Contains(palette.Attributes(), name) }

// IsRedrawn reports whether the plan changes a color of a mode that users see,
// or which modes they see.
func (r row) IsRedrawn() bool {
	return slices.ContainsFunc(r.Modes, func(s section) bool { return s.isRecolored })
}
