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
}

// SameNote returns the note, empty if the themes have several.
func (g Group) SameNote() string {
	differs := func(t Theme) bool { return t.Note != g.Note }
	return map[bool]string{false: g.Note}[slices.ContainsFunc(g.Themes, differs)]
}

// Fate says what becomes of the themes.
func (g Group) Fate() string {
	if len(g.Themes) == 1 {
		return cmp.Or(g.Outcome, g.Action)
	}

	return plural.Replace(cmp.Or(g.Outcome, g.Action))
}

var plural = strings.NewReplacer("theme stays as it is", "themes stay as they are", "theme is sent by another resource", "themes are sent by other resources", "this one", "one of these")

// IsPartlyHidden reports whether a part of the change is hidden, so another may not be equal.
func (t Theme) IsPartlyHidden() bool {
	isHidden := func(name string) bool {
		before, after := t.Before[name].Hidden, t.After[name].Hidden
		return before != "" || after != "" && after != NoLongerSent
	}

	return slices.ContainsFunc(t.Listed(), isHidden) || t.IsApplied && t.hidesColors()
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
// output: the front part is first. Within it and within the rest, the kinds with the
// fewest rows are first, so a common kind hides no rare one. Themes without an action
// stay as they are.
func (p Preview) Groups() (groups []Group) {
	if slices.ContainsFunc(p.Themes, func(t Theme) bool { return t.Action == "" }) {
		for i, t := range p.Themes {
			groups = append(groups, Group{t, p.Themes[i : i+1]})
		}

		return groups
	}

	for _, equal := range Partition(p.Themes, Theme.change) {
		groups = append(groups, Group{equal[0], equal})
	}

	kinds := Partition(groups, func(g Group) string { return fmt.Sprint(g.IsInFront(), g.Kind()) })
	slices.SortStableFunc(kinds, func(a, b []Group) int {
		part := map[bool]int{false: 1}
		return cmp.Or(part[a[0].IsInFront()]-part[b[0].IsInFront()], len(a)-len(b))
	})

	return slices.Concat(kinds...)
}

// Partition puts elements with equal keys into one part, in the order of the first.
func Partition[T any](all []T, key func(T) string) (parts [][]T) {
	indexes := map[string]int{}

	for _, each := range all {
		name := key(each)

		index, isKnown := indexes[name]
		if !isKnown {
			index, indexes[name] = len(parts), len(parts)
			parts = append(parts, nil)
		}

		parts[index] = append(parts[index], each)
	}

	return parts
}

// IsInFront reports whether every output shows the theme before all that are not: it
// fails, or is unusual.
func (t Theme) IsInFront() bool { return t.Fails() || t.IsUnusual }

// Kind is the action with the changed fields: "with problems, changed: 8 colors, name".
func (t Theme) Kind() string {
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

	_, _ = fmt.Fprintf(&text, "%s\x00%s\x00%t\x00%s\x00%s\x00%v", t.Action, t.Outcome, t.Overlaps, t.PreviousBaseURL, t.BaseURL, t.Verdict)
	for _, name := range names {
		_, _ = fmt.Fprintf(&text, "\x00%s\x00%s\x00%s", name, t.Before[name].Shown(), t.After[name].Shown())
	}

	return text.String()
}
