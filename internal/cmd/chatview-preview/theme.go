package main

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// action is what a plan does to a theme.
type action struct {
	order     int    // in which to show it
	name      string // also in the result of -json
	isApplied bool   // applying the plan sends the theme
	note      string
}

var (
	changed      = action{1, "changed", true, "No field differs: everything is sent again."}
	replacedSame = action{2, "replaced with the same id", true, changed.note}
	replaced     = action{3, "replaced by another id", true, "What the other one looks like now is not in the plan."}
	firstApply   = action{4, "first apply", true, "What the theme looks like now is not in the plan."}
	deferred     = action{5, "deferred", false, "A later plan has to apply this."}
	moved        = action{6, "moved", false, ""}
	removed      = action{7, "removed from state", false, "The service keeps the theme as it is."}
	unchanged    = action{8, "unchanged", false, ""}
)

// actionOf returns what a change does to a theme. The sequences of actions are
// those of Terraform and OpenTofu; one that neither has yet is read by its
// parts.
func actionOf(resource *tfjson.ResourceChange) action {
	change := resource.Change
	before, after := object(change.Before), object(change.After)
	switch isReplaced := len(change.Actions) > 1 && slices.Contains(change.Actions, tfjson.ActionCreate); {
	case after == nil:
		return removed
	case change.Actions.NoOp() && resource.PreviousAddress != "":
		return moved
	case change.Actions.NoOp():
		return unchanged
	// name is required: it is null only in a state that an import has written.
	case before["name"] == nil:
		return firstApply
	case isReplaced && before["id"] == after["id"]:
		return replacedSame
	case isReplaced:
		return replaced
	default:
		return changed
	}
}

// theme is a theme of a plan.
type theme struct {
	pages.Theme
	action action
}

// themesOf returns all themes of a plan, changed ones first.
func themesOf(plan *tfjson.Plan, settings settings) []theme {
	var themes []theme
	for _, resource := range plan.ResourceChanges {
		if isTheme(resource) {
			themes = append(themes, newTheme(resource, actionOf(resource), settings))
		}
	}
	for _, change := range plan.DeferredChanges {
		if isTheme(change.ResourceChange) {
			themes = append(themes, newTheme(change.ResourceChange, deferred, settings))
		}
	}
	slices.SortFunc(themes, func(a, b theme) int {
		return cmp.Or(cmp.Compare(a.action.order, b.action.order), strings.Compare(a.Address, b.Address))
	})
	return themes
}

// isTheme reports whether a resource is a chatview_appearance, of the provider
// from any registry.
func isTheme(resource *tfjson.ResourceChange) bool {
	return resource != nil && resource.Change != nil && resource.Mode == tfjson.ManagedResourceMode &&
		resource.Type == "chatview_appearance" && strings.HasSuffix(resource.ProviderName, "/chatview/chatview")
}

func newTheme(resource *tfjson.ResourceChange, action action, settings settings) theme {
	change := resource.Change
	t := pages.Theme{
		Address: resource.Address, Previous: resource.PreviousAddress,
		Action: action.name, IsApplied: action.isApplied, Changed: []string{},
		Before: newFields(object(change.Before), nil), After: newFields(object(change.After), object(change.AfterUnknown)),
	}
	if resource.DeposedKey != "" {
		t.Address += " (deposed " + resource.DeposedKey + ")"
	}
	// What the service has is known only of a theme that was applied.
	_, isKnown := t.Before["name"]
	isKnown = isKnown && action != replaced
	if isKnown && t.After != nil {
		t.Changed = changes(t.Before, t.After)
	}
	hide(t.Before, change.BeforeSensitive, change.AfterSensitive)
	hide(t.After, change.AfterSensitive)
	t.ID, t.Name = t.Current().Text("id"), t.Current().Text("name")
	t.Note = note(t, action)
	if !isKnown {
		t.Before = nil
	}
	if t.After != nil && (action.isApplied || settings.all) {
		t.Verdict = pages.Judge(t.After, settings.level())
	}
	return theme{t, action}
}

// note says what the action means for a theme.
func note(t pages.Theme, action action) string {
	note := action.note
	switch {
	case action == replaced:
		note = "Theme " + t.Before.Text("id") + " stays as it is. " + note
	case action.isApplied && len(t.Changed) > 0:
		note = ""
	}
	if t.Previous != "" {
		note = strings.TrimSpace("Moved from " + t.Previous + ". " + note)
	}
	return note
}

// names are the fields of a theme, in the order to list their changes.
var names = append(palette.Attributes(), "id", "name", "theme_mode", "start_message", "recommendations", "response_mode",
	"show_sidebar", "show_dashboards", writeOnly, "triggers", overrides)

// The attributes of which others depend in a plan.
const (
	appliedColors = "applied_colors"
	overrides     = "custom_css_overrides"
	writeOnly     = "write_only_version"
)

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
func newFields(values, unknown map[string]any) pages.Fields {
	if values == nil {
		return nil
	}
	fields := pages.Fields{}
	isVersioned := values[writeOnly] != nil || hasTrue(unknown[writeOnly])
	for _, name := range names {
		from := source(name)
		value := values[from]
		if from == appliedColors {
			value = object(value)[name]
		}
		switch {
		case isVersioned && from != name:
			fields[name] = pages.Value{Hidden: pages.NotPlanned}
		case hasTrue(unknown[from]):
			fields[name] = pages.Value{Hidden: pages.AfterApply}
		case value != nil:
			fields[name] = pages.Value{JSON: value}
		}
	}
	return fields
}

// hide hides the fields that any of the marks calls sensitive. A write-only
// value is marked on its own attribute, and may be on the computed one.
func hide(fields pages.Fields, marks ...any) {
	for name := range fields {
		for _, mark := range marks {
			if mark == true || hasTrue(object(mark)[name]) || hasTrue(object(mark)[source(name)]) {
				fields[name] = pages.Value{Hidden: pages.Sensitive}
			}
		}
	}
}

// hasTrue reports whether true is anywhere in a mark of unknown or sensitive
// values, which has the structure of the value.
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

// object returns a JSON object, nil for any other value.
func object(value any) map[string]any {
	fields, _ := value.(map[string]any)
	return fields
}

// changes returns the names of the fields that differ.
func changes(before, after pages.Fields) []string {
	differ := []string{}
	for _, name := range names {
		old, wasSet := before[name]
		next, isSet := after[name]
		// An unset field does not count as changed only because its new value
		// is unknown.
		if !reflect.DeepEqual(old, next) && (wasSet || next.Hidden == "") && (wasSet || isSet) {
			differ = append(differ, name)
		}
	}
	return differ
}
