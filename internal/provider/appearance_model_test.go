package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// A null or unknown value is not sent, an empty one is. A client that does not plan again
// before it applies may leave some unknown.
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

// A state has no write-only values, so a computed attribute has to tell that one
// changed.
func TestWriteOnly_ChangesOfEveryAttributeAreSent(t *testing.T) {
	c, service := startCore(t, mockserver.Behavior{})

	for _, attribute := range c.schema.ResourceSchemas[appearanceType].Block.Attributes {
		if !attribute.WriteOnly {
			continue
		}

		for _, value := range []any{"1", "2"} {
			service.ClearRequests()

			applied := c.apply("a", appearanceType, with(appearanceType, attribute.Name, value), nil)

			if requests := service.Requests(); len(requests) != 1 || decoded(requests[0].Body)[attribute.Name] == nil {
				t.Errorf("%s = %v sends nothing: in CONTRIBUTING.md, see the steps of a write-only attribute. %s",
					attribute.Name, value, describe(applied.diagnostics))
			}
		}
	}
}
