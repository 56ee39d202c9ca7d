package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// request is the request of a create or an update.
type request struct {
	id types.String
	// send is nil if nothing has to be sent.
	send func(*client.Client) error
	// attributePath returns the path of the attribute that set a request field.
	attributePath func(field string) path.Path
}

// create sends a create's request and stores the new private state. It returns
// false after an error.
func (b *resourceBase) create(ctx context.Context, r request, planned plannedObject, private privateStorage, diags *diag.Diagnostics) bool {
	planned.object, planned.token = b.objectKey(r.id), newInstanceToken()

	if other, ok := b.data.instances.create(planned); !ok {
		b.addOverlapError(r.id, planned, other, diags)

		return false
	}

	b.send(r, diags)
	b.data.instances.finishCreate(planned.token, !diags.HasError())

	if diags.HasError() {
		return false
	}

	writePrivateState(ctx, private, privateState{Instance: planned.token, BaseURL: b.data.baseURL()}, diags)

	return true
}

// update sends an update's request, if it has one, and stores the private state
// that follows. It returns false after an error.
func (b *resourceBase) update(ctx context.Context, r request, before privateState, private privateStorage, diags *diag.Diagnostics) bool {
	defer b.data.instances.finishApply()

	after := before
	after.NullWriteOnly = nil

	if after.Instance == "" {
		after.Instance = newInstanceToken()
	}

	if r.send != nil { // otherwise, no resync is due
		switch outcomeUnknown := b.send(r, diags); {
		case outcomeUnknown:
			after.Resync = afterUnknownOutcome
		case !diags.HasError():
			after.Resync, after.BaseURL = "", b.data.baseURL()
		}
	}

	writePrivateState(ctx, private, after, diags)

	return !diags.HasError()
}

// send sends a request. After an error, it reports whether the API may have made
// the change anyway.
func (b *resourceBase) send(r request, diags *diag.Diagnostics) (outcomeUnknown bool) {
	api, problems := b.data.client()
	diags.Append(problems...)

	if problems.HasError() {
		return false
	}

	if err := r.send(api); err != nil {
		return b.addError(diags, r, err)
	}

	return false
}
