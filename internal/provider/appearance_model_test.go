package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func list(elements ...string) types.List {
	values := []attr.Value{}
	for _, element := range elements {
		values = append(values, types.StringValue(element))
	}

	return types.ListValueMust(types.StringType, values)
}

func pointer[T any](value T) *T { return &value }

func TestAppearanceRequest_SendsOnlyConfiguredFields(t *testing.T) {
	for name, test := range map[string]struct {
		config appearanceModel
		want   string
	}{
		"NameAlone": {appearanceModel{Name: types.StringValue("N")}, `{"name":"N"}`},
		"EmptyValuesAreValues": {
			appearanceModel{
				Name: types.StringValue("N"), StartMessage: types.StringValue(""), Recommendations: list(), ShowSidebar: types.BoolValue(false),
			},
			`{"name":"N","start_message":"","recommendations":[],"show_sidebar":false}`,
		},
		"UnknownIsNotSent": {
			appearanceModel{
				Name: types.StringValue("N"), ThemeMode: types.StringUnknown(), Recommendations: types.ListUnknown(types.StringType),
				ShowSidebar: types.BoolUnknown(), CustomCSSOverrides: types.StringUnknown(),
			},
			`{"name":"N"}`,
		},
		"ColorsComeFromTheConfiguration": {
			appearanceModel{Name: types.StringValue("N"), LMButtonOutlineColor: types.StringValue("red"), DMButtonOutlineColor: types.StringUnknown()},
			`{"name":"N","lm_button_outline_color":"red"}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			body, err := json.Marshal(test.config.request(&test.config))
			if err != nil {
				t.Fatal(err)
			}

			if diff := cmp.Diff(test.want, string(body)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAppearanceApplied_KeepsThePlan(t *testing.T) {
	plan := appearanceModel{
		Name:            types.StringValue("configured"),
		Recommendations: types.ListNull(types.StringType),
		AppliedColors:   types.MapNull(types.StringType),
		Triggers:        types.MapNull(types.StringType),

		CreatedAt:     types.StringValue("2020"),
		LastModified:  types.StringUnknown(),
		CustomCSSVars: types.StringUnknown(),
		IsDefault:     types.StringUnknown(),
	}
	state := appearanceModel{LastModified: types.StringValue("2021"), CustomCSSVars: types.StringValue("vars")}

	for name, test := range map[string]struct {
		response                               client.UpdatedAppearance
		lastModified, customCSSVars, isDefault types.String
	}{
		"Response": {
			client.UpdatedAppearance{CreatedAt: pointer("2021"), LastModified: pointer("2022"), IsDefault: pointer("")},
			types.StringValue("2022"), types.StringNull(), types.StringValue(""),
		},
		"NoBody": {
			client.UpdatedAppearance{NoBody: true},
			types.StringValue("2021"), types.StringValue("vars"), types.StringNull(),
		},
	} {
		t.Run(name, func(t *testing.T) {
			want := plan
			want.LastModified, want.CustomCSSVars, want.IsDefault = test.lastModified, test.customCSSVars, test.isDefault

			if diff := cmp.Diff(&want, plan.applied(&appearanceModel{}, &state, test.response)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The version decides what is stored, and the one in the plan counts: under
// ignore_changes, the configuration has another one.
func TestAppearanceApplied_FollowsThePlannedVersion(t *testing.T) {
	config := appearanceModel{LMButtonOutlineColor: types.StringValue("red"), CustomCSSOverrides: types.StringValue("{}")}
	plan := appearanceModel{
		WriteOnlyVersion: types.StringValue("1"),
		AppliedColors:    types.MapUnknown(types.StringType), CustomCSSOverridesDigest: types.StringUnknown(),
	}

	applied := plan.applied(&config, &appearanceModel{}, client.UpdatedAppearance{})
	if !applied.AppliedColors.IsNull() || !applied.CustomCSSOverridesDigest.IsNull() {
		t.Errorf("with a version: %s, %s", applied.AppliedColors, applied.CustomCSSOverridesDigest)
	}

	plan.WriteOnlyVersion, config.WriteOnlyVersion = types.StringNull(), plan.WriteOnlyVersion

	applied = plan.applied(&config, &appearanceModel{}, client.UpdatedAppearance{})
	if !known(applied.AppliedColors) || !known(applied.CustomCSSOverridesDigest) {
		t.Errorf("without a version: %s, %s", applied.AppliedColors, applied.CustomCSSOverridesDigest)
	}
}

func TestWriteOnly_IsTrackedByColorsAndDigest(t *testing.T) {
	text, null := types.StringValue, types.StringNull()
	colors := func(elements map[string]attr.Value) types.Map { return types.MapValueMust(types.StringType, elements) }

	outline := colors(map[string]attr.Value{"lm_button_outline_color": text("#fff")})
	overrides := types.StringValue(`{ "b": 1, "a": [] }`)
	digest := text("sha256:" + sha256Of(`{"a":[],"b":1}`)[:12])

	for name, test := range map[string]struct {
		config     appearanceModel
		wantColors types.Map
		wantDigest types.String
	}{
		"None": {appearanceModel{LMButtonOutlineColor: null}, colors(nil), null},
		"Colors": {
			appearanceModel{LMButtonOutlineColor: text("#fff"), DMButtonOutlineColor: text("")},
			colors(map[string]attr.Value{"lm_button_outline_color": text("#fff"), "dm_button_outline_color": text("")}), null,
		},
		"Overrides": {appearanceModel{CustomCSSOverrides: overrides}, colors(nil), digest},
		"Version": {
			appearanceModel{LMButtonOutlineColor: text("#fff"), CustomCSSOverrides: overrides, WriteOnlyVersion: types.StringValue("")},
			types.MapNull(types.StringType), null,
		},
		"UnknownVersion": {
			appearanceModel{LMButtonOutlineColor: text("#fff"), WriteOnlyVersion: types.StringUnknown()},
			types.MapUnknown(types.StringType), types.StringUnknown(),
		},
		"UnknownColor": {
			appearanceModel{LMButtonOutlineColor: text("#fff"), DMButtonOutlineColor: types.StringUnknown(), CustomCSSOverrides: overrides},
			types.MapUnknown(types.StringType), digest,
		},
		"UnknownOverrides": {
			appearanceModel{LMButtonOutlineColor: text("#fff"), CustomCSSOverrides: types.StringUnknown()}, outline, types.StringUnknown(),
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.config.appliedColors(); !got.Equal(test.wantColors) {
				t.Errorf("applied_colors is %s, want %s", got, test.wantColors)
			}

			if got := test.config.overridesDigest(); !got.Equal(test.wantDigest) {
				t.Errorf("custom_css_overrides_digest is %s, want %s", got, test.wantDigest)
			}
		})
	}
}

func sha256Of(text string) string {
	hash := sha256.Sum256([]byte(text))

	return hex.EncodeToString(hash[:])
}

func TestCanonicalJSON_IgnoresFormattingOnly(t *testing.T) {
	same := []string{`{"a":[1,2],"b":"<"}`, `{ "b": "<",` + "\n\t" + `"a": [1, 2] }`, `{"b":"\u003c","a":[1,2]}`}
	for _, text := range same {
		if canonicalJSON(text) != canonicalJSON(same[0]) {
			t.Errorf("%s is %s", text, canonicalJSON(text))
		}
	}

	for _, text := range []string{`{"a":[2,1],"b":"<"}`, `{"a":[1,2]}`, `{"a":[1,2],"b":"<","c":null}`, `10000000000000001`, `10000000000000000`} {
		if canonicalJSON(text) == canonicalJSON(same[0]) {
			t.Errorf("%s compares as equal", text)
		}
	}

	if canonicalJSON(`10000000000000001`) == canonicalJSON(`10000000000000000`) {
		t.Error("large numbers were rounded")
	}
}
