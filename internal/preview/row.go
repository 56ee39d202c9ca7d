package preview

import (
	"cmp"
	"fmt"
	"slices"
)

// row is a group as the list shows it, and its first theme in full if it is
// opened. If the values of the themes differ, each has a row within this one.
type row struct {
	Group

	Members []row
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

// newRow returns the row of a group.
func (p *page) newRow(g Group) row {
	r := row{Group: g}

	if g.Differs {
		for i, t := range g.Themes {
			r.Members = append(r.Members, p.newRow(Group{Theme: t, Themes: g.Themes[i : i+1]}))
		}

		return r
	}

	for _, t := range g.Themes {
		id := cmp.Or(t.Label(), t.ID)
		for p.ids[id] {
			id += "'"
		}

		p.ids[id], r.IDs = true, append(r.IDs, id)
	}

	r.Modes = g.sections(fmt.Sprintf("look-%d", p.number), p.Level)
	r.IsFull, r.IsPrinted = p.number < maxFull, p.number < maxPrinted && g.HasProblems()
	p.number++

	if r.IsFull {
		openOne(r.Modes)

		for i := range r.Modes {
			r.Modes[i].suggest(g.Theme, p.Level)

			for _, look := range r.Modes[i].Looks {
				p.styles = append(p.styles, "."+look.Class+look.style())
			}
		}

		r.Fields, r.Unchanged = g.fields()
	}

	return r
}

// IsRedrawn reports whether the plan changes a color of a mode that users see,
// or which modes they see.
func (r row) IsRedrawn() bool {
	return slices.ContainsFunc(r.Modes, func(s section) bool { return s.isRecolored })
}
