package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// apply is a create or an update of either resource.
type apply struct {
	managedObject

	// hadNoToken is set if private state had no token: a create, or a state that
	// something else wrote.
	hadNoToken bool
	// sentWriteOnly is kept in private state if the request succeeds.
	sentWriteOnly []string
	// sentSchemas are the selected_schemas in the order of the request.
	sentSchemas []string
	// writeOnly has the attribute of each request field that a _wo argument set.
	writeOnly map[string]string
	// resp may be converted from a CreateResponse, which has the same fields.
	resp *resource.UpdateResponse
}

// isCreate may be called until the new state is set.
func (a *apply) isCreate() bool { return a.resp.State.Raw.IsNull() }

// begin reserves the object for a request, and returns the client for it, or nil
// after an error.
func (b *resourceBase) begin(a *apply) *client.Client {
	api, problems := b.data.client()
	a.resp.Diagnostics.Append(problems...)

	if problems.HasError() {
		return nil
	}

	if a.hadNoToken = a.private.Instance == ""; a.hadNoToken {
		a.private.Instance = newInstanceToken()
	}

	if otherLabel, ok := b.data.instances.Reserve(b.objectKey(a.id), a.private.Instance, a.label); !ok {
		b.addOverlapError(a.managedObject, otherLabel, &a.resp.Diagnostics)

		return nil
	}

	return api
}

// end stores the private state that follows from a request. It returns false if
// the request failed.
func (b *resourceBase) end(ctx context.Context, a *apply, err error) bool {
	b.data.instances.EndWalk()

	if err != nil {
		b.fail(a, err)
	} else {
		a.private.Resync, a.private.ID, a.private.SentWriteOnly = "", a.id.ValueString(), a.sentWriteOnly
	}

	writePrivateState(ctx, a.resp.Private, a.private, &a.resp.Diagnostics)

	return err == nil
}

// fail reports a failed request, and decides what private state keeps.
func (b *resourceBase) fail(a *apply, err error) {
	mayBeChanged := b.addError(a, err)

	switch {
	case a.hadNoToken:
		// A token would say that the API has the values in state.
		b.data.instances.Release(b.objectKey(a.id), a.private.Instance)
		a.private = privateState{}
	case mayBeChanged:
		a.private.Resync = afterUnknownOutcome
	}
}

// setState sets the new state, with its identity.
func setState(ctx context.Context, model any, resp *resource.UpdateResponse) {
	resp.State.Raw = encodeModel(ctx, model, resp.State.Raw.Type())
	setIdentity(ctx, resp.State.Raw, resp.Identity, &resp.Diagnostics)
}
