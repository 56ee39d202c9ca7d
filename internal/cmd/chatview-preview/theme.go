package main

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// action is what a plan does to a theme.
type action struct {
	order     int    // in which to show it
	name      string // also in the result of -json
	isApplied bool   // applying the plan sends the theme
	isVague   bool   // it may be another theme
	note      string
}

const (
	overwrites = "Overwrites an existing theme. The plan does not show how that one looks."
	sentAgain  = "Everything is sent again."
	perhaps    = "This may be another theme. The plan does not show how that one looks."
)

var (
	changed      = action{1, "changed", true, false, sentAgain}
	replacedSame = action{2, "replaced with the same id", true, false, sentAgain}
	vagueURL     = action{3, "changed or sent to an unknown base URL", true, true, perhaps}
	vagueID      = action{4, "changed or replaced by an unknown id", true, true, perhaps}
	replaced     = action{5, "replaced by another id", true, false, overwrites}
	firstApply   = action{6, "first apply", true, false, overwrites}
	moved        = action{7, "moved", false, false, ""}
	removed      = action{8, "removed from state", false, false, ""}
	unchanged    = action{9, "unchanged", false, false, ""}
)

// action returns what a change does to a theme.
func (r resource) action() action {
	switch c := r.Change; {
	case c.Actions[0] == "no-op" && r.PreviousAddress != "":
		return moved
	case c.Actions[0] == "no-op":
		return unchanged
	case c.After == nil:
		return removed
	case r.giver != nil:
		return changed
	case !r.isKnown(), r.from().baseURL != "" && r.to().baseURL != "" && r.from().baseURL != r.to().baseURL:
		return firstApply
	case isMarked(c.AfterUnknown, "id"):
		return vagueID
	case len(c.Actions) > 1 && !reflect.DeepEqual(c.Before["id"], c.After["id"]):
		return replaced
	case isMarked(c.AfterUnknown, baseURL):
		return vagueURL
	case len(c.Actions) == 1:
		return changed
	default:
		return replacedSame
	}
}

// from and to return the object that the state has, and the one that the plan
// sends.
func (r resource) from() identity { return identityOf(r.Change.Before) }
func (r resource) to() identity   { return identityOf(r.Change.After) }

// isKnown reports whether the state has the theme as last applied. name is
// required: it is null only in a state that an import has written.
func (r resource) isKnown() bool { return r.Change.Before["name"] != nil }

// address returns the address, also of an object that is deposed.
func (r resource) address() string {
	if r.DeposedKey != "" {
		return r.Address + " (deposed " + r.DeposedKey + ")"
	}

	return r.Address
}

type theme struct {
	preview.Theme
	action   action
	provider string   // its address
	identity identity // that is sent
	// left is another object that the resource gives up, and leftID its id in
	// words.
	left   identity
	leftID string
}

// theme returns the theme that a change is about, without a verdict and a note.
func (r resource) theme() theme {
	c, last := r.Change, r
	if r.giver != nil {
		last = *r.giver
		r.PreviousAddress = cmp.Or(last.PreviousAddress, last.address())
	}

	t := theme{action: r.action(), provider: r.ProviderName, identity: r.to(), Theme: preview.Theme{
		Address: r.address(), Previous: r.PreviousAddress, Changed: []string{},
		Before: newFields(last.Change.Before, nil), After: newFields(c.After, c.AfterUnknown),
	}}

	t.Action, t.IsApplied = t.action.name, t.action.isApplied

	isKnown := last.isKnown() && t.action != replaced && t.action != firstApply
	if isKnown && t.After != nil {
		t.Changed = differing(t.Before, t.After)
	}

	hide(t.Before, last.Change.BeforeSensitive, c.AfterSensitive)
	hide(t.After, c.AfterSensitive)

	for _, name := range t.Changed {
		if _, isSent := t.After[name]; !isSent && name != writeOnly && name != triggers {
			t.After[name] = preview.Value{Hidden: preview.NoLongerSent}
		}
	}

	t.identify()

	if t.left, t.leftID = r.left(t.action); !isKnown {
		t.Before = nil
	}

	return t
}

// identify sets what tells the theme from others. base_url is no field of it.
func (t *theme) identify() {
	t.ID, t.Name = t.Current().Text("id"), t.Current().Text("name")
	t.BaseURL, t.PreviousBaseURL = t.Current().Text(baseURL), t.Before.Text(baseURL)
	delete(t.Before, baseURL)
	delete(t.After, baseURL)

	if t.PreviousBaseURL == t.BaseURL {
		t.PreviousBaseURL = ""
	}
}

