package provider

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// resourceType corrects what core sends about the resources of one type, and the
// framework would pass through. It handles the requests about unchanged ones itself.
type resourceType struct {
	newResource  func() plannedResource
	schema       schema.Schema
	valueType    tftypes.Type
	identityType tftypes.Type
}

// newResourceType also returns the name of the type.
func newResourceType(ctx context.Context, newResource func() plannedResource) (typeName string, t *resourceType) {
	r := newResource()

	var (
		metadata resource.MetadataResponse
		schema   resource.SchemaResponse
		identity resource.IdentitySchemaResponse
	)

	r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: providerName}, &metadata)
	r.Schema(ctx, resource.SchemaRequest{}, &schema)
	r.IdentitySchema(ctx, resource.IdentitySchemaRequest{}, &identity)

	return metadata.TypeName, &resourceType{newResource, schema.Schema, schema.Schema.Type().TerraformType(ctx), identity.IdentitySchema.Type().TerraformType(ctx)}
}

// identity returns the identity of a resource in state, or nil without an id. The
// stored one may be another object's, if somebody edited or copied the state.
func (t *resourceType) identity(state tftypes.Value) *tfprotov6.ResourceIdentityData {
	id := rawAttributes(state)["id"]
	if id.IsNull() {
		return nil
	}

	identity, _ := tfprotov6.NewDynamicValue(t.identityType, tftypes.NewValue(t.identityType, map[string]tftypes.Value{"id": id})) // a state is known

	return &tfprotov6.ResourceIdentityData{IdentityData: &identity}
}

// withoutWriteOnly sets the write-only attributes of a state that the provider did
// not write to null. The framework passes a state of the current version through.
func (t *resourceType) withoutWriteOnly(req *tfprotov6.UpgradeResourceStateRequest) *tfprotov6.UpgradeResourceStateRequest {
	var state map[string]json.RawMessage
	if req.RawState == nil || json.Unmarshal(req.RawState.JSON, &state) != nil {
		return req
	}

	found := false

	for name, attribute := range t.schema.Attributes {
		if attribute.IsWriteOnly() && state[name] != nil && string(state[name]) != "null" {
			state[name], found = json.RawMessage("null"), true
		}
	}

	if !found {
		return req
	}

	req = new(*req)
	req.RawState = &tfprotov6.RawState{}
	req.RawState.JSON, _ = json.Marshal(state) // what was decoded can be encoded

	return req
}

// unpack decodes a resource that is neither null nor unknown.
func (t *resourceType) unpack(packed *tfprotov6.DynamicValue) (tftypes.Value, bool) {
	if packed == nil {
		return tftypes.Value{}, false
	}

	value, err := packed.Unmarshal(t.valueType)

	return value, err == nil && !value.IsNull() && value.IsKnown()
}
