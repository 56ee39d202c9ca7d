package provider

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// declaredTwice returns blocks "test" and "other" of one type.
func declaredTwice(first, second string) string {
	return first + "\n\n" + strings.Replace(second, `"test"`, `"other"`, 1)
}

// TestAccOneOwner_SecondBlockIsRefused: one of the two is written, and never
// both.
func TestAccOneOwner_SecondBlockIsRefused(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	runSteps(t,
		resource.TestStep{
			Config:      service.config(declaredTwice(appearance(`id = "1"`, `name = "A"`), appearance(`id = "1"`, `name = "B"`))),
			ExpectError: regexp.MustCompile(`(?s)Object Declared Twice.*with the id\s+"1"`),
		},
		resource.TestStep{
			Config:      service.config(declaredTwice(source(`id = "7"`, `port = 1`), source(`id = "7"`, `port = 2`))),
			ExpectError: regexp.MustCompile(`(?s)Object Declared Twice.*with the id\s+"7"`),
		},
	)

	if got := len(service.takeRequests(t)); got != 2 {
		t.Errorf("%d requests, want one for each object", got)
	}
}

// TestAccOneOwner_SwappedIDsAreNotRefused: two replaced instances, each of which
// writes what the other wrote before.
func TestAccOneOwner_SwappedIDsAreNotRefused(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	count := func(want int) []statecheck.StateCheck {
		return []statecheck.StateCheck{checkFunc(func() error {
			if got := len(service.takeRequests(t)); got != want {
				t.Errorf("%d requests, want %d", got, want)
			}

			return nil
		})}
	}

	runSteps(t,
		resource.TestStep{
			Config:            service.config(declaredTwice(source(`id = "7"`, `port = 1`), source(`id = "8"`, `port = 2`))),
			ConfigStateChecks: count(2),
		},
		resource.TestStep{
			Config:            service.config(declaredTwice(source(`id = "8"`, `port = 1`), source(`id = "7"`, `port = 2`))),
			ConfigStateChecks: count(2),
		},
		// An update alone, and one beside it.
		resource.TestStep{
			Config:            service.config(declaredTwice(source(`id = "8"`, `port = 3`), source(`id = "7"`, `port = 4`))),
			ConfigStateChecks: count(2),
		},
	)
}

// TestOneOwner_SameIDOfAnotherTypeIsAnotherObject, and a refused write does not
// hold the object's other writer back in the next run.
func TestOneOwner_SameIDOfAnotherTypeIsAnotherObject(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})
	service.AddSource(1, "postgres", nil)

	wantHeadlines(t, core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N"}, nil).diagnostics)
	wantHeadlines(t, core.apply("s", sourceType, map[string]any{"id": "1"}, nil).diagnostics)
	core.restart()
	wantHeadlines(t, core.apply("a", appearanceType, map[string]any{"id": "1", "name": "M"}, nil).diagnostics)
}

func TestOneOwner_SecondWriterOfARunIsRefused(t *testing.T) {
	for _, id := range []string{"1", "01"} { // two spellings of one object
		core, service := startCore(t, mockserver.Behavior{})

		wantHeadlines(t, core.applyBeside("a", appearanceType, map[string]any{"id": "1", "name": "N"}).diagnostics)
		wantHeadlines(t, core.applyBeside("b", appearanceType, map[string]any{"id": id, "name": "M"}).diagnostics,
			`WARNING: Object Declared Twice at AttributeName("id")`, `ERROR: Object Declared Twice at AttributeName("id")`)
		wantRequests(t, service, putAppearance(1, `{"name": "N"}`))
	}
}

// TestOneOwner_SecondBlockWarnsInEveryPlan, also where only one of the two has
// anything to apply, so that nothing is refused.
func TestOneOwner_SecondBlockWarnsInEveryPlan(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})
	warning := `WARNING: Object Declared Twice at AttributeName("id")`
	config := func(name string) map[string]any { return map[string]any{"id": "1", "name": name} }

	wantHeadlines(t, core.apply("a", appearanceType, config("A"), nil).diagnostics)

	// The block comes later, and is planned before or after the other.
	plan, _ := core.plan("b", appearanceType, config("B"))
	wantHeadlines(t, plan.diagnostics)
	plan, _ = core.planBeside("a", appearanceType, config("A"))
	wantHeadlines(t, plan.diagnostics, warning)

	plan, _ = core.plan("a", appearanceType, config("A"))
	wantHeadlines(t, plan.diagnostics)
	plan, _ = core.planBeside("b", appearanceType, config("B"))
	wantHeadlines(t, plan.diagnostics, warning)

	// Both are in state, and nothing changes.
	core.apply("b", appearanceType, config("B"), nil)

	plan, _ = core.plan("a", appearanceType, config("A"))
	wantHeadlines(t, plan.diagnostics)
	plan, _ = core.planBeside("b", appearanceType, config("B"))
	wantHeadlines(t, plan.diagnostics, warning)
}

// TestOneOwner_ReplacementDoesNotWarn: core plans an instance that is to be
// replaced a second time, without its state.
func TestOneOwner_ReplacementDoesNotWarn(t *testing.T) {
	core, _ := startCore(t, mockserver.Behavior{})
	config := map[string]any{"id": "7", "port": 1}
	core.apply("s", sourceType, config, nil)

	plan, _ := core.plan("s", sourceType, config)
	wantHeadlines(t, plan.diagnostics)

	plan, _ = core.planBeside("the same, without its state", sourceType, config)
	wantHeadlines(t, plan.diagnostics)

	// An unknown id may be anybody's.
	for range 2 {
		plan, _ = core.planBeside("unknown", sourceType, map[string]any{"id": unknownValue{}})
		wantHeadlines(t, plan.diagnostics)
	}
}

// The second attempt of a request is no second writer.
func TestOneOwner_RetriedRequestIsOneWrite(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})
	service.QueueFault(mockserver.Fault{Status: 503, Header: map[string][]string{"Retry-After": {"0"}}})

	wantHeadlines(t, core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N"}, nil).diagnostics)
	wantRequests(t, service, putAppearance(1, `{"name": "N"}`), putAppearance(1, `{"name": "N"}`))
}
