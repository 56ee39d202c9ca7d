package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// appearanceModel is a chatview_appearance, as configuration, plan or state.
// Write-only attributes have values in the configuration alone.
type appearanceModel struct {
	ID              types.String `tfsdk:"id"`
	Name            types.String `tfsdk:"name"`
	ThemeMode       types.String `tfsdk:"theme_mode"`
	StartMessage    types.String `tfsdk:"start_message"`
	Recommendations types.List   `tfsdk:"recommendations"`
	ResponseMode    types.String `tfsdk:"response_mode"`
	ShowSidebar     types.Bool   `tfsdk:"show_sidebar"`
	ShowDashboards  types.Bool   `tfsdk:"show_dashboards"`

	LMPrimaryBackgroundColor types.String `tfsdk:"lm_primary_background_color"`
	LMLightBackgroundColor   types.String `tfsdk:"lm_light_background_color"`
	LMDarkBackgroundColor    types.String `tfsdk:"lm_dark_background_color"`
	LMButtonOutlineColor     types.String `tfsdk:"lm_button_outline_color"`
	DMPrimaryBackgroundColor types.String `tfsdk:"dm_primary_background_color"`
	DMLightBackgroundColor   types.String `tfsdk:"dm_light_background_color"`
	DMDarkBackgroundColor    types.String `tfsdk:"dm_dark_background_color"`
	DMButtonOutlineColor     types.String `tfsdk:"dm_button_outline_color"`
	CustomCSSOverrides       types.String `tfsdk:"custom_css_overrides"`

	WriteOnlyVersion      types.Int64 `tfsdk:"write_only_version"`
	WriteOnlyFingerprints types.Map   `tfsdk:"write_only_fingerprints"`

	CustomCSSVars types.String `tfsdk:"custom_css_vars"`
	CreatedAt     types.String `tfsdk:"created_at"`
	LastModified  types.String `tfsdk:"last_modified"`
	IsDefault     types.String `tfsdk:"is_default"`
}

// withWriteOnly returns a plan with the write-only values, which only the
// configuration has. All else is the plan's, and so is which of them are
// declared: the configuration of an apply does not know of ignore_changes
// (TestAcc_IgnoredChangesAreNotSent, TestAcc_IgnoredColorsAreNotSent), and a plan
// with a version leaves what it did not see in undeclared.
func (m appearanceModel) withWriteOnly(config appearanceModel, undeclared []string) appearanceModel {
	planned := plannedOnly(m.WriteOnlyVersion, m.WriteOnlyFingerprints, undeclared)

	m.LMPrimaryBackgroundColor = planned("lm_primary_background_color", config.LMPrimaryBackgroundColor)
	m.LMLightBackgroundColor = planned("lm_light_background_color", config.LMLightBackgroundColor)
	m.LMDarkBackgroundColor = planned("lm_dark_background_color", config.LMDarkBackgroundColor)
	m.LMButtonOutlineColor = planned("lm_button_outline_color", config.LMButtonOutlineColor)
	m.DMPrimaryBackgroundColor = planned("dm_primary_background_color", config.DMPrimaryBackgroundColor)
	m.DMLightBackgroundColor = planned("dm_light_background_color", config.DMLightBackgroundColor)
	m.DMDarkBackgroundColor = planned("dm_dark_background_color", config.DMDarkBackgroundColor)
	m.DMButtonOutlineColor = planned("dm_button_outline_color", config.DMButtonOutlineColor)
	m.CustomCSSOverrides = planned("custom_css_overrides", config.CustomCSSOverrides)

	return m
}

// request returns the PUT's body: every configured field and nothing else, so
// that the result is the same whether the service keeps or resets a field that
// is left out.
func (m appearanceModel) request() client.Appearance {
	return client.Appearance{
		Name:            m.Name.ValueString(),
		ThemeMode:       stringToSend(m.ThemeMode),
		StartMessage:    stringToSend(m.StartMessage),
		Recommendations: stringsToSend(m.Recommendations),
		ResponseMode:    stringToSend(m.ResponseMode),
		ShowSidebar:     boolToSend(m.ShowSidebar),
		ShowDashboards:  boolToSend(m.ShowDashboards),

		LMPrimaryBackgroundColor: stringToSend(m.LMPrimaryBackgroundColor),
		LMLightBackgroundColor:   stringToSend(m.LMLightBackgroundColor),
		LMDarkBackgroundColor:    stringToSend(m.LMDarkBackgroundColor),
		LMButtonOutlineColor:     stringToSend(m.LMButtonOutlineColor),
		DMPrimaryBackgroundColor: stringToSend(m.DMPrimaryBackgroundColor),
		DMLightBackgroundColor:   stringToSend(m.DMLightBackgroundColor),
		DMDarkBackgroundColor:    stringToSend(m.DMDarkBackgroundColor),
		DMButtonOutlineColor:     stringToSend(m.DMButtonOutlineColor),
		CustomCSSOverrides:       jsonToSend(m.CustomCSSOverrides),
	}
}

