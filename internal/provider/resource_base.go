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
)

// resourceBase is the common part of both resources.
type resourceBase struct {
	// name is the resource type without the prefix chatview_.
	name string
	// noun is what diagnostics call an object of the resource.
	noun string
	// overwritten is what the first apply overwrites of an object.
	overwritten string
	// omittedFields is what an update does to a field that it omits.
	omittedFields string
	// ignoredNote follows a sentence that everything is sent.
	ignoredNote string
	// checkID explains why an id is not valid.
	checkID func(id string) error

	data *providerData
}

// Metadata names the resource.
func (b *resourceBase) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + b.name
}

// IdentitySchema describes the identity for import blocks: the id.
func (b *resourceBase) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{
		Attributes: map[string]identityschema.Attribute{
			"id": identityschema.StringAttribute{
				RequiredForImport: true,
				Description:       "Id of the " + b.noun + ".",
			},
		},
	}
}

// Configure stores the provider data, which is nil during validation.
func (b *resourceBase) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	b.data, _ = req.ProviderData.(*providerData)
}

// Read keeps the state: the API has no read. The wrapper of the server has set the
// identity.
func (b *resourceBase) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

// Delete sends nothing: the API has no delete. The framework removes the
// resource from state.
func (b *resourceBase) Delete(ctx context.Context, req resource.DeleteRequest, _ *resource.DeleteResponse) {
	id := objectID(req.State.Raw)
	b.data.owners.Release(b.objectKey(id), instanceOf(ctx, id, req.Private))
}

// ImportState stores the id, from the import id or the identity. The first
// apply fills in everything else.
func (b *resourceBase) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("id"), path.Root("id"), req, resp)

	if resp.Diagnostics.HasError() {
		return
	}

	id := objectID(resp.State.Raw)
	if err := b.checkID(id.ValueString()); err != nil {
		resp.Diagnostics.AddError("Invalid Import ID", fmt.Sprintf(
			"Importing a chatview_%[2]s with the id %[1]q failed: %[3]s. Use the id that the service shows, for example: terraform import chatview_%[2]s.NAME 42",
			id.ValueString(), b.name, err))

		return
	}

	writePrivateState(ctx, resp.Private, privateState{Instance: newInstanceToken(), ID: id.ValueString(), Resync: afterImport}, &resp.Diagnostics)
}

// CanReadPrivate reports whether a private state has only what this provider wrote.
func (b *resourceBase) CanReadPrivate(packed []byte) bool {
	_, ok := unpackPrivateState(packed)

	return ok
}

// managedObject is the object of a plan or an apply, with what is known of the
// instance that manages it.
type managedObject struct {
	id types.String
	// stateID is the id in state, which is null for a create.
	stateID types.String
	// label describes the instance in a diagnostic about two of them.
	label string
	// private is empty for a create, unless it is half of a replacement.
	private privateState
}

// isCreate includes a replacement: core plans it as an update first, and then again
// without a state, but with the private state that the first plan stored.
func (o managedObject) isCreate() bool { return o.stateID.IsNull() }

// changesID reports whether core replaces the instance because of its id.
func (o managedObject) changesID() bool { return !o.isCreate() && !o.stateID.Equal(o.id) }

// plannedChange is the plan of either resource, unless it is destroyed.
type plannedChange struct {
	managedObject

	// hasChanges is set if an update has something to send, or state something to
	// store.
	hasChanges bool
	// lastBaseURL is the base_url in state.
	lastBaseURL types.String
	// removed names the attributes that are no longer configured, and emptied those
	// that become an empty text.
	removed, emptied []string
}

// apply is a create or an update of either resource.
type apply struct {
	managedObject

	// sentWriteOnly is kept in private state if the request succeeds.
	sentWriteOnly []string
	// noted is kept in private state if the request fails after it may have been made.
	noted  []string
	fields []field
	// isFirst is set for a create, the first apply after an import, and one without a record
	// of its object.
	isFirst bool

	applyResponse
}

// applyResponse has what the responses of a create and of an update have in common.
type applyResponse struct {
	state    *tfsdk.State
	identity *tfsdk.ResourceIdentity
	storage  privateStorage
	diags    *diag.Diagnostics
}

// setState sets the new state, with its identity.
func (r applyResponse) setState(ctx context.Context, model any) {
	r.state.Raw = encodeModel(ctx, model, r.state.Raw.Type())
	r.diags.Append(r.identity.SetAttribute(ctx, path.Root("id"), objectID(r.state.Raw))...)
}

// objectKey identifies an object of the API. The client also accepts a number as the id of
// a named object in a response, which two resources with different names may be.
func (b *resourceBase) objectKey(id types.String) string { return b.name + "/" + id.ValueString() }
