package provider

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Most requests are about unchanged resources, and the framework's work for
// one grows with the square of the number of attributes (DESIGN.md). A
// shortcut handles these requests with the values that core sends. It leaves
// any unusual request to the framework. A schema that it cannot plan fails
// TestShortcut_PlansEverySchema.

// plannedResource is a resource with a shortcut.
type plannedResource interface {
	resource.ResourceWithConfigure
	resource.ResourceWithModifyPlan
	resource.ResourceWithImportState
	resource.ResourceWithIdentity
	changeOf(ctx context.Context, config, plan, state tftypes.Value, private privateState) change
	register(c change, config tftypes.Value) (otherLabel string, isCertain bool)
}

// shortcut handles the resources of one type.
type shortcut struct {
	typeName     string
	newResource  func() plannedResource
	schema       schema.Schema
	valueType    tftypes.Type
	identityType tftypes.Type
}

func newShortcut(ctx context.Context, newResource func() plannedResource) *shortcut {
	var (
		metadata resource.MetadataResponse
		schema   resource.SchemaResponse
		identity resource.IdentitySchemaResponse
	)

	r := newResource()
	r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: providerName}, &metadata)
	r.Schema(ctx, resource.SchemaRequest{}, &schema)
	r.IdentitySchema(ctx, resource.IdentitySchemaRequest{}, &identity)

	return &shortcut{
		typeName:     metadata.TypeName,
		newResource:  newResource,
		schema:       schema.Schema,
		valueType:    schema.Schema.Type().TerraformType(ctx),
		identityType: identity.IdentitySchema.Type().TerraformType(ctx),
	}
}

// identity returns the identity of a resource in state, or nil without an id. The
// stored one may be another object's, if somebody edited or copied the state.
func (s *shortcut) identity(state tftypes.Value) *tfprotov6.ResourceIdentityData {
	id := rawAttributes(state)["id"]
	if id.IsNull() {
		return nil
	}

	identity, _ := tfprotov6.NewDynamicValue(s.identityType, tftypes.NewValue(s.identityType, map[string]tftypes.Value{"id": id})) // a state is known

	return &tfprotov6.ResourceIdentityData{IdentityData: &identity}
}

// withoutWriteOnly sets the write-only attributes of a state that the provider did
// not write to null. The framework passes a state of the current version through.
func (s *shortcut) withoutWriteOnly(req *tfprotov6.UpgradeResourceStateRequest) *tfprotov6.UpgradeResourceStateRequest {
	var state map[string]json.RawMessage
	if req.RawState == nil || json.Unmarshal(req.RawState.JSON, &state) != nil {
		return req
	}

	isSet := func(name string) bool { return state[name] != nil && string(state[name]) != "null" }
	found := false

	for name, attribute := range s.schema.Attributes {
		if attribute.IsWriteOnly() && isSet(name) {
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

// planUnchanged returns the prior state if nothing changes.
func (s *shortcut) planUnchanged(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest, prior tftypes.Value, data *providerData,
) (*tfprotov6.PlanResourceChangeResponse, bool) {
	private, isOwn := unpackPrivateState(req.PriorPrivate)
	config, isConfigured := s.unpack(req.Config)
	proposed, isProposed := s.unpack(req.ProposedNewState)

	if !isOwn || !isConfigured || !isProposed || !hasNoCapabilities(req.ClientCapabilities) {
		return nil, false
	}

	// Write-only attributes are not planned. Nobody else reads this value.
	for name, attribute := range s.schema.Attributes {
		if attribute.IsWriteOnly() {
			delete(rawAttributes(proposed), name)
		}
	}

	r := s.newResource()
	r.Configure(ctx, resource.ConfigureRequest{ProviderData: data}, &resource.ConfigureResponse{})

	c := r.changeOf(ctx, config, proposed, prior, private)
	if c.hasChanges {
		return nil, false
	}

	if otherLabel, _ := r.register(c, config); otherLabel != "" {
		return nil, false // it was not recorded, and the framework's plan reports it
	}

	return &tfprotov6.PlanResourceChangeResponse{
		PlannedState: req.PriorState, PlannedPrivate: req.PriorPrivate, PlannedIdentity: req.PriorIdentity,
	}, true
}

// unpack decodes a resource that is neither null nor unknown.
func (s *shortcut) unpack(packed *tfprotov6.DynamicValue) (tftypes.Value, bool) {
	if packed == nil {
		return tftypes.Value{}, false
	}

	value, err := packed.Unmarshal(s.valueType)

	return value, err == nil && !value.IsNull() && value.IsKnown()
}

// hasNoCapabilities reports whether the client has no capability enabled.
func hasNoCapabilities[C comparable](capabilities *C) bool {
	var none C

	return capabilities == nil || *capabilities == none
}