// answeredAnew are what the service derives or counts with every update, so
// that it is not known before the answer.
var answeredAnew = []string{"custom_css_vars", "last_modified", "is_default"}

// applied returns the state after a request: the plan, and the answer where the
// plan was unknown.
func (m appearanceModel) applied(config appearanceModel, answer client.UpdatedAppearance) appearanceModel {
	m.WriteOnlyFingerprints = appliedFingerprints(config.writeOnly(), config.WriteOnlyVersion, m.WriteOnlyFingerprints)
	m.CustomCSSVars = fill(m.CustomCSSVars, answer.CustomCSSVars)
	m.CreatedAt = fill(m.CreatedAt, answer.CreatedAt)
	m.LastModified = fill(m.LastModified, answer.LastModified)
	m.IsDefault = fill(m.IsDefault, answer.IsDefault)

	return m
}

// writeOnlyModel returns what there is of a configuration's write-only values,
// and nothing else: every plan and apply needs them, and decoding the whole model
// costs as much as ten times this.
func writeOnlyModel(config map[string]tftypes.Value) appearanceModel {
	return appearanceModel{
		LMPrimaryBackgroundColor: textOf(config["lm_primary_background_color"]),
		LMLightBackgroundColor:   textOf(config["lm_light_background_color"]),
		LMDarkBackgroundColor:    textOf(config["lm_dark_background_color"]),
		LMButtonOutlineColor:     textOf(config["lm_button_outline_color"]),
		DMPrimaryBackgroundColor: textOf(config["dm_primary_background_color"]),
		DMLightBackgroundColor:   textOf(config["dm_light_background_color"]),
		DMDarkBackgroundColor:    textOf(config["dm_dark_background_color"]),
		DMButtonOutlineColor:     textOf(config["dm_button_outline_color"]),
		CustomCSSOverrides:       textOf(config["custom_css_overrides"]),
		WriteOnlyVersion:         numberOf(config["write_only_version"]),
	}
}

// writeOnly returns the write-only values of a configuration.
func (m appearanceModel) writeOnly() []writeOnlyValue {
	overrides := m.CustomCSSOverrides
	if known(overrides) {
		overrides = types.StringValue(canonicalJSON(overrides.ValueString()))
	}

	return []writeOnlyValue{
		{"lm_primary_background_color", m.LMPrimaryBackgroundColor},
		{"lm_light_background_color", m.LMLightBackgroundColor},
		{"lm_dark_background_color", m.LMDarkBackgroundColor},
		{"lm_button_outline_color", m.LMButtonOutlineColor},
		{"dm_primary_background_color", m.DMPrimaryBackgroundColor},
		{"dm_light_background_color", m.DMLightBackgroundColor},
		{"dm_dark_background_color", m.DMDarkBackgroundColor},
		{"dm_button_outline_color", m.DMButtonOutlineColor},
		{"custom_css_overrides", overrides},
	}
}

// undeclared returns the write-only attributes without a value, for the apply of
// a plan that has no fingerprints to tell.
func (m appearanceModel) undeclared() []string {
	if m.WriteOnlyVersion.IsNull() {
		return nil
	}

	var names []string

	for _, value := range m.writeOnly() {
		if value.text.IsNull() {
			names = append(names, value.attribute)
		}
	}

	return names
}

// removed returns the attributes that the state manages and the configuration
// does not any more. The receiver has the configuration's write-only values.
func (m appearanceModel) removed(config, state map[string]tftypes.Value) []string {
	names := removedAmong(config, state,
		"theme_mode", "start_message", "recommendations", "response_mode", "show_sidebar", "show_dashboards")
	fingerprints := elementsOf(state["write_only_fingerprints"])

	for _, value := range m.writeOnly() {
		if _, managed := fingerprints[value.attribute]; managed && value.text.IsNull() {
			names = append(names, value.attribute)
		}
	}

	return names
}
