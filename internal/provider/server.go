package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// server is the framework's server, but that it answers itself what it is asked
// most: to take an object from the CLI's state, to read it, and to plan it. The
// first two give back what is in state, and the third is the resource's own work.
// The framework takes milliseconds around that: its work grows with the square of
// the number of attributes (BENCHMARKS.md). What can not be decoded is left to the
// framework, whose answers are the same for all else
// (TestServer_AnswersAsTheFrameworkDoes, and every plan that a test makes by way
// of core). Of a plan, it would also log each step, and validate once more what
// core has had validated.
type server struct {
	tfprotov6.ProviderServer

	provider     *chatviewProvider
	wholeNumbers wholeNumbers
	objects      map[string]*object
}

// newServer returns the server of a provider.
func newServer(p *chatviewProvider) tfprotov6.ProviderServer {
	var schema provider.SchemaResponse

	ctx := context.Background()
	p.Schema(ctx, provider.SchemaRequest{}, &schema)

	s := &server{
		ProviderServer: providerserver.NewProtocol6(p)(),
		provider:       p,
		wholeNumbers:   newWholeNumbers(schema.Schema.Type().TerraformType(ctx), schema.Schema.Attributes),
		objects:        map[string]*object{},
	}

	for _, newResource := range newResources {
		o := newObject(ctx, newResource)
		s.objects[o.typeName] = o
	}

	return s
}

// UpgradeResourceState takes a state of the schema's version from the CLI.
func (s *server) UpgradeResourceState(
	ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	o, ok := s.objects[req.TypeName]
	if !ok || req.Version != o.schema.Version || req.RawState == nil {
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
	o, ok := s.objects[req.TypeName]
	if !ok || len(req.Private) > 0 {
		return s.ProviderServer.ReadResource(ctx, req)
	}

	identity, ok := o.identity(req.CurrentState)
	if !ok || req.CurrentIdentity != nil && !equal(req.CurrentIdentity.IdentityData, identity) {
		return s.ProviderServer.ReadResource(ctx, req)
	}

	return &tfprotov6.ReadResourceResponse{
		NewState:    req.CurrentState,
		NewIdentity: &tfprotov6.ResourceIdentityData{IdentityData: identity},
	}, nil
}

// PlanResourceChange plans what can be decoded.
func (s *server) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	if o, ok := s.objects[req.TypeName]; ok {
		if change, ok := o.change(req); ok {
			return o.plan(ctx, change, req.PriorIdentity, s.provider.connection)
		}
	}

	served, end := newRequestContext(ctx)
	defer end()

	return s.ProviderServer.PlanResourceChange(served, req)
}

// ValidateProviderConfig is the framework's, but for whole numbers.
func (s *server) ValidateProviderConfig(
	ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest,
) (*tfprotov6.ValidateProviderConfigResponse, error) {
	if refused := s.wholeNumbers.refuse(req.Config); len(refused) > 0 {
		return &tfprotov6.ValidateProviderConfigResponse{Diagnostics: refused}, nil
	}

	return s.ProviderServer.ValidateProviderConfig(ctx, req)
}

// ValidateResourceConfig is the framework's, but for whole numbers and the
// context.
func (s *server) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	if o, ok := s.objects[req.TypeName]; ok {
		if refused := o.wholeNumbers.refuse(req.Config); len(refused) > 0 {
			return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: refused}, nil
		}
	}

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
