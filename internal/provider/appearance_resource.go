package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/protocol"
)

// appearanceResource plans and applies chatview_appearance. Read ModifyPlan and completePlan
// (what changes), fields in appearance_model.go (what becomes of each field), put (the
// request), send in resource_apply.go (what is remembered), and newState (what is stored).
type appearanceResource struct{ resourceBase }

var _ protocol.Resource = (*appearanceResource)(nil)

func newAppearanceResource() resource.Resource {
	return &appearanceResource{resourceBase{
		name:          "appearance",
		noun:          "appearance configuration",
		checkID:       validAppearanceID.reason,
		overwritten:   "the settings",
		omittedFields: "may keep the last value or reset it to a default",
	}}
}

func (r *appearanceResource) decode(ctx context.Context, config, plan, state tftypes.Value, private privateState) *appearanceModels {
	return (*appearanceModels)(decodeModels[appearanceModel](ctx, &r.resourceBase, config, plan, state, private))
}

// ModifyPlan detects changed write-only values, and warns about effects that
// the plan does not show. It sends no request.
func (r *appearanceResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		r.planDestroy(ctx, req, resp)

		return
	}

	d := r.decode(ctx, req.Config.Raw, req.Plan.Raw, req.State.Raw, readPrivateState(ctx, req.Private, &resp.Diagnostics))
	r.refuseNullName(d.plan.ID, d.plan.Name, &resp.Diagnostics)

	if resp.Diagnostics.HasError() {
		return
	}

	d.private.MaybeIgnored = d.config.maybeIgnored()
	c := r.completePlan(d)
	c.removed = d.removedAttributes()

	c.emptied = namesOf(d.plan.optional(), isEmptyText)
	if !c.changesID() && d.belief != foreign {
		c.emptied = newly(isEmptyText, d.state.optional(), d.plan.optional())
	}

	resp.Plan.Raw = encodeModel(ctx, &d.plan, resp.Plan.Raw.Type())
	r.planChange(ctx, c, req.Config.Raw, resp)
}

// completePlan decides whether anything changes. It plans the attributes that track
// write-only values and, if so, those that come from the response. The framework has
// made those unknown only if another attribute changes.
func (r *appearanceResource) completePlan(d *appearanceModels) plannedChange {
	d.plan.AppliedColors, d.plan.CustomCSSOverridesDigest = d.config.appliedColors(), d.config.overridesDigest()

	hasChanges := d.belief.plansUpdate() || !equalModels(&d.plan, &d.state)
	if hasChanges {
		d.plan.BaseURL = r.plannedBaseURL(d.state.BaseURL)
		d.plan.CustomCSSVars = types.StringUnknown()
		d.plan.CreatedAt = types.StringUnknown()
		d.plan.LastModified = types.StringUnknown()
		d.plan.IsDefault = types.StringUnknown()
	}

	return plannedChange{managedObject: d.managed(), lastBaseURL: d.state.BaseURL, hasChanges: hasChanges}
}

// PlansNoChange plans what core proposes, which the framework has not planned.
func (r *appearanceResource) PlansNoChange(ctx context.Context, config, proposed, prior tftypes.Value, packed []byte) bool {
	private, ok := unpackPrivateState(packed)

	return ok && r.registersNoChange(r.completePlan(r.decode(ctx, config, proposed, prior, private)), config)
}

// Create sends the configuration to the existing object with the given id.
func (r *appearanceResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	d := r.decode(ctx, req.Config.Raw, req.Plan.Raw, tftypes.Value{}, privateState{})
	r.put(ctx, d, applyResponse{&resp.State, resp.Identity, resp.Private, &resp.Diagnostics})
}

// Update sends the full configuration.
func (r *appearanceResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	d := r.decode(ctx, req.Config.Raw, req.Plan.Raw, req.State.Raw, readPrivateState(ctx, req.Private, &resp.Diagnostics))
	refuseDropped(d.fields(), &resp.Diagnostics)

	if resp.Diagnostics.HasError() {
		return
	}

	r.put(ctx, d, applyResponse{&resp.State, resp.Identity, resp.Private, &resp.Diagnostics})
}

// put sends a plan, and sets the new state.
func (r *appearanceResource) put(ctx context.Context, d *appearanceModels, resp applyResponse) {
	a := &apply{
		managedObject: d.managed(), sentWriteOnly: d.config.sentWriteOnly(d.plan.WriteOnlyVersion), fields: d.fields(),
		isFirst: d.belief == foreign || d.private.Resync == afterImport, applyResponse: resp,
	}

	d.plan.BaseURL = r.data.baseURL

	last := &d.state
	if !d.belief.keepsComputed(d.plan.BaseURL, d.state.BaseURL) {
		last = &appearanceModel{}
	}

	before := last.request(&appearanceModel{}) // a state has no write-only values

	var response client.UpdatedAppearance

	if !r.send(ctx, a, func(api *client.Client) (failure *client.Error) {
		response, failure = api.UpdateAppearance(ctx, d.plan.ID.ValueString(), d.plan.request(&d.config), before)

		return failure
	}) {
		return
	}

	r.warnResponse(a, response.Warnings)
	r.warnOtherObject(a, last.CreatedAt, response)
	resp.setState(ctx, d.plan.newState(&d.config, last, response))
}
