package provider

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// The values of update_mode.
const (
	updateChanged = "changed"
	updateFull    = "full"
)

// sourceModel is a chatview_source, as configuration, plan or state.
// Write-only attributes have values in the configuration alone.
type sourceModel struct {
	ID              types.String `tfsdk:"id"`
	AccountName     types.String `tfsdk:"account_name"`
	Hostname        types.String `tfsdk:"hostname"`
	Port            types.Int64  `tfsdk:"port"`
	Username        types.String `tfsdk:"username"`
	DatabaseName    types.String `tfsdk:"database_name"`
	Host            types.String `tfsdk:"host"`
	Database        types.String `tfsdk:"database"`
	Account         types.String `tfsdk:"account"`
	User            types.String `tfsdk:"user"`
	PublicKey       types.String `tfsdk:"public_key"`
	SelectedSchemas types.Set    `tfsdk:"selected_schemas"`

	Password                   types.String `tfsdk:"password"`
	PasswordWO                 types.String `tfsdk:"password_wo"`
	PasswordWOVersion          types.Int64  `tfsdk:"password_wo_version"`
	ConnectionString           types.String `tfsdk:"connection_string"`
	ConnectionStringWO         types.String `tfsdk:"connection_string_wo"`
	ConnectionStringWOVersion  types.Int64  `tfsdk:"connection_string_wo_version"`
	Token                      types.String `tfsdk:"token"`
	TokenWO                    types.String `tfsdk:"token_wo"`
	TokenWOVersion             types.Int64  `tfsdk:"token_wo_version"`
	ServiceAccountKey          types.String `tfsdk:"service_account_key"`
	ServiceAccountKeyWO        types.String `tfsdk:"service_account_key_wo"`
	ServiceAccountKeyWOVersion types.Int64  `tfsdk:"service_account_key_wo_version"`

	UpdateMode types.String `tfsdk:"update_mode"`
	Type       types.String `tfsdk:"type"`
}

func (m sourceModel) password() credential {
	return credential{"password", m.Password, m.PasswordWO, m.PasswordWOVersion}
}

func (m sourceModel) connectionString() credential {
	return credential{"connection_string", m.ConnectionString, m.ConnectionStringWO, m.ConnectionStringWOVersion}
}

func (m sourceModel) token() credential {
	return credential{"token", m.Token, m.TokenWO, m.TokenWOVersion}
}

func (m sourceModel) serviceAccountKey() credential {
	return credential{"service_account_key", m.ServiceAccountKey, m.ServiceAccountKeyWO, m.ServiceAccountKeyWOVersion}
}

func (m sourceModel) credentials() []credential {
	return []credential{m.password(), m.connectionString(), m.token(), m.serviceAccountKey()}
}

// withWriteOnly returns a plan with the write-only values, which only the
// configuration has, and without the name that the service reports where none
// is configured. All else is the plan's: the configuration of an apply does not
// know of ignore_changes (TestAcc_IgnoredChangesAreNotSent).
func (m sourceModel) withWriteOnly(config map[string]tftypes.Value) sourceModel {
	m.PasswordWO = textOf(config["password_wo"])
	m.ConnectionStringWO = textOf(config["connection_string_wo"])
	m.TokenWO = textOf(config["token_wo"])
	m.ServiceAccountKeyWO = textOf(config["service_account_key_wo"])

	if config["account_name"].IsNull() {
		m.AccountName = types.StringNull()
	}

	return m
}

// without returns the source without the write-only values named, which the plan
// did not have.
func (m sourceModel) without(undeclared []string) sourceModel {
	for name, value := range map[string]*types.String{
		"password_wo": &m.PasswordWO, "connection_string_wo": &m.ConnectionStringWO,
		"token_wo": &m.TokenWO, "service_account_key_wo": &m.ServiceAccountKeyWO,
	} {
		if slices.Contains(undeclared, name) {
			*value = types.StringNull()
		}
	}

	return m
}

