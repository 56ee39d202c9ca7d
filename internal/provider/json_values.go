package provider

import (
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// optionalJSON returns a JSON text unchanged, except for a byte order mark.
func optionalJSON(value types.String) json.RawMessage {
	if !known(value) {
		return nil
	}

	return json.RawMessage(withoutByteOrderMark(value.ValueString()))
}

// equalJSON compares two JSON texts. It ignores their formatting.
func equalJSON(one, other types.String) bool {
	if known(one) && known(other) {
		return canonicalJSON(one.ValueString()) == canonicalJSON(other.ValueString())
	}

	return one.Equal(other)
}

// canonicalJSON removes white space from a JSON text and sorts its keys, so
// jsonencode() and a file with the same content compare equal. It returns
// invalid JSON unchanged.
func canonicalJSON(text string) string {
	decoder := json.NewDecoder(strings.NewReader(withoutByteOrderMark(text)))
	// Rounding a large number could hide a change.
	decoder.UseNumber()

	var value any
	if err := decoder.Decode(&value); err != nil {
		return text
	}

	canonical, _ := json.Marshal(value) // what was decoded can be encoded

	return string(canonical)
}

// withoutByteOrderMark removes what some editors put in front of a file. It is
// not part of a JSON text (RFC 8259, section 8.1).
func withoutByteOrderMark(text string) string { return strings.TrimPrefix(text, "\ufeff") }
