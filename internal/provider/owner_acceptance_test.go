package provider

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
)

// tenant returns a chatview_appearance block with an id of its own.
func tenant(name, id string) string {
	return fmt.Sprintf("resource \"chatview_appearance\" %q {\n  id = %q\n  name = \"Tenant %s\"\n}", name, id, id)
}

// The same two objects move between addresses. The instance that manages an
// object is recognized by its private state, which only core passes on.
func TestAccOneOwner_ObjectsMoveBetweenAddresses(t *testing.T) {
	service := startService(t)
	moved := func(from, to string) string {
		return "moved {\n  from = chatview_appearance." + from + "\n  to = chatview_appearance." + to + "\n}"
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
			Config:            service.config(tenant("a", "1"), tenant("b", "2"), moved("test[0]", "a"), moved("test[1]", "b")),
			ConfigPlanChecks:  planned(action("a", plancheck.ResourceActionNoop), action("b", plancheck.ResourceActionNoop)),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t)},
		},
		resource.TestStep{
			Config: service.config(tenant("a", "2"), tenant("b", "1")),
			ConfigPlanChecks: planned(
				action("a", plancheck.ResourceActionDestroyBeforeCreate), action("b", plancheck.ResourceActionDestroyBeforeCreate)),
			ConfigStateChecks: sent,
		},
		// There is no moved block.
		resource.TestStep{
			Config:            service.config(tenant("c", "1"), tenant("d", "2")),
			ConfigPlanChecks:  planned(action("c", plancheck.ResourceActionCreate), action("a", plancheck.ResourceActionDestroy)),
			ConfigStateChecks: sent,
		},
	)
}
