package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// This file turns values into request fields, and response fields into values. A null or
// unknown value becomes nil, which is omitted from a request; an empty value is sent.
// ValueString() of a null is "", and so is what ValueStringPointer() of an unknown points
// to, so neither must be called without a check.

// known reports whether a value is neither null nor unknown.
func known(value attr.Value) bool { return !value.IsNull() && !value.IsUnknown() }

func optionalString(value types.String) *string {
	if !known(value) {
		return nil
	}

	return value.ValueStringPointer()
}

func optionalInt64(value types.Number) *int64 {
	if !known(value) {
		return nil
	}

	number, _ := value.ValueBigFloat().Int64() // wholeNumbersFrom has refused fractions

	return &number
}

func optionalBool(value types.Bool) *bool {
	if !known(value) {
		return nil
	}

	return value.ValueBoolPointer()
}

// optionalStrings returns the elements of a list or set; an empty one is not
// nil.
func optionalStrings(value interface {
	attr.Value
	Elements() []attr.Value
}) []string {
	if !known(value) {
		return nil
	}

	elements := make([]string, 0, len(value.Elements()))

	for _, element := range value.Elements() {
		if text, ok := element.(types.String); ok && known(text) {
			elements = append(elements, text.ValueString())
		}
	}

	return elements
}

// computed returns the state of a computed attribute: the planned value if it
// is known, as Terraform requires, else the returned one. A response
// without the object keeps the last known value.
func computed(planned, state types.String, returned *string, noObject bool) types.String {
	switch {
	case !planned.IsUnknown():
		return planned
	case noObject:
		return state
	}

	return types.StringPointerValue(returned)
}
