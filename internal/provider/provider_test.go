package provider

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

// The service may be created in the same apply, and be replaced later: its address
// is then unknown at plan. Another service gets everything.
func TestAccProvider_AddressMayBeUnknownAtPlan(t *testing.T) {
	services := []*service{startService(t), startService(t)}

	var steps []resource.TestStep

	for i, service := range services {
		steps = append(steps, resource.TestStep{
			Config: `
				resource "terraform_data" "service" {
					input = "` + service.url + `"
				}

				provider "chatview" {
					base_url = terraform_data.service.output
					api_key  = "` + testAPIKey + `"
				}
			` + source(`id = "7"`, `username = "u"`, fmt.Sprintf("port = %d", i+1)),
			ConfigPlanChecks: planned(
				plancheck.ExpectResourceAction(testSource, createThenUpdate(i)),
				plancheck.ExpectUnknownValue(testSource, tfjsonpath.New("base_url")),
			),
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, patchSource(7, fmt.Sprintf(`{"username": "u", "port": %d}`, i+1))),
				inState(testSource, "base_url", exactly(service.url)),
			},
		})
	}

	runSteps(t, steps...)
	wantRequests(t, services[0])
}
