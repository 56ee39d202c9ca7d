package provider

import (
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// The one place where null, unknown and empty are told apart. Towards the
// service, null and unknown are nil, which is absent from a request, and an
// empty value is sent as it is: ValueString() of a null is "", which must never
// be sent by accident. From the service, nil is null.

// known reports whether a value is neither null nor unknown.
func known(value attr.Value) bool { return !value.IsNull() && !value.IsUnknown() }

func stringToSend(value types.String) *string {
	if !known(value) {
		return nil
	}

	return value.ValueStringPointer()
}

func int64ToSend(value types.Int64) *int64 {
	if !known(value) {
		return nil
	}

	return value.ValueInt64Pointer()
}

func boolToSend(value types.Bool) *bool {
	if !known(value) {
		return nil
	}

	return value.ValueBoolPointer()
}

// jsonToSend returns a JSON text as it stands in a request's body.
func jsonToSend(value types.String) json.RawMessage {
	if !known(value) {
		return nil
	}

	return json.RawMessage(value.ValueString())
}

// stringsToSend returns the elements of a list or set; an empty one is not nil.
func stringsToSend(value interface {
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

// fill returns the planned value where it is known, since Terraform holds a
// provider to its plan, and the service's where it is not.
func fill(planned types.String, answered *string) types.String {
	if planned.IsUnknown() {
		return types.StringPointerValue(answered)
	}

	return planned
}
