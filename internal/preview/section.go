package preview

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// section is a mode of a theme as the page shows it.
type section struct {
	Mode mode
	// First is the look as last applied, or Planned if it is not known. Looks
	// are drawn side by side, and the table has the colors of Columns.
	First, Planned look
	Looks, Columns []look
	// Note says about the mode what the looks do not.
	Note string
	// Problems are those of its colors, and Lines those with a color to paste.
	Problems, Lines []Problem
	// IsOpen reports whether the mode is drawn, and IsRecolored whether users see
	// other colors.
	IsOpen, IsRecolored bool
}

// sections returns the modes of a theme. Classes of looks begin with class.
func (t Theme) sections(class string, level palette.Level) []section {
	var sections []section

	title := "Planned"
	if t.Action == "" {
		title = ""
	} else if t.After == nil {
		title = "Last applied"
	}

	for _, m := range modes {
		now := m.newLook(title, class+"-"+m.Name, t.Current(), t.Changed, level)
		s := section{Mode: m, First: now, Planned: now, Looks: []look{now}, Columns: []look{now}, Note: t.note(m)}

		if t.HasTwoLooks() {
			s.compare(m.newLook("Last applied", now.Class+"-applied", t.Before, t.Changed, level))
		} else {
			s.IsOpen = now.IsOffered()
		}

		sections = append(sections, s)
	}

	return sections
}

// hasUnknownColor reports whether a color of a picture is not known.
func (s section) hasUnknownColor() bool {
	return slices.ContainsFunc([]look{s.First, s.Planned}, func(l look) bool {
		return l.IsOffered() && slices.ContainsFunc(l.Colors, func(c color) bool { return !c.IsKnown })
	})
}

// compare adds how the mode was last applied if the plan changes its colors.
// Equal pictures are drawn once.
func (s *section) compare(before look) {
	isChanged := slices.ContainsFunc(before.Colors, func(c color) bool { return c.IsChanged })

	isSeen := before.IsOffered() != s.Planned.IsOffered()

	s.First, s.IsOpen = before, isSeen || isChanged

	s.IsRecolored = isSeen || s.Planned.IsOffered() && before.style() != s.Planned.style()
	if s.IsRecolored || isChanged && before.picture() != s.Planned.picture() {
		s.Looks = []look{before, s.Planned}
	}

	if isChanged {
		s.Columns, s.Note = []look{before, s.Planned}, ""
	}
}

// openOne draws a theme whose colors do not change in the first mode that users
// see: as last applied too if anything else in the picture changes.
func openOne(sections []section) {
	if slices.ContainsFunc(sections, func(s section) bool { return s.Planned.IsOffered() && s.IsOpen }) {
		return
	}

	s := &sections[slices.IndexFunc(sections, func(s section) bool { return s.Planned.IsOffered() })]
	s.IsOpen = true

	if s.First.picture() != s.Planned.picture() {
		s.Looks = []look{s.First, s.Planned}
	}
}

// suggest adds the problems of the mode, and how it looks without those that
// have a suggestion.
func (s *section) suggest(t Theme, level palette.Level) {
	if !t.HasProblems() {
		return
	}

	isElsewhere := func(p Problem) bool { return !strings.HasPrefix(p.Attribute, s.Mode.prefix) }
	s.Problems = slices.DeleteFunc(slices.Clone(t.Verdict.Problems), isElsewhere)
	s.Lines = slices.DeleteFunc(t.Verdict.Suggestions(), isElsewhere)
	s.IsOpen = s.IsOpen || len(s.Problems) > 0

	if len(s.Lines) == 0 {
		return
	}

	var names []string

	fields := maps.Clone(t.Current())
	for _, line := range s.Lines {
		fields[line.Attribute] = Value{JSON: *line.Suggestion}
		names = append(names, line.Attribute)
	}

	suggested := s.Mode.newLook("With suggestions", s.Planned.Class+"-suggested", fields, names, level)
	s.Looks, s.Columns = append(s.Looks, suggested), append(s.Columns, suggested)
}

// note says whether a plan may change the colors of a mode, and whether users
// see them.
func (t Theme) note(m mode) string {
	isVague := slices.Contains(t.Changed, overrides) || slices.Contains(t.Changed, "write_only_version")
	for _, fields := range []Fields{t.Before, t.After} {
		for name, value := range fields {
			isVague = isVague || value.Hidden == NewColor || value.Hidden.isOfAll() && (slices.Contains(m.attributes, name) || name == overrides)
		}
	}

	switch {
	case !m.isOffered(t.Current()):
		return "not offered"
	case !t.HasTwoLooks():
		return ""
	case isVague && (t.IsApplied || !reflect.DeepEqual(t.Before, t.After)):
		return "colors may change: not visible in a plan"
	default:
		return "colors unchanged"
	}
}
