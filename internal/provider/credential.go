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
// A configuration has at most one of the two (validate).
type credential struct {
	field     string
	plain     types.String
	writeOnly types.String
	version   types.Int64
}

// credentialFields are the interface's secret fields (section 2.2).
var credentialFields = []string{"password", "connection_string", "token", "service_account_key"}

// credentialsOf takes the credentials out of a configuration or a state.
func credentialsOf(attributes map[string]tftypes.Value) []credential {
	credentials := make([]credential, 0, len(credentialFields))

	for _, field := range credentialFields {
		credentials = append(credentials, credential{
			field:     field,
			plain:     textOf(attributes[field]),
			writeOnly: textOf(attributes[field+"_wo"]),
			version:   numberOf(attributes[field+"_wo_version"]),
		})
	}

	return credentials
}

// managed reports whether the field is declared in either way, in a state or in
// a configuration: a version without a value is one whose value ignore_changes
// takes out of a plan.
func (c credential) managed() bool {
	return !c.plain.IsNull() || !c.writeOnly.IsNull() || !c.version.IsNull()
}

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

// validate refuses what takes two of the attributes to decide, as far as they
// are known. The stock validators for it walk the whole configuration for each
// of them, which took half of the time of planning a source.
func (c credential) validate(diags *diag.Diagnostics) {
	writeOnly, version := c.field+"_wo", c.field+"_wo_version"
	refuse := func(attribute, reason string) {
		diags.AddAttributeError(path.Root(attribute), "Invalid Attribute Combination", reason)
	}

	if known(c.writeOnly) && known(c.plain) {
		refuse(writeOnly, fmt.Sprintf("%[1]s and %[2]s declare the same field, and only one of them can be sent. Keep %[2]s, which is not stored, "+
			"or %[1]s, and remove the other.", c.field, writeOnly))
	}

	if known(c.writeOnly) && c.version.IsNull() {
		refuse(writeOnly, fmt.Sprintf("%[1]s is configured without %[2]s. The value is not stored, so that only the version can say when it has changed. "+
			"Set %[2]s to a number, and change it with the value.", writeOnly, version))
	}

	if known(c.version) && c.writeOnly.IsNull() {
		refuse(version, fmt.Sprintf("%[2]s says when %[1]s has changed, but %[1]s is not configured. Configure it, or remove %[2]s.", writeOnly, version))
	}
}

// checkVersion refuses a version that changes without a value to send: applying
// it would look like a rotation and be none.
func (c credential) checkVersion(state credential, diags *diag.Diagnostics) {
	if c.writeOnly.IsNull() && !c.version.IsNull() && !c.version.Equal(state.version) {
		diags.AddAttributeError(path.Root(c.field+"_wo"), "Missing Write-Only Value", fmt.Sprintf(
			"%[1]s_wo_version says that %[1]s_wo has changed, but %[1]s_wo is null, so that there is nothing to send. Give it a value, or remove both. "+
				"If it has one, it is named in ignore_changes: name %[1]s_wo_version there, too.",
			c.field))
	}
}
