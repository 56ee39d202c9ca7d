package provider

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// An update whose response is lost may have been made. If the configuration is
// then reverted, it equals the state, but the API may still have the new
// values.

func TestAccAppearance_RevertAfterUnknownOutcomeIsSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	service.settings = []string{"max_retries = 0"}
	configure := func(name string) string {
		return service.config(appearance(`id = "1"`, `name = "`+name+`"`, `lm_dark_background_color = "`+name+`"`))
	}
	body := func(name string) string {
		return putAppearance(1, `{"name": "`+name+`", "lm_dark_background_color": "`+name+`"}`)
	}

	runSteps(t,
		resource.TestStep{Config: configure("old"), ConfigStateChecks: []statecheck.StateCheck{service.received(t, body("old"))}},
		resource.TestStep{
			PreConfig:   func() { service.QueueFaults(mockserver.Fault{Drop: mockserver.DropAfterChange}) },
			Config:      configure("new"),
			ExpectError: regexp.MustCompile("Connection Lost"),
		},
		resource.TestStep{
			PreConfig: service.ClearRequests,
			Config:    configure("old"),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(appearanceAddress, plancheck.ResourceActionUpdate)},
			},
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, body("old"))},
		},
	)
}

func TestAccSource_RevertAfterUnknownOutcomeIsSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	service.settings = []string{"max_retries = 0"}
	configure := func(port, version string) string {
		return service.config(source(`id = "7"`, `hostname = "h"`, `port = `+port, `token_wo = "t`+version+`"`, `token_wo_version = `+version))
	}

	runSteps(t,
		resource.TestStep{Config: configure("1", "1"), ConfigStateChecks: []statecheck.StateCheck{
			service.received(t, patchSource(7, `{"hostname": "h", "port": 1, "token": "t1"}`)),
		}},
		resource.TestStep{
			PreConfig:   func() { service.QueueFaults(mockserver.Fault{Drop: mockserver.DropAfterChange}) },
			Config:      configure("2", "2"),
			ExpectError: regexp.MustCompile("Connection Lost"),
		},
		resource.TestStep{
			PreConfig: service.ClearRequests,
			Config:    configure("1", "1"),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(sourceAddress, plancheck.ResourceActionUpdate)},
			},
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, patchSource(7, `{"hostname": "h", "port": 1, "token": "t1"}`)),
			},
		},
	)
}
