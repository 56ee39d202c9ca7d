package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// appearance is the resource.
type appearance struct{ service *service }

// model is what can be declared of it.
type model struct {
	ID        types.String `tfsdk:"id"`
	Name      types.String `tfsdk:"name"`
	ThemeMode types.String `tfsdk:"theme_mode"`
}

func (*appearance) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "floor_appearance"
}

func (*appearance) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"id":         schema.StringAttribute{Required: true},
		"name":       schema.StringAttribute{Required: true},
		"theme_mode": schema.StringAttribute{Required: true},
	}}
}

func (a *appearance) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	// There is none while validating.
	a.service, _ = req.ProviderData.(*service)
}

func (*appearance) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (*appearance) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

func (a *appearance) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	a.put(ctx, req.Plan, &resp.State, &resp.Diagnostics)
}

func (a *appearance) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	a.put(ctx, req.Plan, &resp.State, &resp.Diagnostics)
}

// put sends the plan, and makes it the state.
func (a *appearance) put(ctx context.Context, plan tfsdk.Plan, state *tfsdk.State, diags *diag.Diagnostics) {
	var planned model

	diags.Append(plan.Get(ctx, &planned)...)

	if diags.HasError() {
		return
	}

	if err := a.service.update(ctx, planned); err != nil {
		diags.AddError("Update Failed", err.Error())

		return
	}

	diags.Append(state.Set(ctx, planned)...)
}
