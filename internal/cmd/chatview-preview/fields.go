package main

import (
	"maps"
	"reflect"
	"slices"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// The attributes that are not fields of the API under the same name.
const (
	appliedColors   = "applied_colors"
	overrides       = "custom_css_overrides"
	overridesDigest = "custom_css_overrides_digest"
	writeOnly       = "write_only_version"
)

// plain are the attributes that have their values in a plan.
var plain = []string{
	"id", "name", "theme_mode", "start_message", "recommendations", "response_mode", "show_sidebar", "show_dashboards", writeOnly, "triggers",
}

// names are the fields of a theme, in the order to list their changes.
func names() []string {
	return append(append(palette.Attributes(), plain...), overrides)
}

// newFields reads an object of a plan, which may be nil. A write-only attribute is
// null in it: the provider keeps its value in a computed attribute.
func newFields(values, unknown map[string]any) pages.Fields {
	if values == nil {
		return nil
	}
	fields := pages.Fields{}
	for _, name := range plain {
		put(fields, name, values[name], unknown[name])
	}
	put(fields, overrides, values[overridesDigest], unknown[overridesDigest])
	colors, unknownColors := object(values[appliedColors]), object(unknown[appliedColors])
	_, isVersioned := fields[writeOnly]
	for _, name := range palette.Attributes() {
		switch {
		case isVersioned:
			fields[name] = pages.Value{Hidden: pages.NotPlanned}
		case unknown[appliedColors] == true:
			fields[name] = pages.Value{Hidden: pages.AfterApply}
		default:
			put(fields, name, colors[name], unknownColors[name])
		}
	}
	return fields
}

// put sets a field, unless its value is null.
func put(fields pages.Fields, name string, value, unknown any) {
	switch {
	case hasTrue(unknown):
		fields[name] = pages.Value{Hidden: pages.AfterApply}
	case value != nil:
		fields[name] = pages.Value{JSON: value}
	}
}

// hide hides the fields that are marked as sensitive. The mark of a write-only
// value is on its own attribute, not on the computed one.
func hide(fields pages.Fields, mark any) {
	for name := range fields {
		isColor := slices.Contains(palette.Attributes(), name)
		if isMarked(mark, name) || isColor && isMarked(mark, appliedColors, name) || name == overrides && isMarked(mark, overridesDigest) {
			fields[name] = pages.Value{Hidden: pages.Sensitive}
		}
	}
}

// isMarked reports whether a mark is true for the value at a path, for a part of it,
// or for what it is a part of.
func isMarked(mark any, path ...string) bool {
	for _, name := range path {
		if mark == true {
			return true
		}
		mark = object(mark)[name]
	}
	return hasTrue(mark)
}

// hasTrue reports whether true is anywhere in a mark of unknown or sensitive values,
// which has the structure of the value.
func hasTrue(mark any) bool {
	switch mark := mark.(type) {
	case bool:
		return mark
	case []any:
		return slices.ContainsFunc(mark, hasTrue)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(mark)), hasTrue)
	default:
		return false
	}
}

// changes returns the names of the fields that differ.
func changes(before, after pages.Fields) []string {
	differ := []string{}
	for _, name := range names() {
		old, wasSet := before[name]
		next, isSet := after[name]
		// A color that was not set is not a change only because it is not known.
		if wasSet != isSet && (wasSet || next.Hidden == "") || wasSet && isSet && !reflect.DeepEqual(old, next) {
			differ = append(differ, name)
		}
	}
	return differ
}
