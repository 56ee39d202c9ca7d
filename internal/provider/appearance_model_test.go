package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

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
		"JSONIsSentAsItIs": {
			appearanceModel{Name: types.StringValue("N"), CustomCSSOverrides: types.StringValue(`{"w": 10000000000000001}`)},
			`{"name":"N","custom_css_overrides":{"w":10000000000000001}}`,
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

func TestAppliedColors_AreTheConfiguredOnes(t *testing.T) {
	text, null := types.StringValue, types.StringNull()
	colors := func(elements map[string]attr.Value) types.Map { return types.MapValueMust(types.StringType, elements) }

	for name, test := range map[string]struct {
		config appearanceModel
		want   types.Map
	}{
		"None": {appearanceModel{LMButtonOutlineColor: null}, types.MapNull(types.StringType)},
		"Colors": {
			appearanceModel{LMButtonOutlineColor: text("#fff"), DMButtonOutlineColor: text("")},
			colors(map[string]attr.Value{"lm_button_outline_color": text("#fff"), "dm_button_outline_color": text("")}),
		},
		"DigestOfOverrides": {
			appearanceModel{CustomCSSOverrides: text(`{ "b": 1, "a": [] }`)},
			colors(map[string]attr.Value{"custom_css_overrides": text("sha256:" + sha256Of(`{"a":[],"b":1}`)[:12])}),
		},
		"Version":        {appearanceModel{LMButtonOutlineColor: text("#fff"), WriteOnlyVersion: types.NumberValue(big.NewFloat(0))}, types.MapNull(types.StringType)},
		"UnknownVersion": {appearanceModel{LMButtonOutlineColor: text("#fff"), WriteOnlyVersion: types.NumberUnknown()}, types.MapUnknown(types.StringType)},
		"UnknownColor":   {appearanceModel{LMButtonOutlineColor: text("#fff"), DMButtonOutlineColor: types.StringUnknown()}, types.MapUnknown(types.StringType)},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.config.appliedColors(); !got.Equal(test.want) {
				t.Errorf("got %s, want %s", got, test.want)
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

func TestColors_MatchModelAndSchema(t *testing.T) {
	var schema resource.SchemaResponse

	newAppearanceResource().Schema(t.Context(), resource.SchemaRequest{}, &schema)

	var writeOnly []string

	for name, attribute := range schema.Schema.Attributes {
		if attribute.IsWriteOnly() && name != overridesAttribute {
			writeOnly = append(writeOnly, name)
		}
	}

	if len(writeOnly) != len(colors) {
		t.Errorf("the schema has the colors %v", writeOnly)
	}

	for _, c := range colors {
		config := map[string]tftypes.Value{}
		for name, attribute := range schema.Schema.Attributes {
			config[name] = tftypes.NewValue(attribute.GetType().TerraformType(t.Context()), nil)
		}

		config[c.attribute] = tftypes.NewValue(tftypes.String, "#123")

		var model appearanceModel

		raw := tfsdk.Config{Schema: schema.Schema, Raw: tftypes.NewValue(schema.Schema.Type().TerraformType(t.Context()), config)}
		if diags := raw.Get(t.Context(), &model); diags.HasError() {
			t.Fatal(diags)
		}

		if got := c.value(&model).ValueString(); got != "#123" {
			t.Errorf("the value of %s is %q", c.attribute, got)
		}
	}
}
