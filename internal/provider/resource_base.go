package provider

import (
	"context"
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// resourceBase is the common part of both resources: their ids, and the
// operations that the API does not have.
type resourceBase struct {
	// typeName is the resource type without the provider prefix.
	typeName string
	// object is what diagnostics call the object.
	object string
	// overwritten is what the first apply overwrites of an object.
	overwritten string
	// omittedFields is what an update does to a field that it omits.
	omittedFields string
	// checkID explains why an id is not valid.
	checkID func(id string) error

	data *providerData
}

// Metadata names the resource.
func (b *resourceBase) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + b.typeName
}

// IdentitySchema describes the identity for import blocks: the id.
func (b *resourceBase) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{
		Attributes: map[string]identityschema.Attribute{
			"id": identityschema.StringAttribute{
				RequiredForImport: true,
				Description:       "Id of the " + b.object + ".",
			},
		},
	}
}

// Configure stores the provider data, which is nil during validation.
func (b *resourceBase) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	if req.ProviderData == nil {
		return
	}

	data, ok := req.ProviderData.(*providerData)
	if !ok {
		resp.Diagnostics.AddError("Unexpected Provider Data",
			fmt.Sprintf("Expected *providerData, got %T. This is a bug in the provider: please report it.", req.ProviderData))

		return
	}

	b.data = data
}

// Read keeps the state: the API has no read.
func (b *resourceBase) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var id types.String

	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("id"), &id)...)
	b.setIdentity(ctx, id, resp.Identity, &resp.Diagnostics)
}

// Delete sends nothing: the API has no delete. The framework removes the
// resource from state.
func (b *resourceBase) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	b.release(ctx, req.State, req.Private, &resp.Diagnostics)
	b.data.instances.finish()
}

// ImportState stores the id, from the import id or the identity. The first
// apply fills in everything else.
func (b *resourceBase) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("id"), path.Root("id"), req, resp)

	var id types.String

	resp.Diagnostics.Append(resp.State.GetAttribute(ctx, path.Root("id"), &id)...)

	if resp.Diagnostics.HasError() {
		return
	}

	if err := b.checkID(id.ValueString()); err != nil {
		resp.Diagnostics.AddError("Invalid Import ID", fmt.Sprintf(
			"Importing a chatview_%[2]s with the id %[1]q failed: %[3]s. Use the id that the service shows, for example: terraform import chatview_%[2]s.NAME 42",
			id.ValueString(), b.typeName, err))

		return
	}

	writePrivateState(ctx, resp.Private, privateState{Instance: newInstanceToken(), ID: id.ValueString(), Resync: afterImport}, &resp.Diagnostics)
}

// setIdentity sets the identity, which Terraform requires after every read and
// apply. Older CLIs do not support identities.
func (b *resourceBase) setIdentity(ctx context.Context, id types.String, identity *tfsdk.ResourceIdentity, diags *diag.Diagnostics) {
	if identity != nil {
		diags.Append(identity.SetAttribute(ctx, path.Root("id"), id)...)
	}
}

// objectKey identifies an object of the API. Spellings of one number, such as
// "01" and "1", are the same object. The client also accepts a number as the id of
// a named object in a response, which two resources with different names may be.
func (b *resourceBase) objectKey(id types.String) string {
	key := id.ValueString()
	if number, err := strconv.ParseUint(key, 10, 64); err == nil {
		key = strconv.FormatUint(number, 10)
	}

	return b.typeName + "/" + key
}

// models are the values of a request of the framework, decoded as M.
type models[M any] struct {
	// state is the zero value for a create.
	config, plan, state M
	private             privateState
}

// decode decodes a request. The request of a create has no storage.
func decode[M any](
	ctx context.Context, config tfsdk.Config, plan tfsdk.Plan, state tfsdk.State, storage privateStorage, diags *diag.Diagnostics,
) *models[M] {
	var d models[M]

	diags.Append(config.Get(ctx, &d.config)...)
	diags.Append(plan.Get(ctx, &d.plan)...)

	if !state.Raw.IsNull() {
		diags.Append(state.Get(ctx, &d.state)...)
	}

	if storage != nil {
		d.private = readPrivateState(ctx, storage, diags)
	}

	return &d
}
