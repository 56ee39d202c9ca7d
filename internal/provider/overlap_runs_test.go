package provider

import (
	"maps"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// The tests of overlaps between the runs of "terraform test".

// Planning an existing instance again starts a new walk.
func TestOverlap_AllowsPlanOnlyRuns(t *testing.T) {
	c, _ := startApplied(t, theme("a", "1", "A"), theme("b", "2", "B"))

	for _, ids := range [][]string{{"1", "2"}, {"2", "1"}, {"3", "1"}, {"1", "3"}} {
		for i, address := range []string{"a", "b"} {
			wantNoOverlap(t, c.planBlock(theme(address, ids[i], address)))
		}
	}

	// Only the first of the two begins a walk.
	c.planBlock(theme("a", "4", "a"))
	wantText(t, last(c.planBlock(theme("b", "4", "b"))), "Object Managed Twice: appearance 4")
}

// An apply that has nothing to send ends its walk as well.
func TestOverlap_AllowsSwapAfterAnApplyThatSendsNothing(t *testing.T) {
	source := func(address, id, mode string) resourceBlock {
		return resourceBlock{address, sourceType, map[string]any{"id": id, "hostname": "h", "update_mode": mode}}
	}

	c, service := startApplied(t, source("a", "7", "full"), source("b", "8", "full"))

	c.run(source("a", "7", "full"), source("b", "8", "changed"))
	wantRequests(t, service)

	c.planBlock(source("a", "7", "full"))
	c.planBlock(source("b", "8", "changed"))
	wantNoOverlap(t, c.run(source("a", "8", "full"), source("b", "7", "changed")))
}

// A later walk may be that of another run, so what the first walk refuses is a
// warning, also if the new resource has the values of the existing one.
func TestOverlap_WithAnExistingResourceWarnsAfterTheFirstWalk(t *testing.T) {
	for _, name := range []string{"A", "B"} {
		c, service := startApplied(t, theme("a", "1", "A"))

		c.planBlock(theme("a", "1", "A"))
		wantText(t, first(c.planBlock(theme("b", "1", name))), `WARNING AttributeName("id"): Object Managed Twice: appearance 1`)
		wantRequests(t, service)
	}
}

// Only a create can be the other half of a replacement.
func TestOverlap_ImportOfAReplacedObjectWarnsInLaterWalks(t *testing.T) {
	c, service := startApplied(t, theme("a", "1", "A"))

	c.replace = true
	c.planBlock(theme("a", "1", "A"))

	c.replace = false
	c.importByID("b", appearanceType, "1")
	wantText(t, first(c.planBlock(theme("b", "1", "A"))), `WARNING AttributeName("id"): Object Managed Twice: appearance 1`)
	wantRequests(t, service)
}

// "terraform test" discards the state of a plan-only run, so the next run
// imports the object again.
func TestOverlap_AllowsPlanOnlyRunsOfImports(t *testing.T) {
	for _, block := range []resourceBlock{theme("a", "1", "A"), database("a", "a.example.com")} {
		c, service := startCore(t, mockserver.Behavior{})

		for range 2 {
			c.importByID("a", block.typeName, block.config["id"].(string))
			wantNoOverlap(t, c.planBlock(block))
		}

		c.importByID("a", block.typeName, block.config["id"].(string))
		wantNoOverlap(t, c.run(block))
		wantNoOverlap(t, c.run(block))

		if requests := service.takeRequests(t); len(requests) != 1 {
			t.Errorf("%d requests arrived: %v", len(requests), requests)
		}
	}
}

// A run may create what an earlier one only planned to import, or the reverse.
func TestOverlap_ImportAndCreateInPlanOnlyRuns(t *testing.T) {
	for _, importsFirst := range []bool{true, false} {
		c, service := startApplied(t, theme("b", "2", "B"))

		if importsFirst {
			c.importByID("a", appearanceType, "1")
		}

		c.planBlock(theme("a", "1", "A"))
		delete(c.instances, "a")

		if !importsFirst {
			c.importByID("a", appearanceType, "1")
		}

		if got := c.run(theme("a", "1", "C")); hasError(got) {
			t.Errorf("imported first: %t: %s", importsFirst, describe(got))
		}

		wantRequests(t, service, putAppearance(1, `{"name": "C"}`))
	}
}

// The ids are known at apply only: "a" passes its id to "b".
func TestOverlap_UnknownIDLeavesTheFormerObject(t *testing.T) {
	for _, createBeforeDestroy := range []bool{true, false} {
		for _, blocks := range inEitherOrder(theme("a", "2", "A"), theme("b", "1", "B")) {
			c, service := startApplied(t, theme("a", "1", "A"), theme("b", "2", "B"))

			c.createBeforeDestroy = createBeforeDestroy
			plans := map[string]outcome{}

			for _, b := range blocks {
				config := maps.Clone(b.config)
				if b.address == "a" {
					config["id"] = unknownValue{}
				}

				plans[b.address], _ = c.planInWalk(b.address, b.typeName, config)
				wantNoOverlap(t, plans[b.address].diagnostics)
			}

			for _, b := range blocks {
				wantNoOverlap(t, c.applyBlock(b, plans[b.address]).diagnostics)
			}

			if requests := service.takeRequests(t); len(requests) != 2 {
				t.Errorf("%d requests arrived: %v", len(requests), requests)
			}
		}
	}
}

// A destroy or an unknown id is a plan of the instance, too, and begins the next
// walk.
func TestOverlap_EveryPlanOfAnInstanceBeginsAWalk(t *testing.T) {
	for name, first := range map[string]resourceBlock{
		"Destroy": destroyed("a"), "UnknownID": {"a", appearanceType, map[string]any{"id": unknownValue{}, "name": "A"}},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := startApplied(t, theme("a", "1", "A"), theme("b", "2", "B"))

			for range 2 {
				wantNoOverlap(t, c.planBlock(first))
				wantNoOverlap(t, c.planBlock(theme("c", "1", "C")))
			}

			wantNoOverlap(t, c.planBlock(first))
			wantNoOverlap(t, c.planBlock(theme("b", "1", "B")))
		})
	}
}

