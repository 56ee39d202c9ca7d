package provider

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// Terraform removes ignored changes from the plan, but not from the
// configuration at apply. Not even update_mode = "full" sends them: a password
// may be ignored because it is changed elsewhere.
func TestAccIgnoreChanges_AreNotSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configure := func(sent, ignored string) string {
		return service.config(
			appearance(`id = "1"`, `name = "n`+sent+`"`, `start_message = "`+ignored+`"`,
				`lifecycle { ignore_changes = [start_message] }`),
			source(`id = "7"`, `update_mode = "full"`, `port = `+sent, `hostname = "`+ignored+`"`, `password = "`+ignored+`"`,
				`token_wo = "`+ignored+`"`, `token_wo_version = "`+ignored+`"`,
				`lifecycle { ignore_changes = [hostname, password, token_wo, token_wo_version] }`),
		)
	}

	runSteps(t,
		resource.TestStep{
			Config: configure("1", "10"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t,
				putAppearance(1, `{"name": "n1", "start_message": "10"}`),
				patchSource(7, `{"port": 1, "hostname": "10", "password": "10", "token": "10"}`),
			)},
		},
		resource.TestStep{
			Config: configure("2", "20"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t,
				putAppearance(1, `{"name": "n2", "start_message": "10"}`),
				patchSource(7, `{"port": 2}`),
			)},
		},
	)
}

// Terraform plans an ignored write-only attribute as null, because state has no
// earlier value, and a PUT without the field may reset it.
func TestAccIgnoreChanges_ColorsAreRefused(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configure := func(ignored, name string, arguments ...string) string {
		return service.config(appearance(append(arguments, `id = "1"`, `name = "`+name+`"`, `lm_dark_background_color = "#111"`,
			`lifecycle { ignore_changes = `+ignored+` }`)...))
	}
	sent := func(name string) []statecheck.StateCheck {
		return []statecheck.StateCheck{service.received(t, putAppearance(1, `{"name": "`+name+`", "lm_dark_background_color": "#111"}`))}
	}
	refused := regexp.MustCompile(`(?s)Ignored Value Missing.*lm_dark_background_color`)

	runSteps(t,
		resource.TestStep{Config: configure("[]", "n1"), ConfigStateChecks: sent("n1")},
		resource.TestStep{Config: configure("all", "n1"), ExpectError: refused},
		resource.TestStep{Config: configure("[lm_dark_background_color]", "n2", `write_only_version = 1`), ExpectError: refused},
		resource.TestStep{Config: configure("[]", "n2", `write_only_version = 1`), ConfigStateChecks: sent("n2")},
		resource.TestStep{
			Config:            configure("all", "n3", `write_only_version = 2`),
			ConfigPlanChecks:  planned(plancheck.ExpectEmptyPlan()),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t)},
		},
	)
}
