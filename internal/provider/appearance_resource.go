package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
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
		overwritten:   "the settings",
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

	d := decode[appearanceModel](ctx, req.Config, req.Plan, req.State, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || r.refuseNullName(d.plan, &resp.Diagnostics) {
		return
	}

	d.private = d.private.of(d.state.ID)
	r.planComputed(ctx, d, req, resp)

	removed := d.config.removed(&d.state, d.private)
	d.private.NullWriteOnly = d.config.nullWriteOnly()

	r.planChange(ctx, change{
		stateID: d.state.ID, id: d.plan.ID, label: d.plan.label(), removed: removed, private: d.private, writeOnly: d.config.writeOnly(),
	}, req, resp)
}

// planComputed plans the attributes that track write-only values and, if
// anything changes, those that come from the response.
func (r *appearanceResource) planComputed(
	ctx context.Context, d *models[appearanceModel], req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	before := d.plan
	d.plan.AppliedColors, d.plan.CustomCSSOverridesDigest = d.config.appliedColors(), d.config.overridesDigest()
	isApplied := d.plan.AppliedColors.Equal(before.AppliedColors) && d.plan.CustomCSSOverridesDigest.Equal(before.CustomCSSOverridesDigest)

	if req.Plan.Raw.Equal(req.State.Raw) && isApplied && !r.mustResync(d.private) {
		return
	}

	if !req.State.Raw.IsNull() {
		d.plan.setComputedUnknown()
	}

	resp.Diagnostics.Append(resp.Plan.Set(ctx, &d.plan)...)
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
	d := decode[appearanceModel](ctx, req.Config, req.Plan, tfsdk.State{}, nil, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}

	r.put(ctx, d, fingerprintOf(req.Plan.Raw), (*resource.UpdateResponse)(resp))
}

// Update sends the full configuration.
func (r *appearanceResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	d := decode[appearanceModel](ctx, req.Config, req.Plan, req.State, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || r.refuseIgnored(d.config.ignored(&d.plan, d.private), &resp.Diagnostics) {
		return
	}

	r.put(ctx, d, nil, resp)
}

// put sends a plan, and sets the new state.
func (r *appearanceResource) put(ctx context.Context, d *models[appearanceModel], created fingerprint, resp *resource.UpdateResponse) {
	a := &apply{
		id: d.plan.ID, label: d.plan.label(), created: created, private: d.private,
		sentWriteOnly: d.config.sentWriteOnly(d.plan.WriteOnlyVersion), attributePath: path.Root, resp: resp,
	}

	api := r.begin(a)
	if api == nil {
		return
	}

	response, err := api.UpdateAppearance(ctx, d.plan.ID.ValueString(), d.plan.request(&d.config), d.state.request(&appearanceModel{}))
	if !r.end(ctx, a, err) {
		return
	}

	r.warnResponse(d.plan.ID, response.Differences, response.NoBody, &resp.Diagnostics)
	r.warnOmitted(d.plan.ID, response.Removed, &resp.Diagnostics)
	r.setState(ctx, d.plan.ID, resp, d.plan.applied(&d.config, &d.state, response))
}
