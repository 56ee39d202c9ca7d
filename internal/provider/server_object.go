package provider

import (
	"bytes"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// object is what the server knows of a resource.
type object struct {
	typeName                string
	newResource             func() plannedResource
	schema                  schema.Schema
	valueType, identityType tftypes.Type
	wholeNumbers            wholeNumbers
	// noIdentity is planned for what has no identity yet.
	noIdentity *tfprotov6.ResourceIdentityData
}

// plannedResource is what a resource has to be for the server to answer for it.
type plannedResource interface {
	resource.ResourceWithConfigure
	resource.ResourceWithModifyPlan
	resource.ResourceWithIdentity
}

func newObject(ctx context.Context, newResource func() plannedResource) *object {
	var (
		metadata resource.MetadataResponse
		schema   resource.SchemaResponse
		identity resource.IdentitySchemaResponse
	)

	r := newResource()
	r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: typeName}, &metadata)
	r.Schema(ctx, resource.SchemaRequest{}, &schema)
	r.IdentitySchema(ctx, resource.IdentitySchemaRequest{}, &identity)

	valueType := schema.Schema.Type().TerraformType(ctx)
	identityType := identity.IdentitySchema.Type().TerraformType(ctx)
	noIdentity, _ := tfprotov6.NewDynamicValue(identityType, tftypes.NewValue(identityType, nil)) // fails for other types only

	return &object{
		typeName:     metadata.TypeName,
		newResource:  newResource,
		schema:       schema.Schema,
		valueType:    valueType,
		identityType: identityType,
		wholeNumbers: newWholeNumbers(valueType, schema.Schema.Attributes),
		noIdentity:   &tfprotov6.ResourceIdentityData{IdentityData: &noIdentity},
	}
}

// identity returns the identity of the object with a state. There is none for
// no state.
func (o *object) identity(state *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, bool) {
	value, ok := o.value(state)
	if !ok || value.IsNull() {
		return nil, false
	}

	id := elementsOf(value)["id"]
	if id.IsNull() {
		return nil, false
	}

	identity, err := tfprotov6.NewDynamicValue(o.identityType,
		tftypes.NewValue(o.identityType, map[string]tftypes.Value{"id": id}))

	return &identity, err == nil
}

// value decodes a value of the object's type. It is not ok for what can not be
// decoded, and for an object that is unknown as a whole.
func (o *object) value(packed *tfprotov6.DynamicValue) (value tftypes.Value, ok bool) {
	if packed == nil {
		return value, false
	}

	value, err := packed.Unmarshal(o.valueType)

	return value, err == nil && value.IsKnown()
}

// equal compares two values as they are on the wire. Core writes a value in one
// way only.
func equal(a, b *tfprotov6.DynamicValue) bool {
	return a != nil && b != nil && len(a.MsgPack) > 0 && bytes.Equal(a.MsgPack, b.MsgPack)
}