// left returns another theme that the resource gives up, and its id in words.
func (r resource) left(action action) (from identity, id string) {
	from = r.from()
	switch {
	case from.id == r.to().id, action == vagueID:
		return identity{}, ""
	case isMarked(r.Change.BeforeSensitive, "id"), isMarked(r.Change.AfterSensitive, "id"):
		return from, preview.Value{Hidden: preview.Sensitive}.String()
	default:
		return from, from.id
	}
}

// note says what else the plan does.
func (t theme) note(all []theme) string {
	var sentences []string
	if t.Previous != "" {
		sentences = append(sentences, "Moved from "+t.Previous+".")
	}

	if t.left.id != "" {
		rest := " stays as it is."
		if isSent, isPossible := t.left.isSent(all); isSent {
			rest = " is sent by another resource."
		} else if isPossible {
			rest = " stays as it is, unless an unknown id or base URL is this one."
		}

		subject := "Theme " + t.leftID
		if t.action == removed {
			subject = "The theme" // the same for all
		}

		sentences = append(sentences, subject+rest)
	}

	if t.action.note != "" && (len(t.Changed) == 0 || t.action.isVague) {
		sentences = append(sentences, t.action.note)
	}

	return strings.Join(sentences, " ")
}

// The attributes that are not simply fields of the API.
const (
	appliedColors = "applied_colors"
	overrides     = "custom_css_overrides"
	writeOnly     = "write_only_version"
	triggers      = "triggers"
	baseURL       = "base_url"
)

// names are the fields of a theme, in the order to list their changes.
var names = slices.Concat(palette.Attributes(), []string{"id", "name"}, preview.AlwaysShown(), []string{writeOnly, triggers, overrides})

// source returns the attribute that has the value of a field. A write-only one
// is null in a plan: the provider keeps its value in a computed attribute.
func source(field string) string {
	switch {
	case slices.Contains(palette.Attributes(), field):
		return appliedColors
	case field == overrides:
		return "custom_css_overrides_digest"
	default:
		return field
	}
}

// newFields reads an object of a plan, which may be nil.
func newFields(values map[string]any, unknown any) preview.Fields {
	if values == nil {
		return nil
	}

	fields := preview.Fields{}
	isVersioned := values[writeOnly] != nil || isMarked(unknown, writeOnly)
	colors, _ := values[appliedColors].(map[string]any)

	for _, name := range append([]string{baseURL}, names...) {
		from := source(name)

		value := values[from]
		if from == appliedColors {
			value = colors[name]
		}

		switch {
		case isVersioned && from != name:
			fields[name] = preview.Value{Hidden: preview.NotPlanned}
		case isMarked(unknown, from):
			fields[name] = preview.Value{Hidden: preview.AfterApply}
		case value != nil:
			fields[name] = preview.Value{JSON: value}
		// The provider writes an empty map if no color is set.
		case from != name && colors == nil:
			fields[name] = preview.Value{Hidden: preview.Unknown}
		}
	}

	for name := range colors {
		if source(name) != appliedColors {
			fields[name] = preview.Value{Hidden: preview.NewColor}
		}
	}

	return fields
}

// hide hides the fields that any of the marks calls sensitive. A write-only
// value is marked on its own attribute, and may be on the computed one.
func hide(fields preview.Fields, marks ...any) {
	for name, value := range fields {
		for _, mark := range marks {
			if value.Hidden != preview.NewColor && (isMarked(mark, name) || isMarked(mark, source(name))) {
				fields[name] = preview.Value{Hidden: preview.Sensitive}
			}
		}
	}
}

// isMarked reports whether a mark of unknown or sensitive values has true for
// an attribute, or anywhere in it.
func isMarked(mark any, attribute string) bool {
	attributes, _ := mark.(map[string]any)
	return mark == true || hasTrue(attributes[attribute])
}

func hasTrue(mark any) bool {
	switch mark := mark.(type) {
	case []any:
		return slices.ContainsFunc(mark, hasTrue)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(mark)), hasTrue)
	default:
		return mark == true
	}
}

// differing returns the names of the fields that differ.
func differing(before, after preview.Fields) []string {
	differ := []string{}

	for _, name := range names {
		old, wasSet := before[name]
		next, isSet := after[name]
		// A color that is hidden because all are may not be set.
		isVague := source(name) != name && (!wasSet && next.Hidden != "" || !isSet && old.Hidden != "")
		if !reflect.DeepEqual(old, next) && !isVague {
			differ = append(differ, name)
		}
	}

	return differ
}
