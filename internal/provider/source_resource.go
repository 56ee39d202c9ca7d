package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
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

	var config, plan, state sourceModel

	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)

	isCreate := req.State.Raw.IsNull()
	if !isCreate {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}

	for i, before := range state.credentials() {
		config.credentials()[i].checkVersion(before, &resp.Diagnostics)
	}

	private := readPrivateState(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}

	if !isCreate {
		r.planUpdate(ctx, &config, &plan, &state, private, req, resp)
	}

	private.NullWriteOnly = config.nullWriteOnly()
	c := change{
		stateID: state.ID, id: plan.ID, isCreate: isCreate, label: plan.label(), removed: config.removed(&state), private: private,
		writeOnly: config.writeOnly(),
	}

	r.registerPlan(c, resp.Plan.Raw, &resp.Diagnostics)

	if !resp.Plan.Raw.Equal(req.State.Raw) && !resp.Diagnostics.HasError() {
		r.planChange(ctx, c, resp.Private, &resp.Diagnostics)
	}
}

// planUpdate plans the update of a source. If only the formatting of the
// service account key differs, it plans no change.
func (r *sourceResource) planUpdate(
	ctx context.Context, config, plan, state *sourceModel, private privateState, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	key, keyBefore := credential{field: serviceAccountKeyField, plain: plan.ServiceAccountKey}, credential{plain: state.ServiceAccountKey}
	if key.equalPlain(keyBefore) {
		plan.ServiceAccountKey = state.ServiceAccountKey
	}

	plan.setComputed(config, state.AccountName, state.Type)
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)

	if resp.Plan.Raw.Equal(req.State.Raw) && !r.mustResync(private) {
		return
	}

	plan.setComputed(config, types.StringUnknown(), types.StringUnknown())
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
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
	var config, plan, none sourceModel

	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)

	if resp.Diagnostics.HasError() {
		return
	}

	a := &apply{isCreate: true, values: fingerprintOf(req.Plan.Raw), storage: resp.Private, diags: &resp.Diagnostics}
	body := plan.request(&config, &none, sendOptions{everything: true})

	if applied := r.patch(ctx, a, body, &config, &plan, &none); applied != nil {
		resp.Diagnostics.Append(resp.State.Set(ctx, applied)...)
		r.setIdentity(ctx, plan.ID, resp.Identity, &resp.Diagnostics)
	}
}

// Update sends the changes, if there are any, or everything if a resync is due.
func (r *sourceResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var config, plan, state sourceModel

	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)

	private := readPrivateState(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}

	resync := r.mustResync(private) || !plan.Triggers.Equal(state.Triggers)
	body := plan.request(&config, &state, sendOptions{everything: resync || plan.UpdateMode.ValueString() == updateFull, private: private})

	applied := plan.applied(&state, client.UpdatedSource{NoBody: true})
	if resync || !body.IsEmpty() {
		a := &apply{private: private, storage: resp.Private, diags: &resp.Diagnostics}
		applied = r.patch(ctx, a, body, &config, &plan, &state)
	}

	if applied != nil {
		resp.Diagnostics.Append(resp.State.Set(ctx, applied)...)
		r.setIdentity(ctx, plan.ID, resp.Identity, &resp.Diagnostics)
	}
}

// patch sends a request and returns the new state, or nil after an error. An
// error message may repeat credentials that are not in the request: unchanged
// ones and former ones.
func (r *sourceResource) patch(
	ctx context.Context, a *apply, body client.SourceConfig, config, plan, state *sourceModel,
) *sourceModel {
	a.id, a.label, a.attributePath = plan.ID, plan.label(), config.attributePath

	api := r.begin(a)
	if api == nil {
		return nil
	}

	hide := append(config.secrets(), state.secrets()...)

	response, err := api.UpdateSource(ctx, plan.ID.ValueString(), body, hide...)
	if !r.end(ctx, a, err) {
		return nil
	}

	differences := plan.differences(state, response, func(value string) string {
		return api.ShowReturned(value, hide...)
	})
	r.warnResponse(plan.ID, differences, response.NoBody, a.diags)

	return plan.applied(state, response)
}
