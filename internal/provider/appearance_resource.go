package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
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
		typeName:      "appearance",
		object:        "appearance configuration",
		checkID:       checkAppearanceID,
		omittedFields: "may keep the last value or reset it to a default",
	}}
}

// ModifyPlan detects changed write-only values, and warns about effects that
// the plan does not show. It sends no request.
func (r *appearanceResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		r.planDestroy(ctx, req, &resp.Diagnostics)

		return
	}

	var config, plan, state appearanceModel

	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)

	isCreate := req.State.Raw.IsNull()
	if !isCreate {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}

	private := readPrivateState(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || r.refuseNullName(plan, &resp.Diagnostics) {
		return
	}

	changed := r.planComputed(ctx, &config, &plan, private, req, resp)
	private.NullWriteOnly = config.nullWriteOnly()
	c := change{
		stateID: state.ID, id: plan.ID, isCreate: isCreate, label: plan.label(), removed: config.removed(&state, private), private: private,
		writeOnly: config.writeOnly(),
	}

	r.registerPlan(c, resp.Plan.Raw, &resp.Diagnostics)

	if changed && !resp.Diagnostics.HasError() {
		r.planChange(ctx, c, resp.Private, &resp.Diagnostics)
	}
}

// planComputed plans the attributes that track write-only values and, if anything changes, the attributes that
// come from the response. It reports whether anything changes.
func (r *appearanceResource) planComputed(
	ctx context.Context, config, plan *appearanceModel, private privateState, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) bool {
	isCreate := req.State.Raw.IsNull()
	before := *plan
	plan.AppliedColors, plan.CustomCSSOverridesDigest = config.appliedColors(), config.overridesDigest()
	isApplied := plan.AppliedColors.Equal(before.AppliedColors) && plan.CustomCSSOverridesDigest.Equal(before.CustomCSSOverridesDigest)

	if !isCreate && req.Plan.Raw.Equal(req.State.Raw) && isApplied && !r.mustResync(private) {
		return false
	}

	if !isCreate {
		plan.setComputedUnknown()
	}

	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)

	return true
}

// isUnchanged reports whether a plan that equals the state needs no update.
func (r *appearanceResource) isUnchanged(config, state map[string]tftypes.Value) (c change, ok bool) {
	objectName := rawString(state["name"])
	c = change{id: rawString(state["id"]), label: labelOf("name", objectName)}

	if version := config["write_only_version"]; !version.IsNull() {
		return c, version.IsKnown() && !objectName.IsNull()
	}

	configured := appearanceModel{CustomCSSOverrides: rawString(config[overridesAttribute])}
	colors := configured.colors()
	for i, name := range palette.Attributes() {
		*colors[i] = rawString(config[name])
	}

	return c, configured.appliedColors().Equal(rawStrings(state["applied_colors"])) &&
		configured.overridesDigest().Equal(rawString(state["custom_css_overrides_digest"])) && !objectName.IsNull()
}

// Create sends the configuration to the existing object with the given id.
func (r *appearanceResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var config, plan appearanceModel

	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)

	if resp.Diagnostics.HasError() {
		return
	}

	a := &apply{isCreate: true, values: fingerprintOf(req.Plan.Raw), storage: resp.Private, diags: &resp.Diagnostics}
	if applied := r.put(ctx, a, &config, &plan, &appearanceModel{}); applied != nil {
		resp.Diagnostics.Append(resp.State.Set(ctx, applied)...)
		r.setIdentity(ctx, plan.ID, resp.Identity, &resp.Diagnostics)
	}
}

// Update sends the full configuration.
func (r *appearanceResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var config, plan, state appearanceModel

	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)

	private := readPrivateState(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || r.refuseIgnored(config.ignored(&plan, private), &resp.Diagnostics) {
		return
	}

	a := &apply{private: private, storage: resp.Private, diags: &resp.Diagnostics}
	if applied := r.put(ctx, a, &config, &plan, &state); applied != nil {
		resp.Diagnostics.Append(resp.State.Set(ctx, applied)...)
		r.setIdentity(ctx, plan.ID, resp.Identity, &resp.Diagnostics)
	}
}

// put sends a plan and returns the new state, or nil after an error.
func (r *appearanceResource) put(ctx context.Context, a *apply, config, plan, state *appearanceModel) *appearanceModel {
	a.id, a.label, a.attributePath = plan.ID, plan.label(), path.Root
	a.sentWriteOnly = config.sentWriteOnly(plan.WriteOnlyVersion)

	api := r.begin(a)
	if api == nil {
		return nil
	}

	response, err := api.UpdateAppearance(ctx, plan.ID.ValueString(), plan.request(config), state.request(&appearanceModel{}))
	if !r.end(ctx, a, err) {
		return nil
	}

	r.warnResponse(plan.ID, response.Differences, response.NoBody, a.diags)
	r.warnOmitted(plan.ID, response.Removed, a.diags)

	return plan.applied(config, state, response)
}
