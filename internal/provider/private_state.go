package provider

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

const privateStateKey = "chatview"

// privateState is stored by Terraform next to the attributes, and never shown. It
// says what was confirmed: only a successful apply or an import writes Instance,
// ID and SentWriteOnly.
type privateState struct {
	// Instance is a random token that identifies the resource instance. Core
	// keeps it through updates, moves and imports, and passes it to the plan
	// of a replacement.
	Instance string `json:"instance,omitempty"`
	// ID is that of the last successful apply, or of the import.
	ID string `json:"id,omitempty"`
	// Resync is why an update is planned even if the configuration equals the state.
	Resync resyncReason `json:"resync,omitempty"`
	// Noted names the fields that updates of a source sent that may have been made. A
	// theme needs none: every PUT sends everything.
	Noted []string `json:"unconfirmed,omitempty"`
	// SentWriteOnly names the write-only attributes that the last apply sent, if
	// write_only_version was set. Otherwise the state shows them.
	SentWriteOnly []string `json:"sent_write_only,omitempty"`
	// MaybeIgnored names the write-only attributes that were null when planned and that
	// ignore_changes may cover: core makes those null in the configuration of a plan, and
	// leaves their values in that of an apply. Each plan of a change replaces it.
	MaybeIgnored []string `json:"maybe_ignored,omitempty"`
}

// resyncReason is why the state may differ from the API.
type resyncReason string

const (
	afterRefusal        resyncReason = "refusal"
	afterImport         resyncReason = "import"
	afterUnknownOutcome resyncReason = "unknown outcome"
)

// after returns the reason after a failed update, which is noted unless it was not made.
func (r resyncReason) after(outcome client.Outcome) resyncReason {
	switch {
	case outcome == client.OutcomeUnknown:
		return afterUnknownOutcome
	case outcome == client.OutcomeDisputed && r == "":
		return afterRefusal
	}

	return r
}

func newInstanceToken() string { return rand.Text() }

// forObject returns the private state for the object in state, whose id is null for a
// create. What was stored for another object is discarded: somebody edited the
// id, or copied the instance. In an apply, MaybeIgnored is of its own plan.
func (s privateState) forObject(stateID types.String) privateState {
	if !stateID.IsNull() && s.ID != stateID.ValueString() {
		return privateState{MaybeIgnored: s.MaybeIgnored}
	}

	return s
}

// nullWhenPlanned reports whether a write-only attribute was null in the planned
// configuration, as its plan has noted: an apply has the configured value again.
func (s privateState) nullWhenPlanned(attribute string) bool {
	return slices.Contains(s.MaybeIgnored, attribute)
}

// privateStorage is implemented by the framework's private state, whose type
// is not exported.
type privateStorage interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// readPrivateState returns the zero value if nothing is stored.
func readPrivateState(ctx context.Context, storage privateStorage, diags *diag.Diagnostics) privateState {
	stored, problems := storage.GetKey(ctx, privateStateKey)
	diags.Append(problems...)

	state, err := parsePrivateState(stored)
	if err != nil {
		diags.AddError("Unreadable Private State", "The private state of this resource cannot be read: another program or a newer version of the "+
			"provider wrote it. Use the provider version of the last apply, or a newer one. If you are destroying the resource, add -refresh=false.")
	}

	return state
}

func parsePrivateState(stored []byte) (state privateState, err error) {
	if len(stored) > 0 {
		err = json.Unmarshal(stored, &state)
	}

	return state, err
}

// writePrivateState replaces what is stored.
func writePrivateState(ctx context.Context, storage privateStorage, state privateState, diags *diag.Diagnostics) {
	stored, _ := json.Marshal(state) // strings and lists of strings cannot fail

	diags.Append(storage.SetKey(ctx, privateStateKey, stored)...)
}

// instanceOf returns the token of a destroyed instance. An unreadable private state does
// not prevent a destroy, which sends nothing.
func instanceOf(ctx context.Context, id types.String, storage privateStorage) string {
	return readPrivateState(ctx, storage, &diag.Diagnostics{}).forObject(id).Instance
}

// unpackPrivateState decodes private state from the protocol, where the
// framework encodes keys and values as one JSON object. It fails if there is none, or there
// are other keys, such as the framework's own.
func unpackPrivateState(packed []byte) (state privateState, ok bool) {
	var keys map[string][]byte
	if json.Unmarshal(packed, &keys) != nil || len(keys) != 1 || keys[privateStateKey] == nil {
		return privateState{}, false
	}

	state, err := parsePrivateState(keys[privateStateKey])

	return state, err == nil
}
