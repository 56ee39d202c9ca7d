package provider

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// A null or unknown value is not sent, an empty one is.
func TestAppearanceRequest_SendsOnlyConfiguredFields(t *testing.T) {
	config := appearanceModel{
		Name: types.StringValue("N"), ThemeMode: types.StringUnknown(), StartMessage: types.StringValue(""),
		Recommendations: types.ListValueMust(types.StringType, nil), ShowSidebar: types.BoolValue(false), ShowDashboards: types.BoolUnknown(), LMButtonOutlineColor: types.StringValue("red"),
		DMButtonOutlineColor: types.StringUnknown(), CustomCSSOverrides: types.StringUnknown(),
	}

	for want, model := range map[string]appearanceModel{
		`{"name":"N","start_message":"","recommendations":[],"show_sidebar":false,"lm_button_outline_color":"red"}`: config,
		`{"name":"N"}`: {Name: types.StringValue("N"), Recommendations: types.ListUnknown(types.StringType)},
	} {
		body, err := json.Marshal(model.request(&model))
		if err != nil || string(body) != want {
			t.Errorf("the request is %s, want %s, error %v", body, want, err)
		}
	}
}

func TestWriteOnly_IsTrackedByColorsAndDigest(t *testing.T) {
	text, null := types.StringValue, types.StringNull()
	colors := func(elements map[string]attr.Value) types.Map { return types.MapValueMust(types.StringType, elements) }

	outline := colors(map[string]attr.Value{"lm_button_outline_color": text("#fff")})
	overrides := types.StringValue(`{ "b": 1, "a": [] }`)
	digest := text(fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(`{"a":[],"b":1}`)))[:len("sha256:")+12])

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

// A state has no write-only values, so a computed attribute has to tell that one
// changed.
func TestWriteOnly_ChangesOfEveryAttributeAreSent(t *testing.T) {
	c, service := startCore(t, mockserver.Behavior{})

	for _, attribute := range c.schema.ResourceSchemas[appearanceType].Block.Attributes {
		if !attribute.WriteOnly {
			continue
		}

		values := []any{"1", "2"}
		if attribute.Type.Is(tftypes.Bool) {
			values = []any{true, false}
		}

		for _, value := range values {
			service.ClearRequests()

			applied := c.apply("a", appearanceType, with(appearanceType, attribute.Name, value), nil)

			if requests := service.Requests(); len(requests) != 1 || decoded(requests[0].Body)[attribute.Name] == nil {
				t.Errorf("%s = %v sends nothing: in CONTRIBUTING.md, see the steps of a write-only attribute. %s",
					attribute.Name, value, describe(applied.diagnostics))
			}
		}
	}
}
