package provider

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// credential is one secret field of a source as it can be declared: plain and
// kept in state, or write-only with a version that says when it changed.
// Validators see to it that at most one of the two is configured.
type credential struct {
	field     string
	plain     types.String
	writeOnly types.String
	version   types.Int64
}

// credentialOf takes a field's credential out of a configuration or a state.
func credentialOf(field string, attributes map[string]tftypes.Value) credential {
	return credential{
		field:     field,
		plain:     textOf(attributes[field]),
		writeOnly: textOf(attributes[field+"_wo"]),
		version:   numberOf(attributes[field+"_wo_version"]),
	}
}

// configured reports whether the field is declared in either way.
func (c credential) configured() bool { return !c.plain.IsNull() || !c.writeOnly.IsNull() }

// managed reports, of a state, whether the field was declared in either way.
func (c credential) managed() bool { return !c.plain.IsNull() || !c.version.IsNull() }

// attribute returns the name of the attribute that declares the field.
func (c credential) attribute() string {
	// In a state the version stands for the value.
	if !c.writeOnly.IsNull() || !c.version.IsNull() {
		return c.field + "_wo"
	}

	return c.field
}

// toSend returns the value to send, null if there is none: what is configured,
// if it differs from the state. equal compares plain values.
func (c credential) toSend(state credential, equal func(a, b types.String) bool) types.String {
	switch {
	case !c.writeOnly.IsNull() && !c.version.Equal(state.version):
		return c.writeOnly
	case !c.plain.IsNull() && !equal(c.plain, state.plain):
		return c.plain
	}

	return types.StringNull()
}

// checkVersion refuses a version that changes without a value to send: applying
// it would look like a rotation and be none.
func (c credential) checkVersion(state credential, diags *diag.Diagnostics) {
	if c.writeOnly.IsNull() && !c.version.IsNull() && !c.version.Equal(state.version) {
		diags.AddAttributeError(path.Root(c.field+"_wo"), "Missing Write-Only Value", fmt.Sprintf(
			"%[1]s_wo_version says that %[1]s_wo has changed, but %[1]s_wo is null, so that there is nothing to send. Give it a value, or remove both.",
			c.field))
	}
}
