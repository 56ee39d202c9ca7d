package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// apply is a create or an update of either resource.
type apply struct {
	id       types.String
	isCreate bool
	// label and values are those of the plannedObject.
	label  string
	values fingerprint
	// private is the planned private state, the zero value for a create.
	private privateState
	storage privateStorage
	// sentWriteOnly is kept in private state if the request succeeds.
	sentWriteOnly []string
	// attributePath returns the path of the attribute that set a request field.
	attributePath func(field string) path.Path

	state    *tfsdk.State
	identity *tfsdk.ResourceIdentity
	diags    *diag.Diagnostics
}

// begin reserves the object for a request, and returns the client for it, or nil
// after an error.
func (b *resourceBase) begin(a *apply) *client.Client {
	if a.private.Instance == "" {
		a.private.Instance = newInstanceToken()
	}

	planned := plannedObject{object: b.objectKey(a.id), token: a.private.Instance, label: a.label, values: a.values}
	if owner, ok := b.data.instances.write(planned); !ok {
		b.addOverlapError(a.id, planned, owner, a.diags)

		return nil
	}

	api, problems := b.data.client()
	a.diags.Append(problems...)

	if problems.HasError() {
		b.data.instances.finish(a.private.Instance, a.isCreate)

		return nil
	}

	return api
}

// end stores the private state that follows from a request. It returns false if
// the request failed.
func (b *resourceBase) end(ctx context.Context, a *apply, err error) bool {
	b.data.instances.finish(a.private.Instance, a.isCreate && err != nil)

	switch {
	case err == nil:
		a.private.Resync, a.private.BaseURL, a.private.SentWriteOnly = "", b.data.baseURL(), a.sentWriteOnly
	case b.addError(a, err):
		a.private.Resync = afterUnknownOutcome
	}

	a.private.NullWriteOnly = nil
	writePrivateState(ctx, a.storage, a.private, a.diags)

	return err == nil
}

// setState sets the new state, of the resource's model.
func (b *resourceBase) setState(ctx context.Context, a *apply, model any) {
	a.diags.Append(a.state.Set(ctx, model)...)
	b.setIdentity(ctx, a.id, a.identity, a.diags)
}
