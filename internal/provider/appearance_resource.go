package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// appearanceResource plans and applies chatview_appearance.
type appearanceResource struct {
	resourceBase
}

var (
	_ resource.ResourceWithConfigure   = (*appearanceResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*appearanceResource)(nil)
	_ resource.ResourceWithImportState = (*appearanceResource)(nil)
	_ resource.ResourceWithIdentity    = (*appearanceResource)(nil)
)

func newAppearanceResource() resource.Resource {
	return &appearanceResource{resourceBase{
		typeName: "appearance",
		object:   "appearance configuration",
		checkID:  checkAppearanceID,
	}}
}

// ModifyPlan finds changed write-only values and says what can not be seen in
// the plan. It sends nothing.
func (r *appearanceResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		r.warnForgotten(ctx, req.State, &resp.Diagnostics)

		return
	}

	var config appearanceModel

	prior := types.MapNull(types.StringType)

	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)

	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("write_only_fingerprints"), &prior)...)
	}

	mark := readMark(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}

	fingerprints := plannedFingerprints(config.writeOnly(), config.WriteOnlyVersion, prior)
	if req.Plan.Raw.Equal(req.State.Raw) && fingerprints.Equal(prior) && mark == confirmed {
		return // most plans are of objects that did not change, and cost no more
	}

	if req.State.Raw.IsNull() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("write_only_fingerprints"), fingerprints)...)
	} else {
		r.planUpdate(ctx, config, fingerprints, mark, req, resp)
	}

	r.warnMissing(&resp.Diagnostics)
}

// planUpdate plans the update of an object that is in state.
func (r *appearanceResource) planUpdate(
	ctx context.Context, config appearanceModel, fingerprints types.Map, mark unconfirmed,
	req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	var plan, state appearanceModel

	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)

	if resp.Diagnostics.HasError() {
		return
	}

	plan.WriteOnlyFingerprints = fingerprints
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan.updating())...)
	r.warnUpdate(state.ID, plan.ID, mark, config.removed(state), &resp.Diagnostics)
}

// Create takes the existing configuration over.
func (r *appearanceResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	model, _ := r.put(ctx, req.Config, req.Plan, &resp.Diagnostics)
	if model == nil {
		return
	}

	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
	r.setIdentity(ctx, model.ID, resp.Identity, &resp.Diagnostics)
}

// Update sends the configuration whole.
func (r *appearanceResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	model, mayBeMade := r.put(ctx, req.Config, req.Plan, &resp.Diagnostics)
	if model == nil {
		if mayBeMade {
			leaveMark(ctx, resp.Private, lostUpdate, &resp.Diagnostics)
		}

		return
	}

	leaveMark(ctx, resp.Private, confirmed, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
	r.setIdentity(ctx, model.ID, resp.Identity, &resp.Diagnostics)
}

// put sends the PUT and returns the new state, or after an error nil and
// whether the change may have been made.
func (r *appearanceResource) put(
	ctx context.Context, reqConfig tfsdk.Config, reqPlan tfsdk.Plan, diags *diag.Diagnostics,
) (state *appearanceModel, mayBeMade bool) {
	var config, plan appearanceModel

	diags.Append(reqConfig.Get(ctx, &config)...)
	diags.Append(reqPlan.Get(ctx, &plan)...)

	if diags.HasError() {
		return nil, false
	}

	id := plan.ID.ValueString()

	api := r.claim(id, diags)
	if api == nil {
		return nil, false
	}

	answer, err := api.UpdateAppearance(ctx, id, plan.withWriteOnly(config).request())
	if err != nil {
		return nil, r.addError(diags, id, err, path.Root)
	}

	r.warnDiffering(id, answer.Differing, diags)

	applied := plan.applied(config, answer)

	return &applied, false
}
