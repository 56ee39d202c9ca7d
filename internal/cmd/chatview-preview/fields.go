package main

import (
	"maps"
	"reflect"
	"slices"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// The attributes that are not simply fields of the API.
const (
	appliedColors = "applied_colors"
	overrides     = "custom_css_overrides"
	writeOnly     = "write_only_version"
	triggers      = "triggers"
	baseURL       = "base_url"
)

// names are the fields of a theme, in the order to list their changes.
var names = append(preview.Names(), writeOnly, triggers, overrides)

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
		isSensitive := func(mark any) bool { return isMarked(mark, name) || isMarked(mark, source(name)) }
		if value.Hidden == "" && slices.ContainsFunc(marks, isSensitive) {
			fields[name] = preview.Value{Hidden: preview.Sensitive}
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
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		old, wasSet := before[name]
		next, isSet := after[name]
		// A color that is hidden because all are may not be set.
		isVague := source(name) != name && (!wasSet && next.Hidden != "" || !isSet && old.Hidden != "")

		return isVague || reflect.DeepEqual(old, next)
	})
}
