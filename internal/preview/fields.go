package preview

import (
	"slices"
	"strings"
)

// field is a field that is not a color.
type field struct {
	Line
	// IsChanged reports whether the plan changes it.
	IsChanged bool
	// Old and New are the words of texts, none of anything else. Planned are the
	// items of a changed list.
	Old, New []part
	Planned  []string
}

// part is a word. IsOnly reports that the other side lacks it.
type part struct {
	Text   string
	IsOnly bool
}

// fields returns the changed fields that are not colors and the others, or all
// as if changed if there is nothing to compare.
func (t Theme) fields() (shown, unchanged []field) {
	listed := t.Listed()

	for _, name := range listed {
		if !isColor(name) {
			shown = append(shown, t.field(name, t.HasTwoLooks()))
		}
	}

	for _, name := range t.Current().names() {
		if isInRow := name == "id" || name == "name"; !isColor(name) && !isInRow && !slices.Contains(listed, name) {
			unchanged = append(unchanged, t.field(name, false))
		}
	}

	if t.HasTwoLooks() {
		return shown, unchanged
	}

	return append(shown, unchanged...), nil
}

// ChangesOnlyTexts reports whether the plan changes nothing but texts.
func (t Theme) ChangesOnlyTexts() bool {
	texts := []string{"name", "start_message", "recommendations"}
	isOther := func(name string) bool { return !slices.Contains(texts, name) }

	return len(t.Changed) > 0 && !slices.ContainsFunc(t.Changed, isOther)
}

func (t Theme) field(name string, isChanged bool) field {
	before, after := t.Current()[name], t.Current()[name]
	f := field{IsChanged: isChanged}

	if isChanged {
		before, f.Planned = t.Before[name], after.Items()
	}

	if f.Line = newLine(name, before, after, isChanged); f.After != otherDigest {
		f.Old, f.New = compareWords(before.words(f.Before), after.words(f.After))
	}

	return f
}

// compareWords marks what only one side has.
func compareWords(before, after []string) (old, next []part) {
	for _, pair := range aligned(before, after) {
		i, j := pair[0], pair[1]
		isOnly := i < 0 || j < 0 || before[i] != after[j]

		if i >= 0 {
			old = append(old, part{before[i], isOnly})
		}

		if j >= 0 {
			next = append(next, part{after[j], isOnly})
		}
	}

	return old, next
}

// Note says what there is, unless it is a text.
func (v Value) Note() string {
	switch {
	case v.IsList():
		return counted(len(v.Items()), "item")
	case v.JSON == nil:
		return v.Shown()
	default:
		return ""
	}
}

// IsList reports whether the value is a list.
func (v Value) IsList() bool {
	_, isList := v.JSON.([]any)
	return isList
}

// Items returns the items of a list, none of any other value.
func (v Value) Items() (items []string) {
	list, _ := v.JSON.([]any)
	for _, item := range list {
		items = append(items, Value{JSON: item}.String())
	}

	return items
}

// words returns the words of a value as it is shown, none without a visible character
// unless it is alone. Only a value that Note describes has none.
func (v Value) words(shown string) (words []string) {
	if v.Note() != "" {
		return nil
	}

	for _, word := range strings.SplitAfter(shown, " ") {
		if last := len(words) - 1; last >= 0 && (!isVisible(word) || !isVisible(words[last])) {
			words[last] += word
		} else {
			words = append(words, word)
		}
	}

	return words
}
