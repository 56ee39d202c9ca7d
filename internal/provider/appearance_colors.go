package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// color is one of the eight color attributes. The request field has the same
// name.
type color struct {
	attribute string
	mode      string
	role      string
	value     func(*appearanceModel) *types.String
}

var colors = []color{
	{"lm_primary_background_color", "light", "primary background", func(m *appearanceModel) *types.String { return &m.LMPrimaryBackgroundColor }},
	{"lm_light_background_color", "light", "light background", func(m *appearanceModel) *types.String { return &m.LMLightBackgroundColor }},
	{"lm_dark_background_color", "light", "dark background", func(m *appearanceModel) *types.String { return &m.LMDarkBackgroundColor }},
	{"lm_button_outline_color", "light", "button outline", func(m *appearanceModel) *types.String { return &m.LMButtonOutlineColor }},
	{"dm_primary_background_color", "dark", "primary background", func(m *appearanceModel) *types.String { return &m.DMPrimaryBackgroundColor }},
	{"dm_light_background_color", "dark", "light background", func(m *appearanceModel) *types.String { return &m.DMLightBackgroundColor }},
	{"dm_dark_background_color", "dark", "dark background", func(m *appearanceModel) *types.String { return &m.DMDarkBackgroundColor }},
	{"dm_button_outline_color", "dark", "button outline", func(m *appearanceModel) *types.String { return &m.DMButtonOutlineColor }},
}

// overridesAttribute is the write-only attribute that is not a color.
const overridesAttribute = "custom_css_overrides"

// writeOnly returns the write-only values of a configuration.
func (m *appearanceModel) writeOnly() []namedValue {
	values := make([]namedValue, 0, len(colors)+1)
	for _, c := range colors {
		values = append(values, namedValue{c.attribute, *c.value(m)})
	}

	return append(values, namedValue{overridesAttribute, m.CustomCSSOverrides})
}

// appliedColors returns the value of applied_colors for a configuration: the
// configured colors and a digest of the overrides. It is null if
// write_only_version is set.
func (m *appearanceModel) appliedColors() types.Map {
	values := m.writeOnly()
	// An unknown color may turn out to be null, so the keys are unknown too.
	isUnknown := func(v namedValue) bool { return v.value.IsUnknown() }

	switch {
	case m.WriteOnlyVersion.IsUnknown():
		return types.MapUnknown(types.StringType)
	case !m.WriteOnlyVersion.IsNull():
		return types.MapNull(types.StringType)
	case slices.ContainsFunc(values, isUnknown):
		return types.MapUnknown(types.StringType)
	}

	applied := map[string]attr.Value{}

	for _, v := range values {
		if !v.value.IsNull() {
			applied[v.name] = v.value
		}
	}

	if !m.CustomCSSOverrides.IsNull() {
		applied[overridesAttribute] = types.StringValue(digest(m.CustomCSSOverrides.ValueString()))
	}

	if len(applied) == 0 {
		return types.MapNull(types.StringType)
	}

	return types.MapValueMust(types.StringType, applied)
}

// nullWriteOnly returns the names of the write-only attributes without a
// value.
func (m *appearanceModel) nullWriteOnly() []string {
	var names []string

	for _, v := range m.writeOnly() {
		if v.value.IsNull() {
			names = append(names, v.name)
		}
	}

	return names
}

// removedColors returns the names of the write-only attributes that were
// applied and are no longer configured.
func (m *appearanceModel) removedColors(state types.Map) []string {
	var names []string

	for _, v := range m.writeOnly() {
		if _, applied := state.Elements()[v.name]; applied && v.value.IsNull() {
			names = append(names, v.name)
		}
	}

	return names
}

// digest identifies a JSON text independently of its formatting.
func digest(text string) string {
	hash := sha256.Sum256([]byte(canonicalJSON(text)))

	return "sha256:" + hex.EncodeToString(hash[:])[:12]
}

// canonicalJSON removes white space from a JSON text and sorts its keys, so
// jsonencode() and a file with the same content compare equal. It returns
// invalid JSON unchanged.
func canonicalJSON(text string) string {
	decoder := json.NewDecoder(strings.NewReader(text))
	// Rounding a large number could hide a change.
	decoder.UseNumber()

	var value any
	if err := decoder.Decode(&value); err != nil {
		return text
	}

	canonical, err := json.Marshal(value)
	if err != nil {
		return text
	}

	return string(canonical)
}
