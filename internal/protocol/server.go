package protocol

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// frameworkServer has every interface that plugin-go looks for. The wrapper
// embeds it, so no protocol feature is hidden.
type frameworkServer interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	tfprotov6.StateStoreServer
}

// server wraps the framework's server. It ends the context of each frequent request, and
// handles the two most frequent RPCs itself: reading a resource, and planning one in which
// nothing changes. It corrects what the framework would pass through: write-only values in
// a state to upgrade, a state from another source address, and the identity of a resource,
// which is always made from the id in state.
type server struct {
	frameworkServer

	provider Provider
	// types are the resource types, by name.
	types map[string]*resourceType
}

// Wrap wraps the framework's server of a provider.
func Wrap(wrapped tfprotov6.ProviderServer, p Provider) tfprotov6.ProviderServer {
	framework, ok := wrapped.(frameworkServer)
	if !ok {
		panic("the framework's server lacks an interface of plugin-go")
	}

	return &server{frameworkServer: framework, provider: p, types: newResourceTypes(context.Background(), p)}
}

// ReadResource returns the state: the API has no read.
func (s *server) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	if t := s.types[req.TypeName]; t != nil {
		if state, ok := t.unpack(req.CurrentState); ok {
			req = new(*req)
			req.CurrentIdentity = t.identity(state)

			if req.CurrentIdentity != nil && t.canReadPrivate(req.Private) {
				return &tfprotov6.ReadResourceResponse{NewState: req.CurrentState, NewIdentity: req.CurrentIdentity, Private: req.Private}, nil
			}
		}
	}

	return endContext(ctx, req, s.frameworkServer.ReadResource)
}

// PlanResourceChange returns the prior state if nothing changes.
func (s *server) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	if t := s.types[req.TypeName]; t != nil {
		if prior, ok := t.unpack(req.PriorState); ok {
			req = new(*req)
			req.PriorIdentity = t.identity(prior)

			if resp, ok := t.planUnchanged(ctx, req, prior, s.provider.ResourceData()); ok {
				return resp, nil
			}
		}
	}

	return endContext(ctx, req, s.frameworkServer.PlanResourceChange)
}

// ValidateResourceConfig is the framework's.
func (s *server) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return endContext(ctx, req, s.frameworkServer.ValidateResourceConfig)
}

// UpgradeResourceState removes write-only values that something else wrote. Core calls it
// for every state.
func (s *server) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	if t := s.types[req.TypeName]; t != nil {
		req = t.withoutWriteOnly(req)
	}

	return endContext(ctx, req, s.frameworkServer.UpgradeResourceState)
}

// MoveResourceState upgrades a state of the same type. Core moves a resource that is
// renamed in the plan that changes the source address of its provider, such as to a
// mirror's. Private state that cannot be read is dropped, so everything is sent.
func (s *server) MoveResourceState(ctx context.Context, req *tfprotov6.MoveResourceStateRequest) (*tfprotov6.MoveResourceStateResponse, error) {
	t := s.types[req.TargetTypeName]
	if t == nil || req.SourceTypeName != req.TargetTypeName {
		return endContext(ctx, req, s.frameworkServer.MoveResourceState)
	}

	upgraded, err := s.UpgradeResourceState(ctx, &tfprotov6.UpgradeResourceStateRequest{
		TypeName: req.TargetTypeName, Version: req.SourceSchemaVersion, RawState: req.SourceState,
	})
	if err != nil {
		return nil, err
	}

	resp := &tfprotov6.MoveResourceStateResponse{TargetState: upgraded.UpgradedState, Diagnostics: upgraded.Diagnostics}

	if t.canReadPrivate(req.SourcePrivate) {
		resp.TargetPrivate = req.SourcePrivate
	}

	if state, ok := t.unpack(resp.TargetState); ok {
		resp.TargetIdentity = t.identity(state)
	}

	return resp, nil
}

// ImportResourceState is the framework's.
func (s *server) ImportResourceState(ctx context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	return endContext(ctx, req, s.frameworkServer.ImportResourceState)
}

// ApplyResourceChange is the framework's.
func (s *server) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return endContext(ctx, req, s.frameworkServer.ApplyResourceChange)
}

// CallFunction is the framework's.
func (s *server) CallFunction(ctx context.Context, req *tfprotov6.CallFunctionRequest) (*tfprotov6.CallFunctionResponse, error) {
	return endContext(ctx, req, s.frameworkServer.CallFunction)
}

// endContext serves a request and ends its context.
func endContext[Req, Resp any](ctx context.Context, req Req, serve func(context.Context, Req) (Resp, error)) (Resp, error) {
	served, end := newRequestContext(ctx)
	defer end()

	return serve(served, req)
}
