package provider

import (
	"context"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/protocol"
)

// This file converts between models and the values of the protocol. The framework's
// conversion compiles a regular expression for each attribute, which takes a fourth
// of the allocations of a plan. Nothing here can fail, because the models have the
// attributes of the schemas (TestMain).

// decodeModel sets the fields of a model to the attributes of a resource. Missing
// ones, and those of a null resource, are null.
func decodeModel(ctx context.Context, resource tftypes.Value, model any) {
	var text string

	attributes := protocol.Attributes(resource)

	for field, target := range reflect.ValueOf(model).Elem().Fields() {
		value := attributes[field.Tag.Get("tfsdk")]

		switch result, isString := target.Addr().Interface().(*types.String); {
		case !isString:
			decoded, _ := attributeTypes[field.Type].ValueFromTerraform(ctx, value)
			target.Set(reflect.ValueOf(decoded))
		// As the framework does, and with less memory.
		case !value.IsKnown():
			*result = types.StringUnknown()
		case !value.IsNull() && value.As(&text) == nil:
			*result = types.StringValue(text)
		}
	}
}

// attributeTypes are the types of the fields of models, besides strings.
var attributeTypes = map[reflect.Type]attr.Type{
	reflect.TypeFor[types.Bool]():   types.BoolType,
	reflect.TypeFor[types.Number](): types.NumberType,
	reflect.TypeFor[types.List]():   types.ListType{ElemType: types.StringType},
	reflect.TypeFor[types.Set]():    types.SetType{ElemType: types.StringType},
	reflect.TypeFor[types.Map]():    types.MapType{ElemType: types.StringType},
}

// encodeModel returns a model as a resource of a type.
func encodeModel(ctx context.Context, model any, resourceType tftypes.Type) tftypes.Value {
	attributes := map[string]tftypes.Value{}

	for field, value := range reflect.ValueOf(model).Elem().Fields() {
		attributes[field.Tag.Get("tfsdk")], _ = attributeOf(value).ToTerraformValue(ctx)
	}

	return tftypes.NewValue(resourceType, attributes)
}

// equalModels compares the attributes of two models, which may be unknown.
func equalModels[M any](one, other *M) bool {
	fields, others := reflect.ValueOf(one).Elem(), reflect.ValueOf(other).Elem()

	for i := range fields.NumField() {
		// A pointer saves an allocation, but Equal returns false if its argument is one.
		if !attributeOf(fields.Field(i).Addr()).Equal(attributeOf(others.Field(i))) {
			return false
		}
	}

	return true
}

// isEmptyText reports whether a value is an empty text, or a list with one.
func isEmptyText(value attr.Value) bool {
	list, _ := value.(types.List)

	return value.Equal(types.StringValue("")) || slices.ContainsFunc(list.Elements(), isEmptyText)
}

// attributeOf returns a field of a model, or a pointer to one, as the framework's
// interface.
func attributeOf(field reflect.Value) attr.Value {
	value, _ := field.Interface().(attr.Value)

	return value
}

// objectID returns the id in a state.
func objectID(state tftypes.Value) types.String { return textInState(state, "id") }

// textInState returns a text in a state.
func textInState(state tftypes.Value, attribute string) types.String {
	var text *string

	_ = protocol.Attributes(state)[attribute].As(&text) // a state is known

	return types.StringPointerValue(text)
}