// request returns the PATCH's body for what is declared: what differs from the
// state. With update_mode "full", and while creating, the state to
// compare with is empty, so that everything configured is sent.
func (m sourceModel) request(state sourceModel) client.SourceConfig {
	if m.UpdateMode.ValueString() == updateFull {
		state = sourceModel{}
	}

	return client.SourceConfig{
		AccountName:       stringToSend(changed(m.AccountName, state.AccountName)),
		Hostname:          stringToSend(changed(m.Hostname, state.Hostname)),
		Port:              int64ToSend(changed(m.Port, state.Port)),
		Username:          stringToSend(changed(m.Username, state.Username)),
		Password:          stringToSend(m.password().toSend(state.password(), equalText)),
		DatabaseName:      stringToSend(changed(m.DatabaseName, state.DatabaseName)),
		ConnectionString:  stringToSend(m.connectionString().toSend(state.connectionString(), equalText)),
		ServiceAccountKey: jsonToSend(m.serviceAccountKey().toSend(state.serviceAccountKey(), equalJSON)),
		Token:             stringToSend(m.token().toSend(state.token(), equalText)),
		Host:              stringToSend(changed(m.Host, state.Host)),
		Database:          stringToSend(changed(m.Database, state.Database)),
		Account:           stringToSend(changed(m.Account, state.Account)),
		User:              stringToSend(changed(m.User, state.User)),
		PublicKey:         stringToSend(changed(m.PublicKey, state.PublicKey)),
		SelectedSchemas:   sorted(stringsToSend(changed(m.SelectedSchemas, state.SelectedSchemas))),
	}
}

// changed returns the configured value if it differs from the state's, else
// null.
func changed[T attr.Value](config, state T) T {
	if config.Equal(state) {
		var null T

		return null
	}

	return config
}

// sorted puts a set's elements in one order, so that the same set is the same
// request.
func sorted(elements []string) []string {
	slices.Sort(elements)

	return elements
}

func equalText(a, b types.String) bool { return a.Equal(b) }

// equalJSON compares documents, not their formatting.
func equalJSON(a, b types.String) bool {
	if !known(a) || !known(b) {
		return a.Equal(b)
	}

	return canonicalJSON(a.ValueString()) == canonicalJSON(b.ValueString())
}

// answeredNames are the attributes that the answer to an update fills in.
func answeredNames(config map[string]tftypes.Value) []string {
	if config["account_name"].IsNull() {
		return []string{"type", "account_name"}
	}

	return []string{"type"}
}

// equalBut compares a plan with a state in all but what the next answer fills in.
func equalBut(answered []string, plan, state map[string]tftypes.Value) bool {
	for name, value := range plan {
		if !slices.Contains(answered, name) && !value.Equal(state[name]) {
			return false
		}
	}

	return true
}

// lastAnswer returns what the service said last, for an update that has nothing
// to send.
func (m sourceModel) lastAnswer() client.UpdatedSource {
	return client.UpdatedSource{AccountName: m.AccountName.ValueStringPointer(), Type: m.Type.ValueStringPointer()}
}

// applied returns the state after a request: the plan, and the answer where the
// plan was unknown.
func (m sourceModel) applied(answer client.UpdatedSource) sourceModel {
	m.AccountName = fill(m.AccountName, answer.AccountName)
	m.Type = fill(m.Type, answer.Type)

	return m
}

// checkVersions refuses a version that changes without a value to send.
func checkVersions(config, state map[string]tftypes.Value, diags *diag.Diagnostics) {
	before := credentialsOf(state)

	for i, credential := range credentialsOf(config) {
		credential.checkVersion(before[i], diags)
	}
}

// undeclaredCredentials returns the write-only attributes that have a version
// and no value.
func undeclaredCredentials(config map[string]tftypes.Value) []string {
	var names []string

	for _, credential := range credentialsOf(config) {
		if credential.writeOnly.IsNull() && !credential.version.IsNull() {
			names = append(names, credential.attribute())
		}
	}

	return names
}

// removedSettings returns the attributes that the state manages and the
// configuration does not any more. account_name is not among them: the state goes
// on showing the service's.
func removedSettings(config, state map[string]tftypes.Value) []string {
	names := removedAmong(config, state,
		"hostname", "port", "username", "database_name", "host", "database", "account", "user", "public_key", "selected_schemas")

	before := credentialsOf(state)

	for i, credential := range credentialsOf(config) {
		if before[i].managed() && !credential.managed() {
			names = append(names, before[i].attribute())
		}
	}

	return names
}

// attributePath returns the path of the attribute that declares a request
// field.
func (m sourceModel) attributePath(field string) path.Path {
	for _, credential := range m.credentials() {
		if credential.field == field {
			return path.Root(credential.attribute())
		}
	}

	return path.Root(field)
}
