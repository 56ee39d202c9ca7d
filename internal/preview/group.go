package preview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Group is themes with equal changes.
type Group struct {
	Theme // the first one

	Themes []Theme
	Lines  []Line
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

// Groups returns the themes, those with equal changes as one, in the order of every
// output. Themes without an action keep theirs.
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
			groups = append(groups, Group{Theme: t, Kind: t.kind(), Lines: t.Lines()})
		}

		groups[index].Themes = append(groups[index].Themes, t)
	}

	if !slices.ContainsFunc(groups, func(g Group) bool { return g.Action == "" }) {
		order(groups)
	}

	return groups
}

// order puts the front part first. Within it and within the rest, the kinds with the
// fewest rows are first, so a common kind hides no rare one.
func order(groups []Group) {
	type kind struct {
		isInFront bool
		name      string
	}

	rows, first := map[kind]int{}, map[kind]int{}
	of := func(g Group) kind { return kind{g.IsInFront(), g.Kind} }

	for i, g := range slices.Backward(groups) {
		rows[of(g)]++
		first[of(g)] = i
	}

	slices.SortStableFunc(groups, func(a, b Group) int {
		one, other := of(a), of(b)
		if one.isInFront != other.isInFront {
			return map[bool]int{true: -1, false: 1}[one.isInFront]
		}

		return cmp.Or(rows[one]-rows[other], first[one]-first[other])
	})
}

// IsInFront reports whether every output shows the theme before all that are not: it
// fails, or is unusual.
func (t Theme) IsInFront() bool { return t.Fails() || t.IsUnusual }

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

	_, _ = fmt.Fprintf(&text, "%s %s %s %v", t.Action, t.PreviousBaseURL, t.BaseURL, t.Verdict)
	for _, name := range names {
		_, _ = fmt.Fprintf(&text, "\x00%s\x00%s\x00%s", name, t.Before[name].Shown(), t.After[name].Shown())
	}

	return text.String()
}
