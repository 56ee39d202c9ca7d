package provider

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// TestAcc_IgnoredChangesAreNotSent: Terraform leaves ignored changes out of the
// plan, and not out of the configuration that an apply gets.
func TestAcc_IgnoredChangesAreNotSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	declare := func(ignored, port string) string {
		return service.config(
			appearance(`id = "1"`, `name = "n`+port+`"`, `start_message = "`+ignored+`"`, `lifecycle { ignore_changes = [start_message] }`),
			source(`id = "7"`, `port = `+port, `hostname = "`+ignored+`"`, `password = "`+ignored+`"`,
				`lifecycle { ignore_changes = [hostname, password] }`))
	}
	sent := func(want ...string) []statecheck.StateCheck {
		return []statecheck.StateCheck{checkFunc(func() error {
			got := map[string]bool{}
			for _, request := range service.takeRequests(t) {
				got[request] = true
			}

			for _, request := range normalized(t, want) {
				if !got[request] {
					return fmt.Errorf("%s is not among %v", request, got)
				}
			}

			return nil
		})}
	}

	runSteps(t,
		resource.TestStep{
			Config: declare("one", "1"),
			ConfigStateChecks: sent(putAppearance(1, `{"name": "n1", "start_message": "one"}`),
				patchSource(7, `{"port": 1, "hostname": "one", "password": "one"}`)),
		},
		resource.TestStep{
			Config:            declare("two", "2"),
			ConfigStateChecks: sent(putAppearance(1, `{"name": "n2", "start_message": "one"}`), patchSource(7, `{"port": 2}`)),
		},
	)
}

// TestAcc_IgnoredColorsAreNotSent: to a plan, an ignored write-only attribute is
// one that is not declared, because Terraform has no earlier value to put there.
func TestAcc_IgnoredColorsAreNotSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	declare := func(name, color string) string {
		return service.config(appearance(`id = "1"`, `name = "`+name+`"`, `lm_dark_background_color = "`+color+`"`,
			`dm_dark_background_color = "`+color+`"`, `lifecycle { ignore_changes = [lm_dark_background_color] }`))
	}

	runSteps(t,
		resource.TestStep{
			Config: declare("n1", "#111"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t,
				putAppearance(1, `{"name": "n1", "lm_dark_background_color": "#111", "dm_dark_background_color": "#111"}`))},
			// What was declared while creating, when nothing is ignored, is
			// forgotten by the next apply.
			ExpectNonEmptyPlan: true,
		},
		resource.TestStep{
			Config: declare("n2", "#222"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t,
				putAppearance(1, `{"name": "n2", "dm_dark_background_color": "#222"}`))},
		},
	)
}

// TestAcc_IgnoredColorsOfAVersionAreNotSent: with a version there are no
// fingerprints that say what was planned.
func TestAcc_IgnoredColorsOfAVersionAreNotSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	declare := func(name, color string) string {
		return service.config(appearance(`id = "1"`, `name = "`+name+`"`, `lm_dark_background_color = "`+color+`"`,
			`dm_dark_background_color = "`+color+`"`, `write_only_version = 1`, `lifecycle { ignore_changes = [lm_dark_background_color] }`))
	}

	runSteps(t,
		resource.TestStep{
			Config: declare("n1", "#111"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t,
				putAppearance(1, `{"name": "n1", "lm_dark_background_color": "#111", "dm_dark_background_color": "#111"}`))},
		},
		resource.TestStep{
			Config: declare("n2", "#222"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t,
				putAppearance(1, `{"name": "n2", "dm_dark_background_color": "#222"}`))},
		},
	)
}

// TestAcc_IgnoredCredentialsAreNotSent, also where an update sends everything:
// the password may have been changed elsewhere, which is a reason to ignore it.
func TestAcc_IgnoredCredentialsAreNotSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	service.settings = []string{"max_retries = 0"}

	declare := func(mode, port, password, version string) string {
		return service.config(source(`id = "7"`, `port = `+port, `update_mode = "`+mode+`"`,
			`password_wo = "`+password+`"`, `password_wo_version = `+version, `token_wo = "`+password+`"`, `token_wo_version = 1`,
			`lifecycle { ignore_changes = [password_wo, password_wo_version] }`))
	}

	runSteps(t,
		resource.TestStep{
			Config: declare("full", "1", "one", "1"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t,
				patchSource(7, `{"port": 1, "password": "one", "token": "one"}`))},
		},
		resource.TestStep{
			Config:            declare("full", "2", "two", "2"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, `{"port": 2, "token": "two"}`))},
		},
		resource.TestStep{
			PreConfig:   func() { service.QueueFault(mockserver.Fault{Drop: mockserver.DropAfterChange}) },
			Config:      declare("changed", "3", "three", "3"),
			ExpectError: regexp.MustCompile("Connection Lost"),
		},
		resource.TestStep{
			PreConfig:         service.ForgetRequests,
			Config:            declare("changed", "3", "three", "3"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, `{"port": 3, "token": "three"}`))},
		},
	)
}
