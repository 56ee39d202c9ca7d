package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// An update may have been made although it failed: its answer was lost. State
// then holds what was applied before. If the configuration is taken back to
// that, nothing differs, nothing would be sent, and the service would keep what
// nobody declares any more (TestAccAppearance_LostUpdateTakenBackIsSentAgain).
// So a failed update leaves a mark in the resource's private state, the next
// plan is an update that sends everything, and its success takes the mark away.
//
// A failed create needs no mark: it leaves no state, and the next one sends
// everything.

// unconfirmedKey is the mark's key in private state.
const unconfirmedKey = "unconfirmed"

// privateState is the framework's, which has no name for it.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// isUnconfirmed reports whether the last update may have been made without
// Terraform's knowing.
func isUnconfirmed(ctx context.Context, private privateState, diags *diag.Diagnostics) bool {
	value, problems := private.GetKey(ctx, unconfirmedKey)
	diags.Append(problems...)

	return value != nil
}

// markUnconfirmed leaves the mark, if the failed update may have been made.
func markUnconfirmed(ctx context.Context, private privateState, unconfirmed bool, diags *diag.Diagnostics) {
	if unconfirmed {
		diags.Append(private.SetKey(ctx, unconfirmedKey, []byte(`true`))...)
	}
}

// markConfirmed takes the mark away.
func markConfirmed(ctx context.Context, private privateState, diags *diag.Diagnostics) {
	diags.Append(private.SetKey(ctx, unconfirmedKey, nil)...)
}
