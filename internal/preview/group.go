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
	// Kind is the action with the changed fields: "with problems, changed: 8 colors, name".
	Kind string
}

// SameNote returns the note, empty if the themes have several.
func (g Group) SameNote() string {
	if slices.ContainsFunc(g.Themes, func(t Theme) bool { return t.Note != g.Note }) {
		return ""
	}

	return g.Note
}

// Changes names the changed fields in a few words: "8 colors, name".
func (t Theme) Changes() string {
	others := slices.DeleteFunc(slices.Clone(t.Changed), isColor)
	if colors := len(t.Changed) - len(others); colors > 0 {
		others = slices.Insert(others, 0, counted(colors, "color"))
	}

	return strings.Join(others, ", ")
}

// Groups returns the themes in their order, those with equal changes as one.
func (p Preview) Groups() []Group {
	var groups []Group

	indexes := map[string]int{}

	for i, t := range p.Themes {
		change := t.change()
		if t.Action == "" {
			change = fmt.Sprint(i)
		}

		index, isKnown := indexes[change]
		if !isKnown {
			index, indexes[change] = len(groups), len(groups)
			groups = append(groups, Group{Theme: t, Kind: t.kind()})
		}

		groups[index].Themes = append(groups[index].Themes, t)
	}

	return groups
}

func (t Theme) kind() string {
	reason := ""
	if t.HasProblems() {
		reason = "with problems, "
	} else if t.IsUnjudged() {
		reason = "not fully checked, "
	}

	return reason + strings.TrimSuffix(t.Action+": "+t.Changes(), ": ")
}

// change returns what equal changes have in common: the action, the service, the
// verdict and the values of every listed field. If a color or theme_mode is one of
// them, or the theme fails, all its colors belong to the change: they are drawn, and
// a suggestion has to be pasted.
func (t Theme) change() string {
	names := t.Listed()
	if t.Fails() || slices.ContainsFunc(names, func(name string) bool { return isColor(name) || name == "theme_mode" }) {
		names = slices.Concat(names, palette.Attributes(), []string{"theme_mode"})
	}

	var text strings.Builder

	_, _ = fmt.Fprintf(&text, "%s %s %v", t.Action, t.Place, t.Verdict)
	for _, name := range names {
		_, _ = fmt.Fprintf(&text, "\x00%s\x00%s\x00%s", name, t.Before.Shown(name), t.After.Shown(name))
	}

	return text.String()
}
