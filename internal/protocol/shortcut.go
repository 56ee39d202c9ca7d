package protocol

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Most requests are about unchanged resources, and the framework's work for
// one grows with the square of the number of attributes (DESIGN.md). A
// shortcut handles these requests with the values that core sends. It leaves
// any unusual request to the framework. A schema that it cannot plan fails
// TestShortcut_PlansEverySchema.

// planUnchanged returns the prior state if nothing changes. No capability of the client
// matters: the provider never defers, and the answer has the prior private state.
func (t *resourceType) planUnchanged(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest, prior tftypes.Value, data any,
) (*tfprotov6.PlanResourceChangeResponse, bool) {
	config, isConfigured := t.unpack(req.Config)
	proposed, isProposed := t.unpack(req.ProposedNewState)

	if !isConfigured || !isProposed {
		return nil, false
	}

	// Write-only attributes are not planned: without an entry, one decodes as null. Nobody
	// else reads this value.
	for name, attribute := range t.schema.Attributes {
		if attribute.IsWriteOnly() {
			delete(Attributes(proposed), name)
		}
	}

	r := t.new()
	r.Configure(ctx, resource.ConfigureRequest{ProviderData: data}, &resource.ConfigureResponse{})

	if !r.PlansNoChange(ctx, config, proposed, prior, req.PriorPrivate) {
		return nil, false
	}

	return &tfprotov6.PlanResourceChangeResponse{
		PlannedState: req.PriorState, PlannedPrivate: req.PriorPrivate, PlannedIdentity: req.PriorIdentity,
	}, true
}
