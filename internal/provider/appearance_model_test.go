package provider

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
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

func TestAppearanceRequest_SendsWhatIsConfiguredAndNothingElse(t *testing.T) {
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
		"JSONIsSentAsItIs": {
			appearanceModel{Name: types.StringValue("N"), CustomCSSOverrides: types.StringValue(`{"w": 10000000000000001}`)},
			`{"name":"N","custom_css_overrides":{"w":10000000000000001}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			body, err := json.Marshal(test.config.request())
			if err != nil {
				t.Fatal(err)
			}

			if diff := cmp.Diff(test.want, string(body)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestAppearanceApplied_KeepsThePlan whatever the service answers.
func TestAppearanceApplied_KeepsThePlan(t *testing.T) {
	plan := appearanceModel{
		Name:                  types.StringValue("declared"),
		Recommendations:       types.ListNull(types.StringType),
		WriteOnlyFingerprints: types.MapNull(types.StringType),

		CreatedAt:     types.StringValue("2020"),
		LastModified:  types.StringUnknown(),
		CustomCSSVars: types.StringUnknown(),
		IsDefault:     types.StringUnknown(),
	}
	answer := client.UpdatedAppearance{
		CreatedAt: pointer("2021"), LastModified: pointer("2022"), IsDefault: pointer(""), Differences: []client.Difference{{Field: "name"}},
	}

	want := plan
	want.LastModified = types.StringValue("2022")
	want.CustomCSSVars = types.StringNull()
	want.IsDefault = types.StringValue("")

	if diff := cmp.Diff(want, plan.applied(appearanceModel{}, answer)); diff != "" {
		t.Error(diff)
	}
}

func fingerprintOf(attribute, text string) attr.Value {
	return writeOnlyValue{attribute, types.StringValue(text)}.fingerprint()
}

func TestFingerprints_PlanAndApply(t *testing.T) {
	const a, b, c = "lm_primary_background_color", "dm_primary_background_color", "custom_css_overrides"

	prior := types.MapValueMust(types.StringType, map[string]attr.Value{a: fingerprintOf(a, "red"), b: fingerprintOf(b, "blue")})
	mapOf := func(elements map[string]attr.Value) types.Map { return types.MapValueMust(types.StringType, elements) }

	for name, test := range map[string]struct {
		values           []writeOnlyValue
		version          types.Int64
		planned, applied types.Map
	}{
		"Unchanged": {
			values:  []writeOnlyValue{{a, types.StringValue("red")}, {b, types.StringValue("blue")}},
			planned: prior, applied: prior,
		},
		"ChangedIsUnknown": {
			values:  []writeOnlyValue{{a, types.StringValue("red")}, {b, types.StringValue("green")}},
			planned: mapOf(map[string]attr.Value{a: fingerprintOf(a, "red"), b: types.StringUnknown()}),
			applied: mapOf(map[string]attr.Value{a: fingerprintOf(a, "red"), b: fingerprintOf(b, "green")}),
		},
		"AddedIsUnknownRemovedGoes": {
			values:  []writeOnlyValue{{a, types.StringNull()}, {b, types.StringValue("blue")}, {c, types.StringValue("{}")}},
			planned: mapOf(map[string]attr.Value{b: fingerprintOf(b, "blue"), c: types.StringUnknown()}),
			applied: mapOf(map[string]attr.Value{b: fingerprintOf(b, "blue"), c: fingerprintOf(c, "{}")}),
		},
		"EmptyTextIsNotNull": {
			values:  []writeOnlyValue{{a, types.StringValue("")}},
			planned: mapOf(map[string]attr.Value{a: types.StringUnknown()}),
			applied: mapOf(map[string]attr.Value{a: fingerprintOf(a, "")}),
		},
		"NoneConfigured": {
			values:  []writeOnlyValue{{a, types.StringNull()}},
			planned: types.MapNull(types.StringType), applied: types.MapNull(types.StringType),
		},
		"Version": {
			values: []writeOnlyValue{{a, types.StringValue("red")}}, version: types.Int64Value(0),
			planned: types.MapNull(types.StringType), applied: types.MapNull(types.StringType),
		},
	} {
		t.Run(name, func(t *testing.T) {
			planned := plannedFingerprints(test.values, test.version, prior)
			if diff := cmp.Diff(test.planned, planned); diff != "" {
				t.Errorf("planned (-want +got):\n%s", diff)
			}

			if diff := cmp.Diff(test.applied, appliedFingerprints(test.values, test.version, planned)); diff != "" {
				t.Errorf("applied (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFingerprint_DependsOnAttributeAndValueAlone(t *testing.T) {
	if got, want := fingerprintOf("lm_primary_background_color", "#fff"), types.StringValue("6abeaffa5ebe"); !want.Equal(got) {
		t.Errorf("got %s, want %s: users' states hold the old one", got, want)
	}

	if fingerprintOf("a", "x").Equal(fingerprintOf("b", "x")) {
		t.Error("two attributes with one value look alike")
	}
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
			t.Errorf("%s counts as equal", text)
		}
	}

	if canonicalJSON(`10000000000000001`) == canonicalJSON(`10000000000000000`) {
		t.Error("large numbers were rounded")
	}
}

// TestWriteOnlyModel_HasEveryWriteOnlyAttribute: a change of one that is left
// out would not be seen.
func TestWriteOnlyModel_HasEveryWriteOnlyAttribute(t *testing.T) {
	var described resource.SchemaResponse

	newAppearanceResource().Schema(t.Context(), resource.SchemaRequest{}, &described)

	config := map[string]tftypes.Value{"write_only_version": tftypes.NewValue(tftypes.Number, 3)}

	for name, attribute := range described.Schema.Attributes {
		if attribute.IsWriteOnly() {
			config[name] = tftypes.NewValue(tftypes.String, name)
		}
	}

	got := writeOnlyModel(config)

	for _, value := range got.writeOnly() {
		if value.text.ValueString() != value.attribute {
			t.Errorf("%s has the value %s", value.attribute, value.text)
		}
	}

	// All but the version.
	if want := len(config) - 1; len(got.writeOnly()) != want {
		t.Errorf("got %d write-only values, want %d", len(got.writeOnly()), want)
	}

	if got.WriteOnlyVersion != types.Int64Value(3) {
		t.Errorf("got the version %s, want 3", got.WriteOnlyVersion)
	}
}
