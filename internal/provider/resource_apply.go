package provider

import (
	"cmp"
	"context"
	"slices"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

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
	api, problems := b.data.client()
	if a.diags.Append(problems...); problems.HasError() {
		return false
	}

	key, token := b.objectKey(a.id), cmp.Or(a.private.Instance, newInstanceToken())
	if otherLabel, ok := b.data.owners.Reserve(key, token, a.label); !ok {
		b.addOverlapError(a.managedObject, otherLabel, a.diags)

		return false
	}

	failed, next := request(api), a.private

	switch {
	case failed == nil:
		next = privateState{Instance: token, ID: a.id.ValueString(), SentWriteOnly: a.sentWriteOnly}
	case failed.Outcome != client.OutcomeNotMade:
		next.Resync = next.Resync.after(failed.Outcome)
		next.Noted = slices.Compact(slices.Sorted(slices.Values(slices.Concat(next.Noted, a.noted))))
	}

	if failed != nil {
		b.addError(a, failed)
	}

	// A create that failed gets no token, nor does a state that something else wrote: it
	// would say that the API has the values in state.
	if next.Instance == "" {
		b.data.owners.Release(key, token)
	}

	writePrivateState(ctx, a.storage, next, a.diags)

	return failed == nil
}
