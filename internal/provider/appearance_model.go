package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// appearanceModel is the configuration, plan or state of a
// chatview_appearance. Only a configuration has write-only values.
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

	WriteOnlyVersion         types.String `tfsdk:"write_only_version"`
	AppliedColors            types.Map    `tfsdk:"applied_colors"`
	CustomCSSOverridesDigest types.String `tfsdk:"custom_css_overrides_digest"`
	Triggers                 types.Map    `tfsdk:"triggers"`

	BaseURL       types.String `tfsdk:"base_url"`
	CustomCSSVars types.String `tfsdk:"custom_css_vars"`
	CreatedAt     types.String `tfsdk:"created_at"`
	LastModified  types.String `tfsdk:"last_modified"`
	IsDefault     types.String `tfsdk:"is_default"`
}

// appearanceModels are the configuration, plan and state of a chatview_appearance.
type appearanceModels models[appearanceModel]

// request returns the body of the PUT: every planned field and nothing
// else, so it does not matter whether the API keeps or resets an omitted
// field. The receiver is the plan, or a state; config provides the write-only values.
func (m *appearanceModel) request(config *appearanceModel) client.Appearance {
	return client.Appearance{
		Name:            m.Name.ValueString(), // the client refuses an empty one
		ThemeMode:       optionalString(m.ThemeMode),
		StartMessage:    optionalString(m.StartMessage),
		Recommendations: optionalStrings(m.Recommendations),
		ResponseMode:    optionalString(m.ResponseMode),
		ShowSidebar:     optionalBool(m.ShowSidebar),
		ShowDashboards:  optionalBool(m.ShowDashboards),

		LMPrimaryBackgroundColor: optionalString(config.LMPrimaryBackgroundColor),
		LMLightBackgroundColor:   optionalString(config.LMLightBackgroundColor),
		LMDarkBackgroundColor:    optionalString(config.LMDarkBackgroundColor),
		LMButtonOutlineColor:     optionalString(config.LMButtonOutlineColor),
		DMPrimaryBackgroundColor: optionalString(config.DMPrimaryBackgroundColor),
		DMLightBackgroundColor:   optionalString(config.DMLightBackgroundColor),
		DMDarkBackgroundColor:    optionalString(config.DMDarkBackgroundColor),
		DMButtonOutlineColor:     optionalString(config.DMButtonOutlineColor),
		CustomCSSOverrides:       optionalJSON(config.CustomCSSOverrides),
	}
}

// newState returns the state after a request: the plan, with unknown values filled
// from the response. The last state is empty if it is of another object.
func (m *appearanceModel) newState(config, state *appearanceModel, response client.UpdatedAppearance) *appearanceModel {
	next, sent := *m, *config
	sent.WriteOnlyVersion = m.WriteOnlyVersion // ignore_changes may cover it

	if next.AppliedColors.IsUnknown() {
		next.AppliedColors = sent.appliedColors()
	}

	if next.CustomCSSOverridesDigest.IsUnknown() {
		next.CustomCSSOverridesDigest = sent.overridesDigest()
	}

	next.CustomCSSVars = computed(m.CustomCSSVars, state.CustomCSSVars, response.CustomCSSVars, response.NoObject)
	next.CreatedAt = computed(m.CreatedAt, state.CreatedAt, response.CreatedAt, response.NoObject)
	next.LastModified = computed(m.LastModified, state.LastModified, response.LastModified, response.NoObject)
	next.IsDefault = computed(m.IsDefault, state.IsDefault, response.IsDefault, response.NoObject)

	return &next
}

// optional returns the optional attributes that are stored in state.
func (m *appearanceModel) optional() []field {
	return attributesOf(m, "theme_mode", "start_message", "recommendations", "response_mode", "show_sidebar", "show_dashboards")
}

// removedAttributes returns the names of the attributes that were applied and are no longer
// configured.
func (d *appearanceModels) removedAttributes() []string {
	return append(newly(attr.Value.IsNull, d.state.optional(), d.plan.optional()), d.removedWriteOnly()...)
}

// fields returns the fields of a PUT, which has all that are planned.
func (d *appearanceModels) fields() []field {
	withName := func(m *appearanceModel) []field { return append(m.optional(), attributesOf(m, "name")...) }
	all := decideFates(withName(&d.config), withName(&d.plan), withName(&d.state))

	for _, f := range d.config.writeOnly() {
		if known(f.value) && d.private.nullWhenPlanned(f.name) {
			f.fate = ignoredUnset
		}

		all = append(all, f)
	}

	return decideSent(all, func(string) bool { return true })
}

// managed returns the planned object, labeled by its name.
func (d *appearanceModels) managed() managedObject {
	return managedObject{id: d.plan.ID, stateID: d.state.ID, label: labelOf("name", d.plan.Name), private: d.private}
}
