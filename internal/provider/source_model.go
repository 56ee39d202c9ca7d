package provider

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// The values of update_mode.
const (
	updateChanged = "changed"
	updateFull    = "full"
)

// sourceModel is the configuration, plan or state of a chatview_source. Only a
// configuration has write-only values.
type sourceModel struct {
	ID              types.String `tfsdk:"id"`
	AccountName     types.String `tfsdk:"account_name"`
	Hostname        types.String `tfsdk:"hostname"`
	Port            types.Number `tfsdk:"port"`
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
	PasswordWOVersion          types.String `tfsdk:"password_wo_version"`
	ConnectionString           types.String `tfsdk:"connection_string"`
	ConnectionStringWO         types.String `tfsdk:"connection_string_wo"`
	ConnectionStringWOVersion  types.String `tfsdk:"connection_string_wo_version"`
	Token                      types.String `tfsdk:"token"`
	TokenWO                    types.String `tfsdk:"token_wo"`
	TokenWOVersion             types.String `tfsdk:"token_wo_version"`
	ServiceAccountKey          types.String `tfsdk:"service_account_key"`
	ServiceAccountKeyWO        types.String `tfsdk:"service_account_key_wo"`
	ServiceAccountKeyWOVersion types.String `tfsdk:"service_account_key_wo_version"`

	UpdateMode types.String `tfsdk:"update_mode"`
	Triggers   types.Map    `tfsdk:"triggers"`
	BaseURL    types.String `tfsdk:"base_url"`
	Type       types.String `tfsdk:"type"`
}

// credentials returns the secret fields (API documentation, section 2.2).
func (m *sourceModel) credentials() []credential {
	return []credential{
		{"password", m.Password, m.PasswordWO, m.PasswordWOVersion},
		{"connection_string", m.ConnectionString, m.ConnectionStringWO, m.ConnectionStringWOVersion},
		{"token", m.Token, m.TokenWO, m.TokenWOVersion},
		{serviceAccountKeyField, m.ServiceAccountKey, m.ServiceAccountKeyWO, m.ServiceAccountKeyWOVersion},
	}
}

// settingNames are the fields that are not credentials, under the names of their attributes.
var settingNames = slices.DeleteFunc(client.SourceFields(), func(name string) bool {
	return slices.ContainsFunc(new(sourceModel).credentials(), func(c credential) bool { return c.field == name })
})

// optional returns the optional attributes that are not credentials.
func (m *sourceModel) optional() []field { return attributesOf(m, settingNames...) }

// sourceModels are the configuration, plan and state of a chatview_source.
type sourceModels models[sourceModel]

// credentials returns each secret field of the configuration, plan and state.
func (d *sourceModels) credentials() (all []credentialModels) {
	plan, state := d.plan.credentials(), d.state.credentials()

	for i, config := range d.config.credentials() {
		all = append(all, credentialModels{config: config, plan: plan[i], state: state[i], private: d.private})
	}

	return all
}

// fields returns the fields of a PATCH: it has those that changed, those that the object may
// lack, or all. It has none that ignore_changes covers, nor an account_name that is not configured.
// In a plan, nothing is ignored: Terraform has put the values in state in their place.
func (d *sourceModels) fields() []field {
	all := decideFates(d.config.optional(), d.plan.optional(), d.state.optional())
	for _, c := range d.credentials() {
		all = append(all, c.asField())
	}

	isFull := d.isResent() || d.plan.UpdateMode.ValueString() == updateFull

	return decideSent(all, func(name string) bool { return isFull || d.belief.mayLack(name, d.private.Noted) })
}

// isResent reports whether an update sends everything even if nothing changed, as a create
// does, also that of a replacement.
func (d *sourceModels) isResent() bool {
	return d.belief.sendsEverything() || !d.plan.ID.Equal(d.state.ID) || !d.plan.Triggers.Equal(d.state.Triggers)
}

