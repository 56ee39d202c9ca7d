package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The shortcut reads the few values that it needs directly. Decoding
// configuration and state into models would take four times the memory of
// everything else (BenchmarkPlanUnchanged).

// rawAttributes returns the attributes of an object, or the elements of a map,
// or nil for null. The caller must not modify them.
func rawAttributes(value tftypes.Value) map[string]tftypes.Value {
	var attributes map[string]tftypes.Value
	if value.As(&attributes) != nil {
		return nil
	}

	return attributes
}

func rawString(value tftypes.Value) types.String {
	var text *string
	if !value.IsKnown() || value.As(&text) != nil {
		return types.StringUnknown()
	}

	return types.StringPointerValue(text)
}

func rawStrings(value tftypes.Value) types.Map {
	if value.IsNull() {
		return types.MapNull(types.StringType)
	}

	elements := map[string]attr.Value{}
	for key, element := range rawAttributes(value) {
		elements[key] = rawString(element)
	}

	return types.MapValueMust(types.StringType, elements)
}
