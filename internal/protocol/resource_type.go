package protocol

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// resourceType corrects what core sends about the resources of one type, and the
// framework would pass through. It handles the requests about unchanged ones itself.
type resourceType struct {
	newResource    func() resource.Resource
	canReadPrivate func(private []byte) bool
	schema         schema.Schema
	valueType      tftypes.Type
	identityType   tftypes.Type
}

// new returns a resource of the type.
func (t *resourceType) new() Resource { return t.newResource().(Resource) } //nolint:forcetypeassert // any other would panic at the start

// newResourceTypes returns the resource types of a provider by name.
func newResourceTypes(ctx context.Context, p Provider) map[string]*resourceType {
	var named provider.MetadataResponse

	p.Metadata(ctx, provider.MetadataRequest{}, &named)

	byName := map[string]*resourceType{}

	for _, newResource := range p.Resources(ctx) {
		t := &resourceType{newResource: newResource}
		byName[t.describe(ctx, named.TypeName)] = t
	}

	return byName
}

// describe asks a resource to describe itself. It returns the name of the type.
func (t *resourceType) describe(ctx context.Context, providerName string) (typeName string) {
	var (
		metadata resource.MetadataResponse
		schema   resource.SchemaResponse
		identity resource.IdentitySchemaResponse
	)

	r := t.new()
	r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: providerName}, &metadata)
	r.Schema(ctx, resource.SchemaRequest{}, &schema)
	r.IdentitySchema(ctx, resource.IdentitySchemaRequest{}, &identity)

	t.canReadPrivate, t.schema = r.CanReadPrivate, schema.Schema
	t.valueType, t.identityType = schema.Schema.Type().TerraformType(ctx), identity.IdentitySchema.Type().TerraformType(ctx)

	return metadata.TypeName
}

// identity returns the identity of a resource in state, or nil without an id. The
// stored one may be another object's, if somebody edited or copied the state.
func (t *resourceType) identity(state tftypes.Value) *tfprotov6.ResourceIdentityData {
	id := Attributes(state)["id"]
	if id.IsNull() {
		return nil
	}

	identity, _ := tfprotov6.NewDynamicValue(t.identityType, tftypes.NewValue(t.identityType, map[string]tftypes.Value{"id": id})) // a state is known

	return &tfprotov6.ResourceIdentityData{IdentityData: &identity}
}

// withoutWriteOnly sets the write-only attributes of a state that the provider did not
// write to null: Upjet copies their values from its specification. Core refuses such a state
// and blames the provider, and the framework passes one of the current version through.
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

// Attributes returns the attributes of a resource, or nil for null. The map is the value's
// own.
func Attributes(resource tftypes.Value) (attributes map[string]tftypes.Value) {
	_ = resource.As(&attributes) // only an unknown resource fails, and there is none

	return attributes
}
