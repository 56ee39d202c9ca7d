package preview

import "slices"

// otherField is a field that is not a color.
type otherField struct {
	Line
	// IsChanged reports whether the plan changes it.
	IsChanged bool
	texts     // none of anything that Note describes
	// Planned are the items of a changed list.
	Planned []string
}

// fields returns the changed fields that are not colors and the others, or all
// as if changed if there is nothing to compare.
func (t Theme) fields() (shown, unchanged []otherField) {
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

	return len(t.Changed) > 0 && !slices.ContainsFunc(t.Changed, func(name string) bool { return !slices.Contains(texts, name) })
}

func (t Theme) field(name string, isChanged bool) otherField {
	before, after := t.Current()[name], t.Current()[name]
	f := otherField{IsChanged: isChanged}

	if isChanged {
		before, f.Planned = t.Before[name], after.items()
	}

	if f.Line = newLine(name, before, after, isChanged); f.After != otherDigest {
		f.texts = compareWords(before.words(f.Before), after.words(f.After))
	}

	return f
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
