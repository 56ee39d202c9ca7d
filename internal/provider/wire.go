package provider

import (
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// What Terraform sent, one attribute at a time, where decoding a whole model
// would cost more than all else. The schema has seen to the types, so that reading
// a value can not fail; that each write-only value is read under its name, and so
// is sent, is tested by TestAccAppearance_EachAttributeChangedAlone and its like.

// elementsOf returns the attributes of an object, or the elements of a map.
// They are the value's own: do not change them. A null has none.
func elementsOf(value tftypes.Value) map[string]tftypes.Value {
	var attributes map[string]tftypes.Value
	if err := value.As(&attributes); err != nil {
		return nil
	}

	return attributes
}

// removedAmong returns those of the attributes named that the state has and the
// configuration has not.
func removedAmong(config, state map[string]tftypes.Value, names ...string) []string {
	var removed []string

	for _, name := range names {
		if config[name].IsNull() && !state[name].IsNull() {
			removed = append(removed, name)
		}
	}

	return removed
}

// textOf returns a string.
func textOf(value tftypes.Value) types.String {
	if !value.IsKnown() {
		return types.StringUnknown()
	}

	var text *string
	if err := value.As(&text); err != nil {
		return types.StringNull()
	}

	return types.StringPointerValue(text)
}

// textValue is the string that textOf returns.
func textValue(text types.String) tftypes.Value {
	switch {
	case text.IsUnknown():
		return tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	case text.IsNull():
		return tftypes.NewValue(tftypes.String, nil)
	}

	return tftypes.NewValue(tftypes.String, text.ValueString())
}

// numberOf returns a whole number.
func numberOf(value tftypes.Value) types.Int64 {
	if !value.IsKnown() {
		return types.Int64Unknown()
	}

	var number *big.Float
	if err := value.As(&number); err != nil || number == nil {
		return types.Int64Null()
	}

	whole, _ := number.Int64()

	return types.Int64Value(whole)
}

// fingerprintsOf returns a map of strings.
func fingerprintsOf(value tftypes.Value) types.Map {
	if value.IsNull() {
		return types.MapNull(types.StringType)
	}

	elements := elementsOf(value)
	texts := make(map[string]attr.Value, len(elements))

	for key, element := range elements {
		texts[key] = textOf(element)
	}

	return types.MapValueMust(types.StringType, texts)
}
