package provider

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// Terraform removes ignored changes from the plan, but not from the
// configuration at apply.
func TestAccIgnoreChanges_AreNotSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configure := func(ignored, port string) string {
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
			Config: configure("one", "1"),
			ConfigStateChecks: sent(putAppearance(1, `{"name": "n1", "start_message": "one"}`),
				patchSource(7, `{"port": 1, "hostname": "one", "password": "one"}`)),
		},
		resource.TestStep{
			Config:            configure("two", "2"),
			ConfigStateChecks: sent(putAppearance(1, `{"name": "n2", "start_message": "one"}`), patchSource(7, `{"port": 2}`)),
		},
	)
}

// Terraform plans an ignored write-only attribute as null, because state has
// no earlier value, and a PUT without the field may reset it.
func TestAccIgnoreChanges_ColorsAreRefused(t *testing.T) {
	for name, version := range map[string]string{"Compared": "", "Version": "write_only_version = 1"} {
		t.Run(name, func(t *testing.T) {
			service := startService(t, mockserver.Behavior{})
			themed := func(name, ignored string) string {
				return service.config(appearance(`id = "1"`, `name = "`+name+`"`, `lm_dark_background_color = "#111"`,
					`dm_dark_background_color = "#222"`, version, `lifecycle { ignore_changes = [`+ignored+`] }`))
			}
			body := func(name string) string {
				return putAppearance(1, `{"name": "`+name+`", "lm_dark_background_color": "#111", "dm_dark_background_color": "#222"}`)
			}

			runSteps(t,
				resource.TestStep{Config: themed("n1", ""), ConfigStateChecks: []statecheck.StateCheck{service.received(t, body("n1"))}},
				resource.TestStep{
					Config:      themed("n2", "lm_dark_background_color"),
					ExpectError: regexp.MustCompile(`(?s)Ignored Value Missing.*lm_dark_background_color`),
				},
				resource.TestStep{Config: themed("n2", ""), ConfigStateChecks: []statecheck.StateCheck{service.received(t, body("n2"))}},
			)
		})
	}
}

// ignore_changes = all is refused if colors are compared, and plans no change
// if write_only_version is set.
func TestAccIgnoreChanges_All(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	themed := func(version, ignored string) string {
		return service.config(appearance(`id = "1"`, `name = "N"`, `lm_dark_background_color = "#111"`, version,
			`lifecycle { ignore_changes = `+ignored+` }`))
	}
	sent := []statecheck.StateCheck{service.received(t, putAppearance(1, `{"name": "N", "lm_dark_background_color": "#111"}`))}

	runSteps(t,
		resource.TestStep{Config: themed("", "[]"), ConfigStateChecks: sent},
		resource.TestStep{Config: themed("", "all"), ExpectError: regexp.MustCompile(`Ignored Value Missing`)},
		resource.TestStep{Config: themed("write_only_version = 1", "[]"), ConfigStateChecks: sent},
		resource.TestStep{
			Config:            themed("write_only_version = 1", "all"),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			ConfigStateChecks: []statecheck.StateCheck{service.received(t)},
		},
	)
}

// State has no name to send.
func TestAccIgnoreChanges_ImportedNameIsRefused(t *testing.T) {
	for _, ignored := range []string{"[name]", "all"} {
		t.Run(ignored, func(t *testing.T) {
			service := startService(t, mockserver.Behavior{})
			imported := func(lifecycle string) string {
				return service.config(appearance(`id = "1"`, `name = "N"`, lifecycle), "import {\n  to = "+appearanceAddress+"\n  id = \"1\"\n}")
			}
			ignoring := imported(`lifecycle { ignore_changes = ` + ignored + ` }`)

			runSteps(t,
				resource.TestStep{Config: ignoring, PlanOnly: true, ExpectError: regexp.MustCompile(`(?s)Required Value Ignored.*Remove name from ignore_changes`)},
				resource.TestStep{
					Config:            imported(""),
					ConfigStateChecks: []statecheck.StateCheck{service.received(t, putAppearance(1, `{"name": "N"}`))},
				},
				resource.TestStep{
					Config:            ignoring,
					ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
					ConfigStateChecks: []statecheck.StateCheck{service.received(t)},
				},
			)
		})
	}
}

// The update sends everything else.
func TestAccIgnoreChanges_SourceSettingsAreNotSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	connected := func(mode, trigger, value string) string {
		return service.config(source(`id = "7"`, `port = 1`, `update_mode = "`+mode+`"`, `triggers = { sent = "`+trigger+`" }`,
			`username = "`+value+`"`, `password = "`+value+`"`, `lifecycle { ignore_changes = [username, password] }`))
	}

	runSteps(t,
		resource.TestStep{
			Config: connected("changed", "1", "one"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t,
				patchSource(7, `{"port": 1, "username": "one", "password": "one"}`))},
		},
		resource.TestStep{
			Config:            connected("full", "1", "two"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, `{"port": 1}`))},
		},
		resource.TestStep{
			Config:            connected("changed", "2", "two"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, `{"port": 1}`))},
		},
	)
}

// Even an update that sends everything leaves them out: a password may be
// ignored because it is changed elsewhere.
func TestAccIgnoreChanges_CredentialsAreNotSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	service.settings = []string{"max_retries = 0"}

	configure := func(mode, port, password, version string) string {
		return service.config(source(`id = "7"`, `port = `+port, `update_mode = "`+mode+`"`,
			`password_wo = "`+password+`"`, `password_wo_version = `+version, `token_wo = "`+password+`"`, `token_wo_version = 1`,
			`lifecycle { ignore_changes = [password_wo, password_wo_version] }`))
	}

	runSteps(t,
		resource.TestStep{
			Config: configure("full", "1", "one", "1"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t,
				patchSource(7, `{"port": 1, "password": "one", "token": "one"}`))},
		},
		resource.TestStep{
			Config:            configure("full", "2", "two", "2"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, `{"port": 2, "token": "two"}`))},
		},
		resource.TestStep{
			PreConfig:   func() { service.QueueFaults(mockserver.Fault{Drop: mockserver.DropAfterChange}) },
			Config:      configure("changed", "3", "three", "3"),
			ExpectError: regexp.MustCompile("Connection Lost"),
		},
		resource.TestStep{
			PreConfig:         service.ClearRequests,
			Config:            configure("changed", "3", "three", "3"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, `{"port": 3, "token": "three"}`))},
		},
	)
}
