package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// resourceBase is what the resources share: everything that the interface
// lacks an operation for, and their id.
type resourceBase struct {
	// typeName is the resource's name without the provider's.
	typeName string
	// object is what the interface calls it, for diagnostics.
	object string
	// checkID says why an id can not be one.
	checkID func(id string) error

	connection *connection
}

// Metadata names the resource.
func (b *resourceBase) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + b.typeName
}

// IdentitySchema describes what an import block can name instead of an id.
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

// Configure takes the provider's connection. There is none while validating.
func (b *resourceBase) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	if req.ProviderData == nil {
		return
	}

	connection, ok := req.ProviderData.(*connection)
	if !ok {
		resp.Diagnostics.AddError("Unexpected Provider Data",
			fmt.Sprintf("Expected the provider's connection, got %T. This is a defect of the provider: please report it.", req.ProviderData))

		return
	}

	b.connection = connection
}

// Read keeps the state: the interface has no read.
func (b *resourceBase) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var id types.String

	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("id"), &id)...)
	b.setIdentity(ctx, id, resp.Identity, &resp.Diagnostics)
}

// Delete forgets the object: the interface has no delete. The
// framework takes it out of the state; the plan has warned.
func (b *resourceBase) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

// ImportState takes an id, given by itself or as the resource's identity. All
// else comes with the first apply, which sends everything (see unconfirmed).
func (b *resourceBase) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("id"), path.Root("id"), req, resp)

	var id types.String

	resp.Diagnostics.Append(resp.State.GetAttribute(ctx, path.Root("id"), &id)...)

	if resp.Diagnostics.HasError() {
		return
	}

	if err := b.checkID(id.ValueString()); err != nil {
		resp.Diagnostics.AddError("Invalid Import ID", fmt.Sprintf(
			"%q can not be the id of a chatview_%s: %s. Import it by the id that the service gave it: "+
				"terraform import chatview_%s.NAME 42", id.ValueString(), b.typeName, err, b.typeName))
	}

	leaveMark(ctx, resp.Private, imported, &resp.Diagnostics)
}

// setIdentity names the object to Terraform, which wants it after every read
// and apply.
func (b *resourceBase) setIdentity(ctx context.Context, id types.String, identity *tfsdk.ResourceIdentity, diags *diag.Diagnostics) {
	if identity == nil {
		return
	}

	diags.Append(identity.SetAttribute(ctx, path.Root("id"), id)...)
}

// claim returns the client, with the object taken for this write, or nil after
// an error.
func (b *resourceBase) claim(id string, diags *diag.Diagnostics) *client.Client {
	api, problems := b.connection.client()
	diags.Append(problems...)

	if diags.HasError() {
		return nil
	}

	if !b.connection.owners.claim(b.typeName + "/" + canonicalID(id)) {
		diags.AddAttributeError(path.Root("id"), declaredTwiceSummary, fmt.Sprintf(
			"Another chatview_%[1]s with the id %[2]q is applied in this run. Two of them overwrite each other, so nothing was sent for this one; "+
				"applying again would send it. Declare each %[3]s once: remove one of the two blocks, or correct its id.", b.typeName, id, b.object))

		return nil
	}

	return api
}
