package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/compare"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const appearanceAddress = "chatview_appearance.test"

func TestAccAppearance_IsCreatedUpdatedAndDestroyed(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	colors := func(color string) knownvalue.Check {
		return knownvalue.MapExact(map[string]knownvalue.Check{"lm_primary_background_color": knownvalue.StringExact(color)})
	}
	sameCreation := statecheck.CompareValue(compare.ValuesSame())
	laterChange := statecheck.CompareValue(compare.ValuesDiffer())

	runSteps(t,
		resource.TestStep{
			Config: service.config(appearance(
				`id = "1"`, `name = "Brand"`, `theme_mode = "dark"`, `recommendations = []`, `lm_primary_background_color = "#fff"`,
			)),
			ConfigPlanChecks: planned(
				plancheck.ExpectResourceAction(appearanceAddress, plancheck.ResourceActionCreate),
				plancheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New("applied_colors"), colors("#fff")),
				plancheck.ExpectUnknownValue(appearanceAddress, tfjsonpath.New("created_at")),
				plancheck.ExpectUnknownValue(appearanceAddress, tfjsonpath.New("last_modified")),
			),
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, putAppearance(1,
					`{"name": "Brand", "theme_mode": "dark", "recommendations": [], "lm_primary_background_color": "#fff"}`)),
				statecheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New("theme_mode"), knownvalue.StringExact("dark")),
				statecheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New("recommendations"), knownvalue.ListExact(nil)),
				statecheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New("start_message"), knownvalue.Null()),
				statecheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New("lm_primary_background_color"), knownvalue.Null()),
				statecheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New("applied_colors"), colors("#fff")),
				sameCreation.AddStateValue(appearanceAddress, tfjsonpath.New("created_at")),
				laterChange.AddStateValue(appearanceAddress, tfjsonpath.New("last_modified")),
			},
		},
		resource.TestStep{
			Config: service.config(appearance(`id = "1"`, `name = "Brand"`, `lm_primary_background_color = "#000"`)),
			ConfigPlanChecks: planned(
				plancheck.ExpectResourceAction(appearanceAddress, plancheck.ResourceActionUpdate),
				plancheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New("applied_colors"), colors("#000")),
				plancheck.ExpectUnknownValue(appearanceAddress, tfjsonpath.New("last_modified")),
			),
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, putAppearance(1, `{"name": "Brand", "lm_primary_background_color": "#000"}`)),
				statecheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New("theme_mode"), knownvalue.Null()),
				sameCreation.AddStateValue(appearanceAddress, tfjsonpath.New("created_at")),
				laterChange.AddStateValue(appearanceAddress, tfjsonpath.New("last_modified")),
			},
		},
	)

	// The steps have planned again, refreshed and destroyed the resource.
	if requests := service.takeRequests(t); len(requests) > 0 {
		t.Errorf("further requests: %v", requests)
	}

	if fields, _ := service.Appearance(1); fields["name"] != "Brand" {
		t.Errorf("destroy changed the appearance: %v", fields)
	}
}

func TestAccAppearance_OtherIDReplaces(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	step := func(id int, action plancheck.ResourceActionType, configuration string) resource.TestStep {
		return resource.TestStep{
			Config:            service.config(configuration),
			ConfigPlanChecks:  planned(plancheck.ExpectResourceAction(appearanceAddress, action)),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, putAppearance(id, `{"name": "N", "dm_button_outline_color": "red"}`))},
		}
	}

	runSteps(t,
		step(1, plancheck.ResourceActionCreate,
			appearance(`id = "1"`, `name = "N"`, `dm_button_outline_color = "red"`)),
		step(2, plancheck.ResourceActionDestroyBeforeCreate,
			appearance(`id = "2"`, `name = "N"`, `dm_button_outline_color = "red"`)),
		step(3, plancheck.ResourceActionCreateBeforeDestroy,
			appearance(`id = "3"`, `name = "N"`, `dm_button_outline_color = "red"`, `lifecycle { create_before_destroy = true }`)),
	)
}
