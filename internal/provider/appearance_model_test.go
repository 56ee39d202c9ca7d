package provider

import (
	"crypto/sha256"
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
		wantEqual(t, "the request", decoded([]byte(want)), decoded([]byte(jsonOf(model.request(&model)))))
	}
}

func TestWriteOnly_IsTrackedByColorsAndDigest(t *testing.T) {
	text, null, unknown := types.StringValue, types.StringNull(), types.StringUnknown()
	colors := func(elements map[string]attr.Value) types.Map { return types.MapValueMust(types.StringType, elements) }

	white, overrides := text("#fff"), text(`{ "b": 1, "a": [] }`)
	digest := text(fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(`{"a":[],"b":1}`)))[:len("sha256:")+12])

	for name, test := range map[string]struct {
		light, dark, overrides, version types.String
		wantColors                      types.Map
		wantDigest                      types.String
	}{
		"None":             {null, null, null, null, colors(nil), null},
		"Colors":           {white, text(""), null, null, colors(map[string]attr.Value{"lm_button_outline_color": white, "dm_button_outline_color": text("")}), null},
		"Overrides":        {null, null, overrides, null, colors(nil), digest},
		"Version":          {white, null, overrides, text(""), types.MapNull(types.StringType), null},
		"UnknownVersion":   {white, null, null, unknown, types.MapUnknown(types.StringType), unknown},
		"UnknownColor":     {white, unknown, overrides, null, types.MapUnknown(types.StringType), digest},
		"UnknownOverrides": {white, null, unknown, null, colors(map[string]attr.Value{"lm_button_outline_color": white}), unknown},
	} {
		t.Run(name, func(t *testing.T) {
			config := appearanceModel{
				LMButtonOutlineColor: test.light, DMButtonOutlineColor: test.dark, CustomCSSOverrides: test.overrides, WriteOnlyVersion: test.version,
			}

			if got := config.appliedColors(); !got.Equal(test.wantColors) {
				t.Errorf("applied_colors is %s, want %s", got, test.wantColors)
			}

			if got := config.overridesDigest(); !got.Equal(test.wantDigest) {
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
