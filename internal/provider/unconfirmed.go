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
// An import leaves one too: nothing has been written yet, even if nothing but
// the id is declared (TestAccSource_ImportOfBareIDThenUpdate).
//
// A failed create leaves no state to mark, and the next one sends everything.
// The one gap is a replacement with create_before_destroy: if the answer to its
// create is lost, the earlier instance stays in state without a mark.

// unconfirmed says why the service may not hold what the state does.
type unconfirmed string

const (
	confirmed  unconfirmed = ""
	lostUpdate unconfirmed = `"update"`
	imported   unconfirmed = `"import"`
)

// readMark returns the mark that the last update or the import left.
func readMark(ctx context.Context, private privateState, diags *diag.Diagnostics) unconfirmed {
	value, problems := private.GetKey(ctx, unconfirmedKey)
	diags.Append(problems...)

	return unconfirmed(value)
}

// leaveMark leaves a mark, or takes it away.
func leaveMark(ctx context.Context, private privateState, mark unconfirmed, diags *diag.Diagnostics) {
	var value []byte
	if mark != confirmed {
		value = []byte(mark)
	}

	diags.Append(private.SetKey(ctx, unconfirmedKey, value)...)
}
