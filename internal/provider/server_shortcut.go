package provider

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

// plannedResource is a resource with a shortcut.
type plannedResource interface {
	resource.ResourceWithConfigure
	resource.ResourceWithModifyPlan
	resource.ResourceWithImportState
	resource.ResourceWithIdentity
	planRaw(ctx context.Context, config, plan, state tftypes.Value, private privateState) change
	register(c change, config tftypes.Value) (otherLabel string, isCertain bool)
}

// planUnchanged returns the prior state if nothing changes. No capability of the client
// matters: the provider never defers, and the answer has the prior private state.
func (t *resourceType) planUnchanged(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest, prior tftypes.Value, data *providerData,
) (*tfprotov6.PlanResourceChangeResponse, bool) {
	private, isReadable := unpackPrivateState(req.PriorPrivate)
	config, isConfigured := t.unpack(req.Config)
	proposed, isProposed := t.unpack(req.ProposedNewState)

	if !isReadable || !isConfigured || !isProposed {
		return nil, false
	}

	// Write-only attributes are not planned: without an entry, one decodes as null. Nobody
	// else reads this value.
	for name, attribute := range t.schema.Attributes {
		if attribute.IsWriteOnly() {
			delete(rawAttributes(proposed), name)
		}
	}

	r := t.newResource()
	r.Configure(ctx, resource.ConfigureRequest{ProviderData: data}, &resource.ConfigureResponse{})

	c := r.planRaw(ctx, config, proposed, prior, private)
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
