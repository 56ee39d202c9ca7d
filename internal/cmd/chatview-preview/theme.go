package main

import (
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
	note      string
}

// overwrites says that what the service has is unknown.
const overwrites = "Overwrites an existing theme. The plan does not show how that one looks."

var (
	changed       = action{1, "changed", true, "Everything is sent again."}
	replacedSame  = action{2, "replaced with the same id", true, changed.note}
	replaced      = action{3, "replaced by another id", true, "Theme %s stays as it is. " + overwrites}
	replacedMaybe = action{4, "replaced by an unknown id", true, "Theme %s stays as it is, unless the unknown id is the same. " + overwrites}
	firstApply    = action{5, "first apply", true, overwrites}
	moved         = action{6, "moved", false, ""}
	removed       = action{7, "removed from state", false, "The service keeps the theme as it is."}
	unchanged     = action{8, "unchanged", false, ""}
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
	// name is required: it is null only in a state that an import has written.
	case c.Before["name"] == nil, c.changesBaseURL():
		return firstApply
	case len(c.Actions) == 1:
		return changed
	case isMarked(c.AfterUnknown, "id"):
		return replacedMaybe
	case !reflect.DeepEqual(c.Before["id"], c.After["id"]):
		return replaced
	default:
		return replacedSame
	}
}

// changesBaseURL reports whether the id is that of another service's theme.
func (c change) changesBaseURL() bool {
	last, next := baseURLOf(c.Before), baseURLOf(c.After)
	return last != "" && next != "" && last != next
}

func baseURLOf(values map[string]any) string {
	baseURL, _ := values["base_url"].(string)
	return baseURL
}

type theme struct {
	preview.Theme
	action   action
	provider string // its address
	// baseURL is the address of its service, empty if it is not known.
	baseURL string
}

// theme returns the theme that a change is about, without a verdict.
func (r resource) theme() theme {
	c := r.Change
	t := theme{action: r.action(), provider: r.ProviderName, baseURL: baseURLOf(c.After), Theme: preview.Theme{
		Address: r.Address, Previous: r.PreviousAddress, Changed: []string{},
		Before: newFields(c.Before, nil), After: newFields(c.After, c.AfterUnknown),
	}}

	t.Action, t.IsApplied = t.action.name, t.action.isApplied
	if r.DeposedKey != "" {
		t.Address += " (deposed " + r.DeposedKey + ")"
	}
	// What the service has is known only of a theme that was applied.
	_, isKnown := t.Before["name"]

	isKnown = isKnown && t.action != replaced && t.action != replacedMaybe && t.action != firstApply
	if isKnown && t.After != nil {
		t.Changed = differing(t.Before, t.After)
	}

	hide(t.Before, c.BeforeSensitive, c.AfterSensitive)
	hide(t.After, c.AfterSensitive)

	for _, name := range t.Changed {
		if _, isSent := t.After[name]; !isSent && name != writeOnly && name != triggers {
			t.After[name] = preview.Value{Hidden: preview.NoLongerSent}
		}
	}

	t.ID, t.Name = t.Current().Text("id"), t.Current().Text("name")
	if len(t.Changed) == 0 {
		t.Note = strings.Replace(t.action.note, "%s", t.Before.Text("id"), 1)
	}

	if t.Previous != "" {
		t.Note = strings.TrimSpace("Moved from " + t.Previous + ". " + t.Note)
	}

	if !isKnown {
		t.Before = nil
	}

	return t
}

// The attributes that are not simply fields of the API.
const (
	appliedColors = "applied_colors"
	overrides     = "custom_css_overrides"
	writeOnly     = "write_only_version"
	triggers      = "triggers"
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

	for _, name := range names {
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
