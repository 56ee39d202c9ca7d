package preview

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// comparison is a mode as last applied and as planned, or twice the same if one is unknown.
type comparison struct{ First, Planned look }

// comparisons returns the modes of a theme. Classes of looks begin with class.
func (t Theme) comparisons(class string, level palette.Level) (all []comparison) {
	title := map[bool]string{false: "Planned", true: "Last applied"}[t.After == nil]
	if t.Action == "" {
		title = ""
	}

	for _, m := range modes {
		planned := m.newLook(title, class+"-"+m.Name, t.Current(), t.Changed, level)
		first := planned

		if t.HasTwoLooks() {
			first = m.newLook("Last applied", planned.Class+"-applied", t.Before, t.Changed, level)
		}

		all = append(all, comparison{first, planned})
	}

	return all
}

// hasUnknownColor reports whether a color of a picture is not known.
func (c comparison) hasUnknownColor() bool {
	return slices.ContainsFunc([]look{c.First, c.Planned}, func(l look) bool {
		return l.IsOffered() && slices.ContainsFunc(l.Colors, func(c color) bool { return !c.IsKnown })
	})
}

// hasChanges reports whether the plan changes a color, in whatever notation.
func (c comparison) hasChanges() bool {
	return slices.ContainsFunc(c.Planned.Colors, func(c color) bool { return c.IsChanged })
}

// isToggled reports whether users see the mode only before or only after the plan.
func (c comparison) isToggled() bool { return c.First.IsOffered() != c.Planned.IsOffered() }

// IsRecolored reports whether users see other colors.
func (c comparison) IsRecolored() bool {
	return c.isToggled() || c.Planned.IsOffered() && c.First.style() != c.Planned.style()
}

// section is a mode of a theme as the page shows it in full.
type section struct {
	Mode mode
	// Looks are drawn side by side, and the table has the colors of Columns.
	Looks, Columns []look
	// Note says about the mode what the looks do not.
	Note string
	// Problems are those of its colors, and Lines those with a color to paste.
	Problems, Lines []Problem
	// IsOpen reports whether the mode is drawn.
	IsOpen bool
}

// sections returns the modes in full, those with problems first. Drawn is what changes. If that is nothing that
// users see, the first mode that they see is drawn, or both with nothing to compare.
func (t Theme) sections(modes []comparison, level palette.Level) (sections []section) {
	isSeen := func(c comparison) bool { return c.Planned.IsOffered() }
	isDrawn := func(c comparison) bool { return c.hasChanges() || c.isToggled() }
	isEnough := slices.ContainsFunc(modes, func(c comparison) bool { return isSeen(c) && isDrawn(c) })

	for i, c := range modes {
		isNext := isSeen(c) && (!t.HasTwoLooks() || i == slices.IndexFunc(modes, isSeen))
		sections = append(sections, t.section(c, isDrawn(c) || !isEnough && isNext, level))
	}

	slices.SortStableFunc(sections, func(a, b section) int { return min(len(b.Problems), 1) - min(len(a.Problems), 1) })

	return sections
}

func (t Theme) section(c comparison, isDrawn bool, level palette.Level) section {
	verdict := cmp.Or(t.Verdict, &Verdict{})
	isElsewhere := func(p Problem) bool { return !strings.HasPrefix(p.Attribute, c.Planned.Mode.prefix) }
	problems := slices.DeleteFunc(slices.Clone(verdict.Problems), isElsewhere)
	lines := slices.DeleteFunc(verdict.Suggestions(), isElsewhere)

	both := []look{c.First, c.Planned}
	looks, columns, suggested := both[1:], both[1:], c.Planned.suggested(lines, level)

	if c.IsRecolored() || isDrawn && c.First.picture() != c.Planned.picture() {
		looks = both
	}

	if c.hasChanges() {
		columns = both
	}

	return section{
		Mode: c.Planned.Mode, Looks: slices.Concat(looks, suggested), Columns: slices.Concat(columns, suggested), Note: t.note(c),
		Problems: problems, Lines: lines, IsOpen: isDrawn || len(problems) > 0,
	}
}

// suggested returns the look with what lines suggest, or none without lines.
func (l look) suggested(lines []Problem, level palette.Level) []look {
	if len(lines) == 0 {
		return nil
	}

	var names []string

	fields := maps.Clone(l.Fields)
	for _, line := range lines {
		fields[line.Attribute] = Value{JSON: *line.Suggestion}
		names = append(names, line.Attribute)
	}

	return []look{l.Mode.newLook("With suggestions", l.Class+"-suggested", fields, names, level)}
}

// note says whether a plan may change the colors of a mode, and whether users see them.
func (t Theme) note(c comparison) string {
	switch isVague := slices.Contains(t.Changed, overrides) || t.hidesColors(); {
	case c.hasChanges():
		return ""
	case !c.Planned.IsOffered():
		return "not offered"
	case !t.HasTwoLooks():
		return ""
	case isVague && t.IsApplied:
		return "colors may change: not visible in a plan"
	case t.MayBeAnother:
		return "colors as last applied"
	default:
		return "colors unchanged"
	}
}