// body returns the body of a PATCH.
func body(fields []field) client.SourceConfig {
	text := func(name string) types.String { return sentValue[types.String](fields, name) }

	return client.SourceConfig{
		AccountName:       optionalString(text("account_name")),
		Hostname:          optionalString(text("hostname")),
		Port:              optionalInt64(sentValue[types.Number](fields, "port")),
		Username:          optionalString(text("username")),
		Password:          optionalString(text("password")),
		DatabaseName:      optionalString(text("database_name")),
		ConnectionString:  optionalString(text("connection_string")),
		ServiceAccountKey: optionalJSON(text(serviceAccountKeyField)),
		Token:             optionalString(text("token")),
		Host:              optionalString(text("host")),
		Database:          optionalString(text("database")),
		Account:           optionalString(text("account")),
		User:              optionalString(text("user")),
		PublicKey:         optionalString(text("public_key")),
		SelectedSchemas:   sentSchemas(fields),
	}
}

// sentSchemas returns the elements of selected_schemas in the order of a request.
func sentSchemas(fields []field) []string {
	schemas := optionalStrings(sentValue[types.Set](fields, "selected_schemas"))
	slices.Sort(schemas)

	return schemas
}

// removedAttributes returns the names of the attributes in state that are no longer configured.
func (d *sourceModels) removedAttributes() []string {
	names := newly(attr.Value.IsNull, d.state.optional(), d.plan.optional())

	for _, c := range d.credentials() {
		if c.state.configured() && !c.config.configured() { // the plan has no write-only value
			names = append(names, c.state.attribute())
		}
	}

	return names
}

// last returns the state of the object at an address, without what cannot be believed of
// it: what remains if the response has no values.
func (d *sourceModels) last(address types.String) *sourceModel {
	switch {
	case !d.belief.keepsComputed(address, d.state.BaseURL):
		return &sourceModel{}
	case d.belief.mayLack("account_name", d.private.Noted):
		last := d.state
		last.AccountName = types.StringNull()

		return &last
	}

	return &d.state
}

// onlyCredentials returns a body with every credential that a configuration or state
// sets.
func (m *sourceModel) onlyCredentials() client.SourceConfig {
	var fields []field
	for _, c := range m.credentials() {
		fields = append(fields, field{name: c.field, value: c.value(), isSent: true})
	}

	return body(fields)
}

// setComputed plans the attributes that come from the response. account_name
// is one of them unless it is configured.
func (m *sourceModel) setComputed(config *sourceModel, accountName, sourceType types.String) {
	m.Type = sourceType
	if config.AccountName.IsNull() {
		m.AccountName = accountName
	}
}

// newState returns the state after a request: the plan, with unknown values filled
// from the response. The last state is empty if it is of another object.
func (m *sourceModel) newState(state *sourceModel, response client.UpdatedSource) *sourceModel {
	next := *m
	next.AccountName = computed(m.AccountName, state.AccountName, response.AccountName, response.NoObject)
	next.Type = computed(m.Type, state.Type, response.Type, response.NoObject)

	return &next
}

// withoutResponse returns the state if there is no response: what it would have filled
// keeps the last value.
func (m *sourceModel) withoutResponse(state *sourceModel) *sourceModel {
	return m.newState(state, client.UpdatedSource{Warnings: client.Warnings{NoObject: true}})
}

// maybeIgnored returns the names for privateState.MaybeIgnored: a version without its value
// shows that ignore_changes covers the value. If it covers both and state has none, as after an
// import, the version alone says so (coversConfigured).
func (m *sourceModel) maybeIgnored() []string {
	var names []string

	for _, c := range m.credentials() {
		if c.writeOnly.IsNull() && !c.version.IsNull() {
			names = append(names, c.attribute())
		}
	}

	return names
}

// managed returns the planned object, labeled by its name, configured or last
// returned: other settings may be sensitive.
func (d *sourceModels) managed() managedObject {
	name := d.plan.AccountName
	if d.config.AccountName.IsNull() {
		name = d.state.AccountName
	}

	return managedObject{id: d.plan.ID, stateID: d.state.ID, label: labelOf("account_name", name), private: d.private}
}
