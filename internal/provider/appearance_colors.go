package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// overridesAttribute is the write-only attribute that is not a color.
const overridesAttribute = "custom_css_overrides"

// writeOnlyNames are the names of the write-only attributes of an appearance.
var writeOnlyNames = append(palette.Attributes(), overridesAttribute)

// writeOnly returns the write-only values of a configuration.
func (m *appearanceModel) writeOnly() []field { return attributesOf(m, writeOnlyNames...) }

// appliedColors returns the value of applied_colors for a configuration: the
// configured colors, if any. It is null if write_only_version is set.
func (m *appearanceModel) appliedColors() types.Map {
	values := attributesOf(m, palette.Attributes()...)

	switch {
	case known(m.WriteOnlyVersion):
		return types.MapNull(types.StringType)
	// An unknown color may turn out to be null, so the keys are unknown too.
	case m.WriteOnlyVersion.IsUnknown() || len(namesOf(values, attr.Value.IsUnknown)) > 0:
		return types.MapUnknown(types.StringType)
	}

	colors := map[string]attr.Value{}

	for _, v := range values {
		if !v.value.IsNull() {
			colors[v.name] = v.value
		}
	}

	return types.MapValueMust(types.StringType, colors)
}

// overridesDigest returns the value of custom_css_overrides_digest for a
// configuration. It is null if write_only_version is set.
func (m *appearanceModel) overridesDigest() types.String {
	switch {
	case known(m.WriteOnlyVersion):
		return types.StringNull()
	case m.WriteOnlyVersion.IsUnknown() || m.CustomCSSOverrides.IsUnknown():
		return types.StringUnknown()
	case m.CustomCSSOverrides.IsNull():
		return types.StringNull()
	}

	return types.StringValue(digest(m.CustomCSSOverrides.ValueString()))
}

// removedWriteOnly returns those of the removed attributes that are write-only. The
// state does not show those that were sent with write_only_version.
func (d *appearanceModels) removedWriteOnly() []string {
	applied := slices.AppendSeq(slices.Clone(d.private.SentWriteOnly), maps.Keys(d.state.AppliedColors.Elements()))
	if !d.state.CustomCSSOverridesDigest.IsNull() {
		applied = append(applied, overridesAttribute)
	}

	return slices.DeleteFunc(d.config.maybeIgnored(), func(name string) bool { return !slices.Contains(applied, name) })
}

// maybeIgnored returns the names for privateState.MaybeIgnored: nothing shows which null
// attributes ignore_changes covers, so it may be any.
func (m *appearanceModel) maybeIgnored() []string { return namesOf(m.writeOnly(), attr.Value.IsNull) }

// sentWriteOnly returns the names that private state keeps.
func (m *appearanceModel) sentWriteOnly(version types.String) []string {
	if version.IsNull() {
		return nil
	}

	return namesOf(m.writeOnly(), known)
}

// digest identifies a JSON text independently of its formatting.
func digest(text string) string {
	hash := sha256.Sum256([]byte(canonicalJSON(text)))

	return "sha256:" + hex.EncodeToString(hash[:])[:12]
}
