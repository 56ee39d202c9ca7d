package preview

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Line is a field that every output lists.
type Line struct {
	Name string
	// Before and After are texts. Of a list, After counts the items, and Items has
	// those that differ. IsCompared reports whether there is a Before to show.
	Before, After string
	IsCompared    bool
	Items         []Item
}

// Item is an item of a list, or a change of one.
type Item struct {
	// Sign is + or - if only one of the lists has the item. Number counts from 1, and
	// is that of both lists if they differ.
	Sign, Number string
	// Before is empty without a change. Texts are quoted, so none can pose as two.
	Before, After string
}

// Texts compares both texts.
func (i Item) Texts() texts { return compareWords(wordsOf(i.Before), wordsOf(i.After)) }

// Lines returns the lines of Listed.
func (t Theme) Lines() (lines []Line) {
	for _, name := range t.Listed() {
		lines = append(lines, newLine(name, t.Before[name], t.After[name], t.HasTwoLooks()))
	}

	return lines
}

// LooksSame reports whether the field is a color that only gets another spelling.
func (l Line) LooksSame() bool {
	one, oneErr := palette.Parse(l.Before)
	other, otherErr := palette.Parse(l.After)

	return isColor(l.Name) && oneErr == nil && otherErr == nil && one == other
}

const otherDigest = "changed, not visible in a plan"

func newLine(name string, before, after Value, isCompared bool) Line {
	line := Line{Name: name, Before: cmp.Or(before.Note(), before.Shown()), After: cmp.Or(after.Note(), after.Shown()), IsCompared: isCompared && (!before.IsList() || !after.IsList())}

	switch {
	case isCompared && name == overrides && before.JSON != nil && after.JSON != nil:
		line.Before, line.After, line.IsCompared = "", otherDigest, false
	case isCompared && before.IsList() && after.IsList():
		line.After, line.Items = compared(before.items(), after.items())
	case after.IsList():
		line.Items = numbered(after.items())
	case isCompared && before.Note() == "" && after.Note() == "":
		if one, other := distinct(before.String(), after.String(), quoted); one != before.String() {
			line.Before, line.After = one, other
		}
	}

	return line
}

// items returns the items of a list as JSON, or quoted if that would hide a character.
// The API does not document them: not all may be texts.
func (v Value) items() []string {
	list, _ := v.JSON.([]any)
	items := make([]string, len(list))

	for i, item := range list {
		if items[i] = Printable(Value{JSON: item}.String()); item == any(items[i]) { // a text that is not quoted yet
			items[i] = encoded(item)
		}
	}

	return items
}

// compared compares two lists in the fewest lines, and counts what stays.
func compared(before, after []string) (note string, differing []Item) {
	if len(after) == 0 {
		return "now empty", nil
	}

	old, next, unchanged := numbered(before), numbered(after), 0

	for _, pair := range aligned(before, after, maxItems) {
		switch i, j := pair[0], pair[1]; {
		case i < 0:
			differing = append(differing, Item{Sign: "+", Number: next[j].Number, After: after[j]})
		case j < 0:
			differing = append(differing, Item{Sign: "-", Number: old[i].Number, After: before[i]})
		case before[i] == after[j]:
			unchanged++
		default:
			item := Item{Number: strings.Join(slices.Compact([]string{old[i].Number, next[j].Number}), ", now ")}
			item.Before, item.After = distinct(before[i], after[j], Printable) // they are quoted already
			differing = append(differing, item)
		}
	}

	if slices.Equal(slices.Sorted(slices.Values(before)), slices.Sorted(slices.Values(after))) {
		return counted(len(after), "item") + " in another order", differing
	}

	return fmt.Sprintf("%s, %d unchanged", counted(len(after), "item"), unchanged), differing
}

// numbered returns items without a change.
func numbered(texts []string) (items []Item) {
	for i, text := range texts {
		items = append(items, Item{Number: strconv.Itoa(i + 1), After: text})
	}

	return items
}
