package provider

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// What the framework does around a resource's ModifyPlan, for resources like
// ours: no attribute has another one in it or a default, and only strings have
// plan modifiers. It is done in one pass over the attributes, where the framework
// walks through all of them for each one.

// change is a change to plan. Each of its values is null or has all attributes.
type change struct {
	config, prior, proposed tftypes.Value
	private                 map[string][]byte
}

// change returns the change that is asked for.
func (o *object) change(req *tfprotov6.PlanResourceChangeRequest) (c change, ok bool) {
	if c.config, ok = o.value(req.Config); !ok {
		return c, false
	}

	if c.prior, ok = o.value(req.PriorState); !ok {
		return c, false
	}

	if c.proposed, ok = o.value(req.ProposedNewState); !ok {
		return c, false
	}

	c.private, ok = decodePrivate(req.PriorPrivate)

	return c, ok
}

// plan plans a change of an object.
func (o *object) plan(
	ctx context.Context, c change, identity *tfprotov6.ResourceIdentityData, connection *connection,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	req := resource.ModifyPlanRequest{
		Config: tfsdk.Config{Raw: c.config, Schema: o.schema},
		State:  tfsdk.State{Raw: c.prior, Schema: o.schema},
		Plan:   tfsdk.Plan{Raw: o.proposedPlan(c), Schema: o.schema},
	}
	resp := resource.ModifyPlanResponse{}

	// Its type has no name outside of the framework.
	req.Private = newOf(req.Private)
	resp.Private = req.Private

	for key, value := range c.private {
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, key, value)...)
	}

	req.Plan.Raw = o.modifyAttributes(ctx, req, &resp)
	resp.Plan = req.Plan

	if !resp.Diagnostics.HasError() {
		o.modifyPlan(ctx, connection, req, &resp)
	}

	return o.planned(ctx, resp, identity)
}

// newOf returns a new value of the type that its argument would point to.
func newOf[T any](*T) *T { return new(T) }

// proposedPlan returns the proposed state without its write-only values, which no
// plan has, and if it is a change at all with unknown values for what the
// service answers and nothing configures.
func (o *object) proposedPlan(c change) tftypes.Value {
	if c.proposed.IsNull() {
		return c.proposed
	}

	configured := elementsOf(c.config)
	attributes := maps.Clone(elementsOf(c.proposed))

	for name, attribute := range o.schema.Attributes {
		if attribute.IsWriteOnly() {
			attributes[name] = tftypes.NewValue(attributes[name].Type(), nil)
		}
	}

	if maps.EqualFunc(attributes, elementsOf(c.prior), tftypes.Value.Equal) {
		return c.prior
	}

	for name, attribute := range o.schema.Attributes {
		if attribute.IsComputed() && configured[name].IsNull() {
			attributes[name] = tftypes.NewValue(attributes[name].Type(), tftypes.UnknownValue)
		}
	}

	return tftypes.NewValue(o.valueType, attributes)
}

// modifyAttributes returns the plan as the attributes' plan modifiers change it.
func (o *object) modifyAttributes(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) tftypes.Value {
	if req.Plan.Raw.IsNull() {
		return req.Plan.Raw
	}

	configured, before := elementsOf(req.Config.Raw), elementsOf(req.State.Raw)
	attributes := maps.Clone(elementsOf(req.Plan.Raw))

	for name, attribute := range o.schema.Attributes {
		text, ok := attribute.(schema.StringAttribute)
		if !ok {
			continue
		}

		for _, modifier := range text.PlanModifiers {
			modifierReq := planmodifier.StringRequest{
				Path: path.Root(name), Config: req.Config, State: req.State, Plan: req.Plan,
				ConfigValue: textOf(configured[name]), StateValue: textOf(before[name]), PlanValue: textOf(attributes[name]),
			}
			modifierResp := planmodifier.StringResponse{PlanValue: modifierReq.PlanValue}

			modifier.PlanModifyString(ctx, modifierReq, &modifierResp)
			resp.Diagnostics.Append(modifierResp.Diagnostics...)

			attributes[name] = textValue(modifierResp.PlanValue)
			if modifierResp.RequiresReplace {
				resp.RequiresReplace.Append(modifierReq.Path)
			}
		}
	}

	return tftypes.NewValue(o.valueType, attributes)
}

// modifyPlan changes the plan as the resource does.
func (o *object) modifyPlan(ctx context.Context, connection *connection, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r := o.newResource()

	// Before the provider is configured there is no connection, which Configure
	// takes as it is.
	configured := resource.ConfigureResponse{}
	r.Configure(ctx, resource.ConfigureRequest{ProviderData: connection}, &configured)
	resp.Diagnostics.Append(configured.Diagnostics...)

	if !resp.Diagnostics.HasError() {
		r.ModifyPlan(ctx, req, resp)
	}
}

// planned is the answer to a planning request. A plan keeps the identity.
func (o *object) planned(
	ctx context.Context, plan resource.ModifyPlanResponse, identity *tfprotov6.ResourceIdentityData,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	if identity == nil {
		identity = o.noIdentity
	}

	state, err := tfprotov6.NewDynamicValue(o.valueType, plan.Plan.Raw)
	if err != nil {
		return nil, err
	}

	private, err := encodePrivate(ctx, plan.Private)
	resp := &tfprotov6.PlanResourceChangeResponse{
		PlannedState:    &state,
		PlannedIdentity: identity,
		PlannedPrivate:  private,
		Diagnostics:     diagnosticsOf(plan.Diagnostics),
	}

	for _, replaced := range plan.RequiresReplace {
		resp.RequiresReplace = append(resp.RequiresReplace, attributeOf(replaced))
	}

	return resp, err
}
