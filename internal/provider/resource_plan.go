package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/owners"
)

// register records the plan of an object. It returns the label of another instance
// whose plan overlaps, if there is one, and whether the overlap is certain. The first
// plan of a replacement because of the id only releases the former object: core plans
// the create next.
func (b *resourceBase) register(c plannedChange, config tftypes.Value) (otherLabel string, isCertain bool) {
	switch {
	case c.changesID() && c.private.Instance != "": // else the former object may be another instance's
		b.data.owners.Release(b.objectKey(c.stateID), c.private.Instance)

		return "", false
	case c.changesID(), !known(c.id):
		return "", false
	}

	p := owners.Plan{Object: b.objectKey(c.id), Token: c.private.Instance, Label: c.label, IsCreate: c.isCreate()}

	p.IsNew = p.Token == "" || c.private.Resync == afterImport
	if p.IsNew {
		p.Config = owners.Hash(config)
	}

	return b.data.owners.Plan(p)
}

// registersNoChange reports whether a plan has no change, and is registered without an
// overlap. Otherwise, the framework plans it again and reports that.
func (b *resourceBase) registersNoChange(c plannedChange, config tftypes.Value) bool {
	if c.hasChanges {
		return false
	}

	otherLabel, _ := b.register(c, config)

	return otherLabel == ""
}

// planChange finishes a plan. A certain overlap with another instance is an
// error, a possible one a warning. If anything changes, planChange warns about
// effects that the plan does not show, and stores what the apply needs in private
// state, without what forObject has discarded.
func (b *resourceBase) planChange(ctx context.Context, c plannedChange, config tftypes.Value, resp *resource.ModifyPlanResponse) {
	diags := &resp.Diagnostics

	switch otherLabel, isCertain := b.register(c, config); {
	case isCertain:
		b.addOverlapError(c.managedObject, otherLabel, diags)
	case otherLabel != "":
		b.warnOverlap(c.managedObject, otherLabel, diags)
	}

	if !c.hasChanges || diags.HasError() {
		return
	}

	if !c.isCreate() {
		writePrivateState(ctx, resp.Private, c.private, diags)
		b.warnUpdate(c, diags)
	}

	b.warnEmptied(c, diags)
	b.warnFirstApply(c, diags)
	b.data.warnMissing(diags)
}

// planDestroy makes the object of an instance free for others. Without a record of its
// id, the object may be another instance's.
func (b *resourceBase) planDestroy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	id := objectID(req.State.Raw)

	if token := instanceOf(ctx, id, req.Private); token != "" {
		b.data.owners.Release(b.objectKey(id), token)
	}

	b.warnDestroy(id, &resp.Diagnostics)
}
