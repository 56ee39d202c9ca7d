package provider

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
)

const testSource = "chatview_source.test"

// An ephemeral value that changes whenever it is opened is sent only if its version
// changes. Each step is followed by an empty plan.
func TestAccSource_RotatedCredentialsAreSentWithTheirVersion(t *testing.T) {
	service := startService(t)
	// versions are those of credentialFields. The empty one is of no credential.
	step := func(port int, versions []string, want ...string) resource.TestStep {
		if len(versions) != len(credentialFields) {
			t.Fatalf("%d versions, want one for each of %v", len(versions), credentialFields)
		}

		settings := []string{`id = "7"`, fmt.Sprintf("port = %d", port)}
		checks := []statecheck.StateCheck{service.received(t, want...), inState(testSource, "port", exactly(port))}

		for i, field := range credentialFields {
			stored := exactly(nil)
			if versions[i] != "" {
				stored = exactly(versions[i])
				settings = append(settings, fmt.Sprintf("%s_wo_version = %q", field, versions[i]),
					fmt.Sprintf("%[1]s_wo = jsonencode(\"%[1]s ${ephemeral.rotating_value.secret.value}\")", field))
			}

			checks = append(checks, inState(testSource, field+"_wo_version", stored), inState(testSource, field+"_wo", exactly(nil)))
		}

		return resource.TestStep{
			Config:            service.config(rotatingSecret, source(settings...)),
			ConfigPlanChecks:  planned(plancheck.ExpectNonEmptyPlan()),
			ConfigStateChecks: checks,
		}
	}

	const (
		passwordAndToken = `"password": "\"password rotated\"", "token": "\"token rotated\""`
		stringAndKey     = `"connection_string": "\"connection_string rotated\"", "service_account_key": "service_account_key rotated"`
	)

	runSteps(t,
		step(1, []string{"1", "1", "1", "1"}, patchSource(7, `{"port": 1, `+passwordAndToken+`, `+stringAndKey+`}`)),
		step(2, []string{"2", "1", "second", "1"}, patchSource(7, `{"port": 2, `+passwordAndToken+`}`)),
		step(2, []string{"", "2", "", "second"}, patchSource(7, `{`+stringAndKey+`}`)),
	)
}

// An update whose response is unreadable may have been made. If the configuration
// is then reverted, it equals the state, but the API may have the new values.
//
// Terraform removes ignored changes from the plan, but not from the configuration
// at apply. Not even update_mode = "full" and triggers send them: a password may be
// ignored because it is changed elsewhere.
func TestAccSource_UnconfirmedIsSentAndIgnoredIsNot(t *testing.T) {
	service := startService(t)
	configure := func(port, version string, also ...string) string {
		return service.config(source(append(also, `id = "7"`, `username = "u"`, `port = `+port, `hostname = "h`+version+`"`, `password = "p`+version+`"`,
			`token_wo = "t`+version+`"`, `token_wo_version = `+version)...))
	}
	step := func(config, want string, checks ...statecheck.StateCheck) resource.TestStep {
		return resource.TestStep{Config: config, ConfigStateChecks: append(checks, service.received(t, patchSource(7, want)))}
	}

	const (
		everything = `{"username": "u", "port": 1, "hostname": "h1", "password": "p1", "token": "t1"}`
		ignored    = `lifecycle { ignore_changes = [hostname, password, token_wo, token_wo_version] }`
	)

	reverted := step(configure("1", "1"), everything, inState(testSource, "port", exactly(1)))
	reverted.PreConfig = func() {
		wantRequests(t, service, patchSource(7, `{"port": 2, "hostname": "h2", "password": "p2", "token": "t2"}`))
	}
	reverted.ConfigPlanChecks = planned(plancheck.ExpectResourceAction(testSource, plancheck.ResourceActionUpdate))

	runSteps(t,
		step(configure("1", "1"), everything),
		resource.TestStep{
			PreConfig:   func() { service.QueueFaults(page) },
			Config:      configure("2", "2"),
			ExpectError: regexp.MustCompile("Unreadable Response"),
		},
		reverted,
		step(configure("3", "3", ignored, `update_mode = "full"`), `{"username": "u", "port": 3}`,
			inState(testSource, "update_mode", exactly("full")), inState(testSource, "hostname", exactly("h1")),
			inState(testSource, "password", exactly("p1")), inState(testSource, "token_wo_version", exactly("1"))),
		step(configure("3", "3", ignored, `triggers = { schedule = 1 }`), `{"username": "u", "port": 3}`,
			inState(testSource, "update_mode", exactly(nil)), inState(testSource, "triggers", exactly(map[string]any{"schedule": "1"}))),
	)
}