// Each run destroys one instance and creates another with its id.
func TestOverlap_AllowsPlanOnlyRunsThatDestroy(t *testing.T) {
	for _, second := range [][]resourceBlock{
		{theme("c", "1", "C"), theme("b", "2", "B"), destroyed("a")},
		{theme("b", "2", "B"), theme("c", "1", "C"), destroyed("a")},
		{destroyed("a"), theme("c", "1", "C"), theme("b", "2", "B")},
	} {
		c, _ := startApplied(t, theme("a", "1", "A"), theme("b", "2", "B"))

		for _, run := range [][]resourceBlock{{destroyed("b"), theme("a", "1", "A"), theme("c", "2", "C")}, second, second} {
			for _, block := range run {
				if got := c.planBlock(block); hasError(got) {
					t.Errorf("%s: %s", block.address, describe(got))
				}
			}
		}
	}
}

// The run before, which only planned, gave the id to "a".
func TestOverlap_IDOfAPlanOnlyRunCanBeCreated(t *testing.T) {
	for _, blocks := range inEitherOrder(theme("a", "1", "A"), theme("b", "2", "B")) {
		c, service := startApplied(t, theme("a", "1", "A"))
		c.planBlock(theme("a", "2", "A"))

		if got := c.run(blocks...); hasError(got) {
			t.Errorf("there is an error: %s", describe(got))
		}

		wantRequests(t, service, putAppearance(2, `{"name": "B"}`))
	}
}

// After the plan-only run, the plan only warns.
func TestOverlap_IsRefusedAtApplyAfterAPlanOnlyRun(t *testing.T) {
	c, service := startApplied(t, theme("a", "1", "A"))
	c.planBlock(theme("a", "1", "C"))

	got := c.run(theme("b", "1", "B"), theme("a", "1", "A"))
	wantHeadlines(t, last(got), overlapError)
	wantRequests(t, service)
}

// The apply turned out to change nothing in "b", so nothing was sent after its
// plan, and the next run swaps the ids.
func TestOverlap_AllowsSwapAfterAnApplyWithAnUnchangedPlan(t *testing.T) {
	for _, createBeforeDestroy := range []bool{true, false} {
		for _, blocks := range inEitherOrder(theme("a", "2", "A"), theme("b", "1", "B")) {
			c, service := startApplied(t, theme("a", "1", "A"), theme("b", "2", "B"))

			unknown, _ := c.planInWalk("b", appearanceType, map[string]any{"id": "2", "name": unknownValue{}})
			wantHeadlines(t, c.run(theme("a", "1", "C")))
			wantHeadlines(t, c.applyBlock(theme("b", "2", "B"), unknown).diagnostics)
			service.ClearRequests()

			c.createBeforeDestroy = createBeforeDestroy
			if got := c.run(blocks...); hasError(got) {
				t.Errorf("there is an error: %s", describe(got))
			}

			if requests := service.takeRequests(t); len(requests) != 2 {
				t.Errorf("%d requests arrived: %v", len(requests), requests)
			}
		}
	}
}

// A module in a run of its own cannot apply the id, and only planning it does not
// harm the owner.
func TestOverlap_PlanOnlyRunOfAnotherModuleDoesNotRefuseTheOwner(t *testing.T) {
	c, service := startApplied(t, theme("a", "1", "A"))
	c.planBlock(theme("other", "1", "B"))

	if got := c.run(theme("a", "1", "C")); hasError(got) {
		t.Errorf("there is an error: %s", describe(got))
	}

	wantRequests(t, service, putAppearance(1, `{"name": "C"}`))

	got := c.run(theme("other", "1", "B"))
	wantHeadlines(t, last(got), overlapError)
	wantRequests(t, service)
}

// Pulumi plans and applies one resource after the other, so "a" was only planned.
func TestOverlap_UnchangedResourceKeepsItsObject(t *testing.T) {
	c, service := startApplied(t, theme("a", "1", "A"), theme("b", "2", "B"))
	c.restart()

	c.planBlock(theme("a", "1", "A"))
	wantHeadlines(t, c.applyInWalk(theme("b", "2", "C")))

	got := c.applyInWalk(theme("new", "1", "N"))
	wantHeadlines(t, last(got), overlapError)
	wantRequests(t, service, putAppearance(2, `{"name": "C"}`))
}

// "b" is replaced in its place, and "a" gets its id as well.
func TestOverlap_ReplacementIsNotRefusedForThatOfAnother(t *testing.T) {
	for _, blocks := range inEitherOrder(theme("a", "2", "A"), theme("b", "2", "B")) {
		c, service := startApplied(t, theme("a", "1", "A"), theme("b", "2", "B"))

		c.replace, c.createBeforeDestroy = true, true
		if got := c.run(blocks...); strings.Count(describe(got), "ERROR") != 1 {
			t.Errorf("want one error: %s", describe(got))
		}

		wantRequests(t, service, putAppearance(2, `{"name": "B"}`))
	}
}
