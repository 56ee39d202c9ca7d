package provider

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
)

const testAppearance = "chatview_appearance.test"

// An ephemeral value that changes whenever it is opened is sent only if its version
// changes. Each step is followed by an empty plan.
func TestAccAppearance_RotatedValuesAreSentWithTheirVersion(t *testing.T) {
	service := startService(t)
	configure := func(arguments ...string) string {
		return service.config(rotatingSecret, appearance(append(arguments, `id = "1"`, `name = "N"`)...))
	}
	rotating := []string{
		`lm_dark_background_color = ephemeral.rotating_value.secret.value`,
		`custom_css_overrides = jsonencode({ text = ephemeral.rotating_value.secret.value })`,
	}
	step := func(version string) resource.TestStep {
		return resource.TestStep{
			Config: configure(append(rotating, `write_only_version = "`+version+`"`)...),
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t,
					putAppearance(1, `{"name": "N", "lm_dark_background_color": "rotated", "custom_css_overrides": {"text": "rotated"}}`)),
				inState(testAppearance, "write_only_version", exactly(version)),
				inState(testAppearance, "applied_colors", knownvalue.Null()),
				inState(testAppearance, "custom_css_overrides_digest", knownvalue.Null()),
			},
		}
	}

	runSteps(t,
		step("1"),
		step("second"),
		resource.TestStep{
			Config: configure(`lm_dark_background_color = "#111"`),
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, putAppearance(1, `{"name": "N", "lm_dark_background_color": "#111"}`)),
				inState(testAppearance, "write_only_version", knownvalue.Null()),
				inState(testAppearance, "applied_colors", exactly(map[string]any{"lm_dark_background_color": "#111"})),
			},
		},
	)
}

// The same two objects move between addresses. The instance that manages an
// object is recognized by its private state, which only core passes on.
func TestAccAppearance_ReplacedAndMovedObjectsHaveOneOwner(t *testing.T) {
	service := startService(t)
	moved := func(from, to string) string {
		return "moved {\n  from = chatview_appearance." + from + "\n  to = chatview_appearance." + to + "\n}"
	}
	tenant := func(name, id, lifecycle string) string {
		return fmt.Sprintf("resource \"chatview_appearance\" %q {\n  id = %q\n  name = \"Tenant %s\"\n  %s\n}", name, id, id, lifecycle)
	}
	action := func(name string, action plancheck.ResourceActionType) plancheck.PlanCheck {
		return plancheck.ExpectResourceAction("chatview_appearance."+name, action)
	}
	sent := []statecheck.StateCheck{service.received(t,
		putAppearance(1, `{"name": "Tenant 1"}`), putAppearance(2, `{"name": "Tenant 2"}`))}

	runSteps(t,
		resource.TestStep{
			Config:            service.config(appearance("count = 2", `id = count.index + 1`, `name = "Tenant ${count.index + 1}"`)),
			ConfigStateChecks: sent,
		},
		resource.TestStep{
			Config:            service.config(tenant("a", "1", ""), tenant("b", "2", ""), moved("test[0]", "a"), moved("test[1]", "b")),
			ConfigPlanChecks:  planned(action("a", plancheck.ResourceActionNoop), action("b", plancheck.ResourceActionNoop)),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t)},
		},
		resource.TestStep{
			Config: service.config(tenant("a", "2", ""), tenant("b", "1", "")),
			ConfigPlanChecks: planned(
				action("a", plancheck.ResourceActionDestroyBeforeCreate), action("b", plancheck.ResourceActionDestroyBeforeCreate)),
			ConfigStateChecks: sent,
		},
		// There is no moved block.
		resource.TestStep{
			Config:            service.config(tenant("c", "1", ""), tenant("d", "2", "")),
			ConfigPlanChecks:  planned(action("c", plancheck.ResourceActionCreate), action("a", plancheck.ResourceActionDestroy)),
			ConfigStateChecks: sent,
		},
		// A tainted resource is replaced with the same id.
		resource.TestStep{
			Taint:  []string{"chatview_appearance.c"},
			Config: service.config(tenant("c", "1", ""), tenant("d", "3", `lifecycle { create_before_destroy = true }`)),
			ConfigPlanChecks: planned(
				action("c", plancheck.ResourceActionReplace), action("d", plancheck.ResourceActionCreateBeforeDestroy)),
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, putAppearance(1, `{"name": "Tenant 1"}`), putAppearance(3, `{"name": "Tenant 3"}`)),
				inState("chatview_appearance.d", "id", exactly("3")),
			},
		},
	)
}

// An update whose response is unreadable may have been made. If the configuration
// is then reverted, it equals the state, but the API may have the new values.
//
// Terraform removes ignored changes from the plan, but not from the configuration
// at apply. An ignored write-only attribute is planned as null, because state has
// no earlier value, and a PUT without the field may reset it.
func TestAccAppearance_UnconfirmedIsSentAndIgnoredIsNot(t *testing.T) {
	service := startService(t)
	configure := func(name, message, ignored string) string {
		return service.config(appearance(`id = "1"`, `name = "`+name+`"`, `start_message = "`+message+`"`,
			`lm_dark_background_color = "#111"`, `lifecycle { ignore_changes = [`+ignored+`] }`))
	}
	body := func(name, message string) string {
		return putAppearance(1, jsonOf(map[string]any{"name": name, "start_message": message, "lm_dark_background_color": "#111"}))
	}
	received := func(name, message string) []statecheck.StateCheck {
		return []statecheck.StateCheck{
			service.received(t, body(name, message)),
			inState(testAppearance, "name", exactly(name)),
			inState(testAppearance, "start_message", exactly(message)),
		}
	}

	runSteps(t,
		resource.TestStep{Config: configure("N1", "M1", ""), ConfigStateChecks: received("N1", "M1")},
		resource.TestStep{
			PreConfig:   func() { service.QueueFaults(page) },
			Config:      configure("N2", "M2", ""),
			ExpectError: regexp.MustCompile("Unreadable Response"),
		},
		resource.TestStep{
			PreConfig:         func() { wantRequests(t, service, body("N2", "M2")) },
			Config:            configure("N1", "M1", ""),
			ConfigPlanChecks:  planned(plancheck.ExpectResourceAction(testAppearance, plancheck.ResourceActionUpdate)),
			ConfigStateChecks: received("N1", "M1"),
		},
		resource.TestStep{Config: configure("N3", "M3", "start_message"), ConfigStateChecks: received("N3", "M1")},
		resource.TestStep{
			Config:      configure("N4", "M1", "lm_dark_background_color"),
			ExpectError: regexp.MustCompile(`(?s)ignore_changes Blocks Update.*lm_dark_background_color`),
		},
	)
	wantRequests(t, service)
}
