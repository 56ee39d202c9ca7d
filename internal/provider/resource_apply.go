package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

type request struct {
	id   types.String
	send func(*client.Client) error
	// attributePath returns the path of the attribute that set a request field.
	attributePath func(field string) path.Path
}

// create sends a create's request. It returns the new private state, or false
// after an error.
func (b *resourceBase) create(ctx context.Context, r request, planned plannedObject, private privateStorage, diags *diag.Diagnostics) bool {
	object := objectKey(b.typeName, r.id.ValueString())
	planned.token = newInstanceToken()

	api, problems := b.data.client()
	diags.Append(problems...)

	if diags.HasError() {
		return false
	}

	if other, ok := b.data.instances.create(object, planned); !ok {
		b.addOverlapError(r.id, planned, other, diags)

		return false
	}

	err := r.send(api)
	b.data.instances.finishCreate(planned.token, err == nil)

	if err != nil {
		b.addError(diags, r, err)

		return false
	}

	writePrivateState(ctx, private, privateState{Instance: planned.token, BaseURL: b.data.baseURL()}, diags)

	return true
}

// update sends an update's request, if it has one, and stores the private state
// that follows. It returns false after an error.
func (b *resourceBase) update(ctx context.Context, r request, before privateState, private privateStorage, diags *diag.Diagnostics) bool {
	defer b.data.instances.finishUpdate()

	after := before
	after.NullWriteOnly = nil

	if after.Instance == "" {
		after.Instance = newInstanceToken()
	}

	outcomeUnknown := false

	switch api, problems := b.data.client(); {
	case r.send == nil: // Resync is empty: otherwise there is a request
	case problems.HasError():
		diags.Append(problems...)
	default:
		err := r.send(api)
		if err == nil {
			after.Resync, after.BaseURL = "", b.data.baseURL()

			break
		}

		outcomeUnknown = b.addError(diags, r, err)
	}

	if outcomeUnknown {
		after.Resync = afterUnknownOutcome
	}

	writePrivateState(ctx, private, after, diags)

	return !diags.HasError()
}
