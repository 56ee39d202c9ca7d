package provider

import (
	"bytes"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// server is the framework's server, but that it answers itself what it is asked
// most: to take an object from the CLI's state, to read it, and to plan one that
// did not change. The answer is what is in state each time, and the framework
// takes milliseconds to find that out: its work grows with the square of the
// number of attributes (BENCHMARKS.md). Whatever is out of the ordinary is left
// to the framework, which gives the same answers
// (TestServer_AnswersAsTheFrameworkDoes).
type server struct {
	tfprotov6.ProviderServer

	objects map[string]object
}

// object is what the server knows of a resource.
type object struct {
	version                 int64
	valueType, identityType tftypes.Type
	writeOnly               []string
	// unchanged is the resource's, or nil if equal states are all there is to it.
	unchanged func(config, state map[string]tftypes.Value) bool
}

// unchangedChecker is a resource with changes that a comparison of the planned
// state with the one before does not show.
type unchangedChecker interface {
	unchanged(config, state map[string]tftypes.Value) bool
}

// newServer returns the server of a provider.
func newServer(p provider.Provider) tfprotov6.ProviderServer {
	s := &server{ProviderServer: providerserver.NewProtocol6(p)(), objects: map[string]object{}}
	ctx := context.Background()

	for _, newResource := range p.Resources(ctx) {
		if r, ok := newResource().(resource.ResourceWithIdentity); ok {
			var metadata resource.MetadataResponse

			r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: typeName}, &metadata)
			s.objects[metadata.TypeName] = newObject(ctx, r)
		}
	}

	return s
}

func newObject(ctx context.Context, r resource.ResourceWithIdentity) object {
	var (
		schema   resource.SchemaResponse
		identity resource.IdentitySchemaResponse
	)

	r.Schema(ctx, resource.SchemaRequest{}, &schema)
	r.IdentitySchema(ctx, resource.IdentitySchemaRequest{}, &identity)

	o := object{
		version:      schema.Schema.Version,
		valueType:    schema.Schema.Type().TerraformType(ctx),
		identityType: identity.IdentitySchema.Type().TerraformType(ctx),
	}

	for name, attribute := range schema.Schema.Attributes {
		if attribute.IsWriteOnly() {
			o.writeOnly = append(o.writeOnly, name)
		}
	}

	if checker, ok := r.(unchangedChecker); ok {
		o.unchanged = checker.unchanged
	}

	return o
}

// UpgradeResourceState takes a state of the schema's version from the CLI.
func (s *server) UpgradeResourceState(
	ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	o, ok := s.objects[req.TypeName]
	if !ok || req.Version != o.version || req.RawState == nil {
		return s.ProviderServer.UpgradeResourceState(ctx, req)
	}

	value, err := req.RawState.UnmarshalWithOpts(o.valueType, tfprotov6.UnmarshalOpts{
		ValueFromJSONOpts: tftypes.ValueFromJSONOpts{IgnoreUndefinedAttributes: true},
	})
	if err != nil {
		return s.ProviderServer.UpgradeResourceState(ctx, req)
	}

	state, err := tfprotov6.NewDynamicValue(o.valueType, value)

	return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &state}, err
}

// ReadResource keeps the state, and names the object.
func (s *server) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	identity, ok := s.objects[req.TypeName].identity(req.CurrentState)
	if !ok || len(req.Private) > 0 || req.CurrentIdentity != nil && !equal(req.CurrentIdentity.IdentityData, identity) {
		return s.ProviderServer.ReadResource(ctx, req)
	}

	return &tfprotov6.ReadResourceResponse{
		NewState:    req.CurrentState,
		NewIdentity: &tfprotov6.ResourceIdentityData{IdentityData: identity},
	}, nil
}

// PlanResourceChange plans that nothing changes where nothing does.
func (s *server) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	if len(req.PriorPrivate) > 0 || !s.objects[req.TypeName].keeps(req.PriorState, req.ProposedNewState, req.Config) {
		served, end := newRequestContext(ctx)
		defer end()

		return s.ProviderServer.PlanResourceChange(served, req)
	}

	return &tfprotov6.PlanResourceChangeResponse{PlannedState: req.PriorState, PlannedIdentity: req.PriorIdentity}, nil
}

// ValidateResourceConfig is the framework's, but for the context.
func (s *server) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	served, end := newRequestContext(ctx)
	defer end()

	return s.ProviderServer.ValidateResourceConfig(served, req)
}

// ApplyResourceChange is the framework's, but for the context.
func (s *server) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	served, end := newRequestContext(ctx)
	defer end()

	return s.ProviderServer.ApplyResourceChange(served, req)
}

// identity returns the identity of the object with a state.
func (o object) identity(state *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, bool) {
	attributes, ok := o.attributes(state)
	if !ok || attributes["id"].IsNull() {
		return nil, false
	}

	identity, err := tfprotov6.NewDynamicValue(o.identityType,
		tftypes.NewValue(o.identityType, map[string]tftypes.Value{"id": attributes["id"]}))

	return &identity, err == nil
}

// keeps reports whether a plan keeps the state before it. A proposed state has
// write-only values that no state has.
func (o object) keeps(prior, proposed, config *tfprotov6.DynamicValue) bool {
	before, beforeOK := o.attributes(prior)
	after, afterOK := o.attributes(proposed)

	if !beforeOK || !afterOK {
		return false
	}

	for name, value := range after {
		if !slices.Contains(o.writeOnly, name) && !value.Equal(before[name]) {
			return false
		}
	}

	if o.unchanged == nil {
		return true
	}

	configured, ok := o.attributes(config)

	return ok && o.unchanged(configured, before)
}

// attributes returns the attributes of a value of the object's type. It is not
// ok for null, for what can not be decoded, and for an unknown resource.
func (o object) attributes(value *tfprotov6.DynamicValue) (attributes map[string]tftypes.Value, ok bool) {
	if o.valueType == nil || value == nil {
		return nil, false
	}

	decoded, err := value.Unmarshal(o.valueType)
	if err != nil || decoded.IsNull() || !decoded.IsKnown() {
		return nil, false
	}

	return attributes, decoded.As(&attributes) == nil
}

// equal compares two values as they are on the wire. Core writes a value in one
// way only.
func equal(a, b *tfprotov6.DynamicValue) bool {
	return a != nil && b != nil && len(a.MsgPack) > 0 && bytes.Equal(a.MsgPack, b.MsgPack)
}
