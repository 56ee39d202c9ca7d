package preview

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Group is themes with equal changes.
type Group struct {
	Theme // the first one

	Themes []Theme
	// Differs reports that the values of their colors or changed fields differ.
	Differs bool
	values  string // of the first one
}

// IsOne reports whether the group is a single theme.
func (g Group) IsOne() bool { return len(g.Themes) == 1 }

// SameNote returns the note, empty if the themes have several.
func (g Group) SameNote() string {
	if slices.ContainsFunc(g.Themes, func(t Theme) bool { return t.Note != g.Note }) {
		return ""
	}

	return g.Note
}

// Changes names the changed fields in a few words: "8 colors, name".
func (g Group) Changes() string {
	others := slices.DeleteFunc(slices.Clone(g.Changed), isColor)
	if colors := len(g.Changed) - len(others); colors > 0 {
		others = slices.Insert(others, 0, counted(colors, "color"))
	}

	return strings.Join(others, ", ")
}

// Groups returns the themes in their order, those with equal changes as one.
// If a theme has problems or is not fully judged, equal values belong to an
// equal change: a suggestion has to be pasted.
func (p Preview) Groups() []Group {
	var groups []Group

	indexes := map[string]int{}

	for i, t := range p.Themes {
		key, values := fmt.Sprint(t.Action, t.Place, t.Changed, t.Verdict), t.values()
		if t.HasProblems() || t.IsUnjudged() {
			key += values
		}

		if t.Action == "" {
			key = fmt.Sprint(i)
		}

		index, isKnown := indexes[key]
		if !isKnown {
			index, indexes[key] = len(groups), len(groups)
			groups = append(groups, Group{Theme: t, values: values})
		}

		g := &groups[index]
		g.Themes, g.Differs = append(g.Themes, t), g.Differs || values != g.values
	}

	return groups
}

// values returns the values that tell changes of one kind apart.
func (t Theme) values() string {
	var text strings.Builder

	for _, name := range slices.Concat(palette.Attributes(), []string{"theme_mode"}, t.Changed) {
		for _, fields := range []Fields{t.Before, t.After} {
			if value, isSet := fields[name]; isSet {
				text.WriteString(value.String())
			}

			text.WriteByte(0)
		}
	}

	return text.String()
}
