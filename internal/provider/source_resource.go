package provider

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/protocol"
)

// sourceResource plans and applies chatview_source. Read ModifyPlan and completePlan (what
// changes), fields in source_model.go (what becomes of each field; of a credential, asField in
// credential.go), refuseKept, patch (the request), send in resource_apply.go (what is
// remembered), and newState (what is stored).
type sourceResource struct{ resourceBase }

var (
	_ protocol.Resource                   = (*sourceResource)(nil)
	_ resource.ResourceWithValidateConfig = (*sourceResource)(nil)
)

func newSourceResource() resource.Resource {
	return &sourceResource{resourceBase{
		name:          "source",
		noun:          "data source",
		checkID:       validSourceID.reason,
		overwritten:   "only the configured fields",
		omittedFields: "keeps the last value",
		ignoredNote:   " What ignore_changes covers is not sent, and if the object may lack it, the apply is refused.",
	}}
}

// ValidateConfig checks the attributes of each credential against each other.
func (r *sourceResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config sourceModel

	decodeModel(ctx, req.Config.Raw, &config)

	for _, c := range config.credentials() {
		c.validate(&resp.Diagnostics)
	}
}

func (r *sourceResource) decode(ctx context.Context, config, plan, state tftypes.Value, private privateState) *sourceModels {
	return (*sourceModels)(decodeModels[sourceModel](ctx, &r.resourceBase, config, plan, state, private))
}

// ModifyPlan ignores formatting changes, and warns about effects that the plan
// does not show. It sends no request.
func (r *sourceResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		r.planDestroy(ctx, req, resp)

		return
	}

	d := r.decode(ctx, req.Config.Raw, req.Plan.Raw, req.State.Raw, readPrivateState(ctx, req.Private, &resp.Diagnostics))

	for _, c := range d.credentials() {
		c.checkVersion(&resp.Diagnostics)
	}

	if resp.Diagnostics.HasError() {
		return
	}

	d.private.MaybeIgnored = d.config.maybeIgnored()
	c := r.completePlan(d)
	c.removed = d.removedAttributes()

	resp.Plan.Raw = encodeModel(ctx, &d.plan, resp.Plan.Raw.Type())
	r.planChange(ctx, c, req.Config.Raw, resp)

	if !c.hasChanges || resp.Diagnostics.HasError() {
		return
	}

	fields := d.fields()
	for _, credential := range d.credentials() {
		fieldNamed(fields, credential.config.field).warnSent(r.nameOf(c.id), &resp.Diagnostics)
	}
}

// completePlan decides whether anything changes, and plans the attributes that come
// from the response. The formatting of the service account key is no change.
func (r *sourceResource) completePlan(d *sourceModels) plannedChange {
	if equalJSON(d.plan.ServiceAccountKey, d.state.ServiceAccountKey) {
		d.plan.ServiceAccountKey = d.state.ServiceAccountKey
	}

	// The framework makes these unknown, even if only the key's formatting changes.
	d.plan.setComputed(&d.config, d.state.AccountName, d.state.Type)
	d.plan.BaseURL = d.state.BaseURL

	hasChanges := d.belief.plansUpdate() || !equalModels(&d.plan, &d.state)
	if hasChanges {
		d.plan.BaseURL = r.plannedBaseURL(d.state.BaseURL)
		d.plan.setComputed(&d.config, types.StringUnknown(), types.StringUnknown())
	}

	return plannedChange{managedObject: d.managed(), lastBaseURL: d.state.BaseURL, hasChanges: hasChanges}
}

// PlansNoChange plans what core proposes, which the framework has not planned.
func (r *sourceResource) PlansNoChange(ctx context.Context, config, proposed, prior tftypes.Value, packed []byte) bool {
	private, ok := unpackPrivateState(packed)

	return ok && r.registersNoChange(r.completePlan(r.decode(ctx, config, proposed, prior, private)), config)
}

// Create sends the configuration to the existing object with the given id,
// even if only the id is configured: the response shows that the object
// exists.
func (r *sourceResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	d := r.decode(ctx, req.Config.Raw, req.Plan.Raw, tftypes.Value{}, privateState{})
	r.patch(ctx, d, d.fields(), applyResponse{&resp.State, resp.Identity, resp.Private, &resp.Diagnostics})
}

// Update sends the changes, if there are any, or everything if a resync is due.
func (r *sourceResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	d := r.decode(ctx, req.Config.Raw, req.Plan.Raw, req.State.Raw, readPrivateState(ctx, req.Private, &resp.Diagnostics))

	fields := d.fields()
	r.refuseKept(d, fields, &resp.Diagnostics)

	if resp.Diagnostics.HasError() {
		return
	}

	response := applyResponse{&resp.State, resp.Identity, resp.Private, &resp.Diagnostics}

	// Of an object with only an id, an empty request is everything.
	isNothing := len(sentNames(fields)) == 0 && (slices.ContainsFunc(fields, field.isIgnored) || !d.isResent())
	if isNothing && !d.belief.sendsEverything() {
		next := d.private                 // d.last needs the notes
		next.Resync, next.Noted = "", nil // what refused updates sent is no longer configured
		writePrivateState(ctx, response.storage, next, response.diags)
		response.setState(ctx, d.plan.withoutResponse(d.last(d.plan.BaseURL)))
	} else {
		r.patch(ctx, d, fields, response)
	}
}

// patch sends a request, and sets the new state. An error message may repeat
// credentials that are not in the request: unchanged ones and former ones.
func (r *sourceResource) patch(ctx context.Context, d *sourceModels, fields []field, resp applyResponse) {
	a := &apply{
		managedObject: d.managed(), noted: sentNames(fields), fields: fields,
		isFirst: d.belief == foreign || d.private.Resync == afterImport, applyResponse: resp,
	}

	d.plan.BaseURL = r.data.baseURL

	last := d.last(d.plan.BaseURL)

	// What state keeps if the response does not say it.
	kept := d.plan.withoutResponse(last)
	expected := client.Source{AccountName: optionalString(kept.AccountName), Type: optionalString(kept.Type)}

	var response client.UpdatedSource

	if !r.send(ctx, a, func(api *client.Client) (failure *client.Error) {
		response, failure = api.UpdateSource(ctx, d.plan.ID.ValueString(), body(fields), expected, d.config.onlyCredentials(), d.state.onlyCredentials())

		return failure
	}) {
		return
	}

	r.warnResponse(a, response.Warnings)
	resp.setState(ctx, d.plan.newState(last, response))
}
