package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// sourceResource plans and applies chatview_source.
type sourceResource struct {
	resourceBase
}

var (
	_ resource.ResourceWithConfigure      = (*sourceResource)(nil)
	_ resource.ResourceWithValidateConfig = (*sourceResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*sourceResource)(nil)
	_ resource.ResourceWithImportState    = (*sourceResource)(nil)
	_ resource.ResourceWithIdentity       = (*sourceResource)(nil)
)

func newSourceResource() plannedResource {
	return &sourceResource{resourceBase{
		typeName:      "source",
		object:        "data source",
		checkID:       checkSourceID,
		overwritten:   "only the configured fields",
		omittedFields: "keeps the last value",
	}}
}

// ValidateConfig checks the attributes of each credential against each other.
func (r *sourceResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config sourceModel

	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)

	for _, credential := range config.credentials() {
		credential.validate(&resp.Diagnostics)
	}
}

// ModifyPlan ignores formatting changes, and warns about effects that the plan
// does not show. It sends no request.
func (r *sourceResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		r.planDestroy(ctx, req, &resp.Diagnostics)

		return
	}

	d := decode[sourceModel](ctx, req.Config, req.Plan, req.State, req.Private, &resp.Diagnostics)
	d.private = d.private.of(d.state.ID)

	for i, before := range d.state.credentials() {
		d.config.credentials()[i].checkVersion(before, &resp.Diagnostics)
	}

	if resp.Diagnostics.HasError() {
		return
	}

	if !req.State.Raw.IsNull() {
		r.planUpdate(ctx, d, req, resp)
	}

	d.private.NullWriteOnly = d.config.nullWriteOnly()

	r.planChange(ctx, change{
		stateID: d.state.ID, id: d.plan.ID, label: d.plan.label(), removed: d.config.removed(&d.state), private: d.private, writeOnly: d.config.writeOnly(),
	}, req, resp)
}

// planUpdate plans the update of a source. If only the formatting of the
// service account key differs, it plans no change.
func (r *sourceResource) planUpdate(
	ctx context.Context, d *models[sourceModel], req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	key := credential{field: serviceAccountKeyField, plain: d.plan.ServiceAccountKey}
	if key.equalPlain(credential{plain: d.state.ServiceAccountKey}) {
		d.plan.ServiceAccountKey = d.state.ServiceAccountKey
	}

	d.plan.setComputed(&d.config, d.state.AccountName, d.state.Type)
	resp.Diagnostics.Append(resp.Plan.Set(ctx, &d.plan)...)

	if resp.Plan.Raw.Equal(req.State.Raw) && !r.mustResync(d.private) {
		return
	}

	d.plan.setComputed(&d.config, types.StringUnknown(), types.StringUnknown())
	resp.Diagnostics.Append(resp.Plan.Set(ctx, &d.plan)...)
}

// isUnchanged reports whether a plan that equals the state needs no update.
func (r *sourceResource) isUnchanged(_, state map[string]tftypes.Value) (c change, ok bool) {
	named := sourceModel{AccountName: rawString(state["account_name"])}

	return change{id: rawString(state["id"]), label: named.label()}, true
}

// Create sends the configuration to the existing object with the given id,
// even if only the id is configured: the response shows that the object
// exists.
func (r *sourceResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	d := decode[sourceModel](ctx, req.Config, req.Plan, tfsdk.State{}, nil, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}

	body := d.plan.request(&d.config, &d.state, sendOptions{everything: true})
	r.patch(ctx, d, body, fingerprintOf(req.Plan.Raw), (*resource.UpdateResponse)(resp))
}

// Update sends the changes, if there are any, or everything if a resync is due.
func (r *sourceResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	d := decode[sourceModel](ctx, req.Config, req.Plan, req.State, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}

	resync := r.mustResync(d.private) || !d.plan.Triggers.Equal(d.state.Triggers)
	everything := resync || d.plan.UpdateMode.ValueString() == updateFull
	body := d.plan.request(&d.config, &d.state, sendOptions{everything: everything, private: d.private})

	if body.IsEmpty() && !resync {
		r.data.instances.finish()
		r.setState(ctx, d.plan.ID, resp, d.plan.applied(&d.state, client.UpdatedSource{NoBody: true}))
	} else {
		r.patch(ctx, d, body, nil, resp)
	}
}

// patch sends a request, and sets the new state. An error message may repeat
// credentials that are not in the request: unchanged ones and former ones.
func (r *sourceResource) patch(
	ctx context.Context, d *models[sourceModel], body client.SourceConfig, created fingerprint, resp *resource.UpdateResponse,
) {
	a := &apply{
		id: d.plan.ID, label: d.plan.label(), created: created, private: d.private,
		sentSchemas: body.SelectedSchemas, attributePath: d.config.attributePath, resp: resp,
	}

	api := r.begin(a)
	if api == nil {
		return
	}

	hide := append(d.config.secrets(), d.state.secrets()...)

	response, err := api.UpdateSource(ctx, d.plan.ID.ValueString(), body, hide...)
	if !r.end(ctx, a, err) {
		return
	}

	differences := d.plan.differences(&d.state, response, func(value string) string { return api.ShowReturned(value, hide...) })
	r.warnResponse(d.plan.ID, differences, response.NoBody, &resp.Diagnostics)
	r.setState(ctx, d.plan.ID, resp, d.plan.applied(&d.state, response))
}
