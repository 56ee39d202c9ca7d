package provider

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// apply is a create or an update of either resource.
type apply struct {
	managedObject

	// sentWriteOnly is kept in private state if the request succeeds.
	sentWriteOnly []string
	// sent has the fields of a request to a source, unsent those of a complete one that
	// it lacks, and ignored those that ignore_changes covers.
	sent, unsent, ignored []string
	// sentSchemas are the selected_schemas in the order of the request.
	sentSchemas []string
	// attributes has the attribute that sets each credential, by request field.
	attributes map[string]string
	// resp may be converted from a CreateResponse, which has the same fields.
	resp *resource.UpdateResponse
}

// isCreate may be called until the new state is set.
func (a *apply) isCreate() bool { return a.resp.State.Raw.IsNull() }

// send sends a request, unless another instance has the object, and stores the
// private state that follows. It returns false if nothing was sent or the request
// failed. Until core has saved the new state, a crash leaves behind:
//
//   - of the provider: the last state without its private state, so the next plan
//     sends everything. A create leaves nothing, and is planned again.
//   - of core, before the request: the last state, which is right.
//   - of core, after it: the same. The next plan sends what differs from that state,
//     and nothing if the configuration was reverted ("Limitations" names this case).
func (b *resourceBase) send(ctx context.Context, a *apply, request func(*client.Client) *client.Error) bool {
	diags := &a.resp.Diagnostics

	api, problems := b.data.client()
	if diags.Append(problems...); problems.HasError() {
		return false
	}

	key, token := b.objectKey(a.id), cmp.Or(a.private.Instance, newInstanceToken())
	if otherLabel, ok := b.data.owners.Reserve(key, token, a.label); !ok {
		b.addOverlapError(a.managedObject, otherLabel, diags)

		return false
	}

	failed, next := request(api), a.private

	switch {
	case failed == nil:
		next = privateState{Instance: token, ID: a.id.ValueString(), SentWriteOnly: a.sentWriteOnly}
	case failed.OutcomeUnknown:
		next.Resync = afterUnknownOutcome
		next.Unconfirmed = slices.Compact(slices.Sorted(slices.Values(slices.Concat(next.Unconfirmed, a.sent))))
	}

	if failed != nil {
		b.addError(a, failed)
	}

	// A create that failed gets no token, nor does a state that something else wrote: it
	// would say that the API has the values in state.
	if next.Instance == "" {
		b.data.owners.Release(key, token)
	}

	writePrivateState(ctx, a.resp.Private, next, diags)

	return failed == nil
}

// setState sets the new state, with its identity.
func setState(ctx context.Context, model any, resp *resource.UpdateResponse) {
	resp.State.Raw = encodeModel(ctx, model, resp.State.Raw.Type())
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), objectID(resp.State.Raw))...)
}
