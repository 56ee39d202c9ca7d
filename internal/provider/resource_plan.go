package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// change is the plan of either resource, unless it is destroyed.
type change struct {
	managedObject

	// stateID is null for a create.
	stateID types.String
	// differs is set if an update has something to send, or state something to
	// store.
	differs bool
	// removed names the attributes that are no longer configured.
	removed []string
	// writeOnly are the configured write-only values.
	writeOnly []namedValue
}

func (c change) isCreate() bool { return c.stateID.IsNull() }

// mustResync reports whether an update has to send everything even if the
// configuration equals the state. Without an instance token, something else wrote
// the state, and nothing shows that the API has its values.
func (b *resourceBase) mustResync(private privateState) bool {
	return private.Resync != "" || private.Instance == "" || b.otherBaseURL(private)
}

// otherBaseURL reports whether the resource was last applied to another service.
func (b *resourceBase) otherBaseURL(private privateState) bool {
	return b.data.baseURL() != "" && private.BaseURL != "" && private.BaseURL != b.data.baseURL()
}

// register records the planned values of an object. It returns an overlapping
// plan of another instance.
func (b *resourceBase) register(c change, values tftypes.Value) (planned, other plannedObject, found overlap) {
	planned = b.planned(c.managedObject)
	planned.isImport = c.private.Resync == afterImport
	planned.isReplacement = c.isCreate() && c.private.Instance != ""

	// An update of an instance that was applied overlaps with any other plan,
	// whatever its values.
	if c.isCreate() || c.private.Instance == "" || planned.isImport {
		planned.values, planned.writeOnly = fingerprintOf(values), writeOnlyFingerprint(c.writeOnly)
	}

	other, found = b.data.instances.plan(planned)

	return planned, other, found
}

// planChange finishes a plan. A certain overlap with another instance is an
// error, a possible one a warning. If anything changes, planChange warns about
// effects that the plan does not show, and stores what the apply needs in private
// state.
func (b *resourceBase) planChange(ctx context.Context, c change, resp *resource.ModifyPlanResponse) {
	diags := &resp.Diagnostics

	switch planned, other, found := b.register(c, resp.Plan.Raw); found {
	case certainOverlap:
		b.addOverlapError(c.id, planned, other, diags)
	case possibleOverlap:
		b.warnOverlap(c.id, planned, other, diags)
	case noOverlap:
	}

	if !c.differs || diags.HasError() {
		return
	}

	if !c.isCreate() {
		writePrivateState(ctx, resp.Private, c.private, diags)
		b.warnUpdate(c, diags)
	}

	b.warnFirstApply(c, diags)
	b.data.warnMissing(diags)
}

// planDestroy warns that a destroy sends nothing.
func (b *resourceBase) planDestroy(ctx context.Context, req resource.ModifyPlanRequest, diags *diag.Diagnostics) {
	b.warnDestroy(b.release(ctx, req.State.Raw, req.Private), diags)
}

// release lets other instances manage the object of a destroyed instance, and
// returns its id.
func (b *resourceBase) release(ctx context.Context, state tftypes.Value, storage privateStorage) types.String {
	id := objectID(state)

	// An unreadable private state does not prevent a destroy, which sends nothing.
	private := readPrivateState(ctx, storage, &diag.Diagnostics{})
	if isCopy := private.Instance != "" && private.ID != id.ValueString(); !isCopy {
		b.data.instances.release(b.objectKey(id), private.Instance)
	}

	return id
}
