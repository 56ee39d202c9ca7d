package provider

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const sourceAddress = "chatview_source.test"

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
