package provider

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const sourceAddress = "chatview_source.test"

func TestAccSource_OnlyChangesAreSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	runSteps(t,
		resource.TestStep{
			Config: service.config(source(
				`id = "7"`, `account_name = "Sales"`, `port = 1`, `selected_schemas = ["sales", "audit"]`,
				`password = "plain"`, `service_account_key = jsonencode({ k = 1 })`, `token_wo = "first"`, `token_wo_version = 1`,
			)),
			ConfigPlanChecks: planned(plancheck.ExpectResourceAction(sourceAddress, plancheck.ResourceActionCreate)),
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, patchSource(7, `{"account_name": "Sales", "port": 1, "selected_schemas": ["audit", "sales"],
					"password": "plain", "service_account_key": {"k": 1}, "token": "first"}`)),
				statecheck.ExpectSensitiveValue(sourceAddress, tfjsonpath.New("password")),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("token_wo"), knownvalue.Null()),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("type"), knownvalue.StringExact("postgres")),
			},
		},
		// The password leaves the state. The key is formatted differently, and
		// the version of the token does not change.
		resource.TestStep{
			Config: service.config(source(
				`id = "7"`, `account_name = "Sales"`, `port = 2`, `selected_schemas = ["audit", "sales"]`,
				`password_wo = "hidden"`, `password_wo_version = 1`, `service_account_key = "{ \"k\": 1 }"`, `token_wo = "other"`, `token_wo_version = 1`,
			)),
			ConfigPlanChecks: planned(plancheck.ExpectResourceAction(sourceAddress, plancheck.ResourceActionUpdate)),
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, patchSource(7, `{"port": 2, "password": "hidden"}`)),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("password"), knownvalue.Null()),
			},
		},
		resource.TestStep{
			Config:           service.config(source(`id = "7"`)),
			ConfigPlanChecks: planned(plancheck.ExpectResourceAction(sourceAddress, plancheck.ResourceActionUpdate)),
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("port"), knownvalue.Null()),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("account_name"), knownvalue.StringExact("Sales")),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("type"), knownvalue.StringExact("postgres")),
			},
		},
	)

	// The steps have planned again, refreshed and destroyed the resource.
	if requests := service.takeRequests(t); len(requests) > 0 {
		t.Errorf("further requests: %v", requests)
	}
}

func TestAccSource_ImportByCommandIsFollowedByUpdate(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configuration := service.config(source(`id = "8"`, `host = "h"`, `password_wo = "p"`, `password_wo_version = 3`))

	runSteps(t,
		resource.TestStep{
			Config:             configuration,
			ResourceName:       sourceAddress,
			ImportState:        true,
			ImportStateId:      "8",
			ImportStatePersist: true,
		},
		resource.TestStep{
			Config:           configuration,
			ConfigPlanChecks: planned(plancheck.ExpectResourceAction(sourceAddress, plancheck.ResourceActionUpdate)),
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, patchSource(8, `{"host": "h", "password": "p"}`)),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("type"), knownvalue.StringExact("postgres")),
			},
		},
	)
}

// An update whose response is lost may have been made. If the configuration is
// then reverted, it equals the state, but the API may have the new values.
func TestAccSource_RevertAfterUnknownOutcomeIsSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	service.settings = []string{"max_retries = 0"}
	configure := func(port, version string) string {
		return service.config(source(`id = "7"`, `port = `+port, `token_wo = "t`+version+`"`, `token_wo_version = `+version))
	}
	sent := []statecheck.StateCheck{service.received(t, patchSource(7, `{"port": 1, "token": "t1"}`))}

	runSteps(t,
		resource.TestStep{Config: configure("1", "1"), ConfigStateChecks: sent},
		resource.TestStep{
			PreConfig:   func() { service.QueueFaults(mockserver.Fault{Drop: mockserver.DropAfterChange}) },
			Config:      configure("2", "2"),
			ExpectError: regexp.MustCompile("Connection Lost"),
		},
		resource.TestStep{
			PreConfig:         service.ClearRequests,
			Config:            configure("1", "1"),
			ConfigPlanChecks:  planned(plancheck.ExpectResourceAction(sourceAddress, plancheck.ResourceActionUpdate)),
			ConfigStateChecks: sent,
		},
	)
}
