package provider

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
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

func newAppearanceResource() plannedResource {
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

	r.warnDeclaredTwice(req, &resp.Diagnostics)

	config, state := elementsOf(req.Config.Raw), elementsOf(req.State.Raw)
	declared, prior := writeOnlyModel(config), fingerprintsOf(state["write_only_fingerprints"])

	mark := readMark(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}

	fingerprints := plannedFingerprints(declared.writeOnly(), declared.WriteOnlyVersion, prior)
	if req.Plan.Raw.Equal(req.State.Raw) && fingerprints.Equal(prior) && mark == confirmed {
		return // most plans are of objects that did not change, and cost no more
	}

	r.plan(ctx, declared, fingerprints, mark, req, resp)
	r.warnMissing(&resp.Diagnostics)
}

// plan plans a change.
func (r *appearanceResource) plan(
	ctx context.Context, declared appearanceModel, fingerprints types.Map, mark unconfirmed,
	req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	planned, err := fingerprints.ToTerraformValue(ctx)
	if err != nil {
		resp.Diagnostics.AddError("Unexpected Error", "Planning write_only_fingerprints failed: "+err.Error()+".")

		return
	}

	plan := maps.Clone(elementsOf(req.Plan.Raw))
	plan["write_only_fingerprints"] = planned

	if !req.State.Raw.IsNull() {
		leaveUndeclared(ctx, resp.Private, declared.undeclared(), &resp.Diagnostics)

		// The framework does this for an update that it sees, but not for one
		// that is found here.
		for _, name := range answeredAnew {
			plan[name] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
		}

		config, state := elementsOf(req.Config.Raw), elementsOf(req.State.Raw)
		r.warnUpdate(textOf(state["id"]), textOf(plan["id"]), mark, declared.removed(config, state), &resp.Diagnostics)
	}

	resp.Plan.Raw = tftypes.NewValue(req.Plan.Raw.Type(), plan)
}

// Create takes the existing configuration over.
func (r *appearanceResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	model, _ := r.put(ctx, req.Config, req.Plan, nil, &resp.Diagnostics)
	if model == nil {
		return
	}

	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
	r.setIdentity(ctx, model.ID, resp.Identity, &resp.Diagnostics)
}

// Update sends the configuration whole.
func (r *appearanceResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	undeclared := takeUndeclared(ctx, resp.Private, &resp.Diagnostics)

	model, mayBeMade := r.put(ctx, req.Config, req.Plan, undeclared, &resp.Diagnostics)
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
	ctx context.Context, reqConfig tfsdk.Config, reqPlan tfsdk.Plan, undeclared []string, diags *diag.Diagnostics,
) (state *appearanceModel, mayBeMade bool) {
	var plan appearanceModel

	diags.Append(reqPlan.Get(ctx, &plan)...)

	if diags.HasError() {
		return nil, false
	}

	id := plan.ID.ValueString()
	config := writeOnlyModel(elementsOf(reqConfig.Raw))

	api := r.claim(id, diags)
	if api == nil {
		return nil, false
	}

	answer, err := api.UpdateAppearance(ctx, id, plan.withWriteOnly(config, undeclared).request())
	if err != nil {
		return nil, r.addError(diags, id, err, path.Root)
	}

	r.warnDiffering(id, answer.Differences, diags)

	applied := plan.applied(config, answer)

	return &applied, false
}
