package preview

import (
	"maps"
	"slices"
	"strings"
)

// field is a field that is not a color.
type field struct {
	Name string
	// IsCompared reports whether the plan changes it.
	IsCompared    bool
	Before, After Value
	// Old and New are the words of a text.
	Old, New []part
	// Count counts the items of a list. Items are those that differ, or all with
	// nothing to compare.
	Count string
	Items []Item
}

const overrides = "custom_css_overrides"

// AlwaysShown returns the fields that the page shows even if they are not set, in
// its order.
func AlwaysShown() []string {
	return []string{"theme_mode", "start_message", "recommendations", "response_mode", "show_sidebar", "show_dashboards"}
}

// part is a word. IsOnly reports that the other side lacks it.
type part struct {
	Text   string
	IsOnly bool
}

// fields returns the changed fields that are not colors and the others, or all
// as if changed if there is nothing to compare.
func (t Theme) fields() (shown, unchanged []field) {
	listed, lines := t.Listed(), t.Lines()

	names := slices.Concat(listed, AlwaysShown(), slices.Sorted(maps.Keys(t.Current())))
	for i, name := range names {
		isListed := i < len(listed)

		f := field{Name: name, IsCompared: isListed && t.HasTwoLooks(), Before: t.Current()[name], After: t.Current()[name]}
		if f.IsCompared {
			f.Before = t.Before[name]
		}

		switch {
		case !f.After.IsList():
			f.compare()
		case isListed:
			f.Count, f.Items = lines[i].After, lines[i].Items
		default:
			f.Count, f.Items = f.After.Note(), numbered(f.After.items(), 0)
		}

		switch isInRow := name == "id" || name == "name"; {
		case isColor(name), slices.Contains(names[:i], name), isInRow && !isListed:
		case isListed, !t.HasTwoLooks():
			shown = append(shown, f)
		default:
			unchanged = append(unchanged, f)
		}
	}

	return shown, unchanged
}

// compare marks what only one side has. If the words that both have are in
// another order, it marks all from the first difference to the last.
func (f *field) compare() {
	before, after := f.Before.Parts(), f.After.Parts()
	f.Old, f.New = mark(before, after), mark(after, before)

	shared := func(parts []part) []part {
		return slices.DeleteFunc(slices.Clone(parts), func(p part) bool { return p.IsOnly })
	}
	if slices.Equal(shared(f.Old), shared(f.New)) {
		return
	}

	first, last := equalEnds(before, after)

	for _, parts := range [][]part{f.Old, f.New} {
		for i := range parts {
			parts[i].IsOnly = first <= i && i < len(parts)-last
		}
	}
}

// mark marks the parts that others lacks.
func mark(parts, others []string) []part {
	left := map[string]int{}
	for _, other := range others {
		left[other]++
	}

	var compared []part

	for _, text := range parts {
		left[text]--
		compared = append(compared, part{text, left[text] < 0})
	}

	return compared
}

// Note says what there is, unless it is a text.
func (v Value) Note() string {
	switch {
	case v.Hidden != "":
		return v.String()
	case v.JSON == nil:
		return notConfigured
	case v.IsList():
		return counted(len(v.Parts()), "item")
	default:
		return ""
	}
}

// IsList reports whether the value is a list.
func (v Value) IsList() bool {
	_, isList := v.JSON.([]any)
	return isList
}

// Parts returns the items of a list, or the words of any other value, none without a
// visible character unless it is alone.
func (v Value) Parts() []string {
	var parts []string

	switch value := v.JSON.(type) {
	case nil:
	case []any:
		for _, item := range value {
			parts = append(parts, Value{JSON: item}.String())
		}
	default:
		for _, word := range strings.SplitAfter(v.String(), " ") {
			if last := len(parts) - 1; last >= 0 && (!isVisible(word) || !isVisible(parts[last])) {
				parts[last] += word
			} else {
				parts = append(parts, word)
			}
		}
	}

	return parts
}
