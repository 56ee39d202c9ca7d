package provider

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
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
		typeName: "source",
		object:   "data source",
		checkID:  checkSourceID,
	}}
}

// ValidateConfig checks the ways in which each secret is declared.
func (r *sourceResource) ValidateConfig(_ context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	for _, credential := range credentialsOf(elementsOf(req.Config.Raw)) {
		credential.validate(&resp.Diagnostics)
	}
}

// ModifyPlan takes out what is no change and says what can not be seen in the
// plan. It sends nothing.
func (r *sourceResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		r.warnForgotten(ctx, req.State, &resp.Diagnostics)

		return
	}

	r.warnDeclaredTwice(req, &resp.Diagnostics)

	mark := readMark(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || req.Plan.Raw.Equal(req.State.Raw) && mark == confirmed {
		return // most plans are of objects that did not change, and cost no more
	}

	checkVersions(elementsOf(req.Config.Raw), elementsOf(req.State.Raw), &resp.Diagnostics)

	if resp.Diagnostics.HasError() {
		return
	}

	if !req.State.Raw.IsNull() && !r.planUpdate(ctx, mark, req, resp) {
		return
	}

	r.warnMissing(&resp.Diagnostics)
}

// planUpdate plans the update of a source that is in state, and reports whether
// there is one: a service account key that is only formatted in another way is
// no change.
func (r *sourceResource) planUpdate(
	ctx context.Context, mark unconfirmed, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) bool {
	config, state := elementsOf(req.Config.Raw), elementsOf(req.State.Raw)
	plan := maps.Clone(elementsOf(req.Plan.Raw))
	answered := answeredNames(config)

	if equalJSON(textOf(plan["service_account_key"]), textOf(state["service_account_key"])) {
		plan["service_account_key"] = state["service_account_key"]
	}

	if mark == confirmed && equalBut(answered, plan, state) {
		resp.Plan.Raw = req.State.Raw

		return false
	}

	if mark != confirmed {
		for _, name := range answered {
			plan[name] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
		}
	}

	leaveUndeclared(ctx, resp.Private, undeclaredCredentials(config), &resp.Diagnostics)

	resp.Plan.Raw = tftypes.NewValue(req.Plan.Raw.Type(), plan)
	r.warnUpdate(textOf(state["id"]), textOf(plan["id"]), mark, removedSettings(config, state), &resp.Diagnostics)

	return true
}

// Create takes the existing source over. It sends the request even
// if nothing but the id is configured: the answer says that the source exists.
func (r *sourceResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan sourceModel

	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)

	if resp.Diagnostics.HasError() {
		return
	}

	declared := plan.withWriteOnly(elementsOf(req.Config.Raw))

	answer, _ := r.patch(ctx, declared, sourceModel{}, declared.request(sourceModel{}), &resp.Diagnostics)
	if answer == nil {
		return
	}

	resp.Diagnostics.Append(resp.State.Set(ctx, plan.applied(*answer))...)
	r.setIdentity(ctx, plan.ID, resp.Identity, &resp.Diagnostics)
}

// Update sends what changed, and no request if that is nothing. What the
// service holds after an update without an answer, or after an import, is not
// known: then everything is sent.
func (r *sourceResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state sourceModel

	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)

	compareWith := state
	undeclared := takeUndeclared(ctx, resp.Private, &resp.Diagnostics)

	mark := readMark(ctx, req.Private, &resp.Diagnostics)
	if mark != confirmed {
		compareWith = sourceModel{}
	}

	if resp.Diagnostics.HasError() {
		return
	}

	answer := state.lastAnswer()
	declared := plan.withWriteOnly(elementsOf(req.Config.Raw))

	if request := declared.without(undeclared).request(compareWith); !request.IsEmpty() || mark != confirmed {
		updated, mayBeMade := r.patch(ctx, declared, state, request, &resp.Diagnostics)
		if updated == nil {
			if mayBeMade {
				leaveMark(ctx, resp.Private, lostUpdate, &resp.Diagnostics)
			}

			return
		}

		answer = *updated
	}

	leaveMark(ctx, resp.Private, confirmed, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan.applied(answer))...)
	r.setIdentity(ctx, plan.ID, resp.Identity, &resp.Diagnostics)
}

// patch sends the PATCH and returns the answer, or after an error nil and
// whether the change may have been made. The service may speak of secrets that
// it already has: those that are declared and not sent now, and those before.
func (r *sourceResource) patch(
	ctx context.Context, declared, state sourceModel, request client.SourceConfig, diags *diag.Diagnostics,
) (answer *client.UpdatedSource, mayBeMade bool) {
	id := declared.ID.ValueString()

	api := r.claim(id, diags)
	if api == nil {
		return nil, false
	}

	updated, err := api.UpdateSource(ctx, id, request, declared.request(sourceModel{}), state.request(sourceModel{}))
	if err != nil {
		return nil, r.addError(diags, id, err, declared.attributePath)
	}

	r.warnDiffering(id, updated.Differences, diags)

	return &updated, false
}
