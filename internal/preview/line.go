package preview

import (
	"cmp"
	"fmt"
	"slices"

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
	// LooksSame reports whether the field is a color that only gets another spelling.
	LooksSame bool
}

// Item is an item of a list, or a change of one.
type Item struct {
	// Sign is + or - if only one of the lists has the number, which counts from 1.
	Sign   string
	Number int
	// Before is empty without a change. Texts are quoted, so none can pose as two.
	Before, After string
}

// Lines returns the lines of Listed.
func (t Theme) Lines() (lines []Line) {
	for _, name := range t.Listed() {
		lines = append(lines, newLine(name, t.Before[name], t.After[name], t.HasTwoLooks()))
	}

	return lines
}

const otherDigest = "changed, not visible in a plan"

func newLine(name string, before, after Value, isCompared bool) Line {
	line := Line{Name: name, Before: cmp.Or(before.Note(), before.String()), After: cmp.Or(after.Note(), after.String()), IsCompared: isCompared}

	switch {
	case isCompared && name == overrides && before.JSON != nil && after.JSON != nil:
		line.Before, line.After, line.IsCompared = "", otherDigest, false
	case isCompared && before.IsList() && after.IsList():
		line.After, line.Items = compared(before.items(), after.items())
		line.IsCompared = false
	case after.IsList():
		line.Items = numbered(after.items(), 0)
	case isCompared:
		line.Before, line.After = distinct(line.Before, line.After, quoted)
		one, oneErr := palette.Parse(line.Before)
		other, otherErr := palette.Parse(line.After)
		line.LooksSame = isColor(name) && oneErr == nil && otherErr == nil && one == other
	}

	return line
}

// items returns the items of a list as JSON, or quoted if that would hide a character.
// The API does not document them: not all may be texts.
func (v Value) items() []string {
	list, _ := v.JSON.([]any)
	items := make([]string, len(list))

	for i, item := range list {
		items[i] = Printable(encoded(item))
		if text, isText := item.(string); isText && Printable(text) != text {
			items[i] = Printable(text)
		}
	}

	return items
}

// compared compares two lists by the numbers of their items, and counts what stays.
func compared(before, after []string) (note string, differing []Item) {
	first, last := equalEnds(before, after)
	old, next := before[first:len(before)-last], after[first:len(after)-last]

	if len(after) == 0 {
		return "now empty", nil
	}

	if slices.Equal(slices.Sorted(slices.Values(old)), slices.Sorted(slices.Values(next))) {
		return counted(len(after), "item") + " in another order", numbered(next, first)
	}

	unchanged := first + last

	for i := range max(len(old), len(next)) {
		switch number := first + i + 1; {
		case i >= len(old):
			differing = append(differing, Item{Sign: "+", Number: number, After: next[i]})
		case i >= len(next):
			differing = append(differing, Item{Sign: "-", Number: number, After: old[i]})
		case old[i] == next[i]:
			unchanged++
		default:
			was, is := distinct(old[i], next[i], Printable) // they are quoted already
			differing = append(differing, Item{Number: number, Before: was, After: is})
		}
	}

	return fmt.Sprintf("%s, %d unchanged", counted(len(after), "item"), unchanged), differing
}

// equalEnds returns how many parts are equal at the start and at the end.
func equalEnds(before, after []string) (first, last int) {
	shorter := min(len(before), len(after))
	for first < shorter && before[first] == after[first] {
		first++
	}

	for last < shorter-first && before[len(before)-last-1] == after[len(after)-last-1] {
		last++
	}

	return first, last
}

// numbered returns items without a change, whose numbers begin after first.
func numbered(texts []string, first int) []Item {
	items := make([]Item, len(texts))
	for i, text := range texts {
		items[i] = Item{Number: first + i + 1, After: text}
	}

	return items
}
