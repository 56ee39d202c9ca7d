package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// The tests of overlaps that only an apply refuses, or must not refuse.

func TestOverlap_SecondCreateIsSentIfTheFirstFailed(t *testing.T) {
	c, service := startCore(t, mockserver.Behavior{})
	service.QueueFaults(mockserver.Fault{Status: 400})

	got := c.run(theme("a", "1", "A"), theme("b", "1", "B"))
	if strings.Count(describe(got), "ERROR") != 1 {
		t.Errorf("want the first create's error alone: %s", describe(got))
	}

	wantRequests(t, service, putAppearance(1, `{"name": "A"}`), putAppearance(1, `{"name": "B"}`))
}

// A failed update may have changed the object, and its instance stays in state.
func TestOverlap_FailedUpdateKeepsTheObject(t *testing.T) {
	c, service := startApplied(t, theme("a", "1", "A"))
	c.restart()
	service.QueueFaults(mockserver.Fault{Status: 400})
	c.applyInWalk(theme("a", "1", "B"))

	got := c.applyInWalk(theme("b", "1", "C"))
	wantHeadlines(t, last(got), overlapError)
	wantRequests(t, service, putAppearance(1, `{"name": "B"}`))
}

func TestOverlap_FailedApplyCanBeRepeated(t *testing.T) {
	for _, status := range []int{400, 500} {
		c, service := startCore(t, mockserver.Behavior{})
		c.settings = map[string]any{"base_url": "https://chat.example.com", "api_key": testAPIKey, "max_retries": 0}
		c.restart()
		service.QueueFaults(mockserver.Fault{Status: status}, mockserver.Fault{Status: status})

		c.run(theme("a", "1", "A"))
		c.run(theme("a", "1", "B"))
		wantNoOverlap(t, c.run(theme("a", "1", "C")))
		wantNoOverlap(t, c.run(theme("a", "1", "D")))
	}
}

// The import has the object, because the request may have arrived.
func TestOverlap_ImportCanBeReplacedAfterAFailure(t *testing.T) {
	c, service := startCore(t, mockserver.Behavior{})
	c.importByID("a", appearanceType, "1")
	service.QueueFaults(mockserver.Fault{Status: 400})
	c.run(theme("a", "1", "A"))

	c.replace, c.createBeforeDestroy = true, true
	if got := c.run(theme("a", "1", "B")); hasError(got) {
		t.Error(describe(got))
	}
}

// A plain apply plans and applies one resource after the other. Both plans may
// have been accepted, if the ids were unknown.
func TestOverlap_SecondRequestOfAnApplyIsRefused(t *testing.T) {
	for name, imported := range map[string][]string{
		"Create": nil, "Update": {"a", "b"}, "CreateAfterUpdate": {"a"}, "UpdateAfterCreate": {"b"}, "UpdateWithoutPrivateState": {"b"},
	} {
		for _, second := range []string{"A", "B"} {
			t.Run(name+"/"+second, func(t *testing.T) {
				c, service := startCore(t, mockserver.Behavior{})

				for _, address := range imported {
					c.importByID(address, appearanceType, "1")
				}

				if name == "UpdateWithoutPrivateState" {
					c.instances["b"].private = nil
				}

				if got := c.applyInWalk(theme("a", "1", "A")); hasError(got) {
					t.Errorf("the first is refused: %s", describe(got))
				}

				got := c.applyInWalk(theme("b", "1", second))
				wantHeadlines(t, last(got), overlapError)
				wantRequests(t, service, putAppearance(1, `{"name": "A"}`))
			})
		}
	}
}

// Pulumi's bridge sends no private state with a destroy.
func TestOverlap_DestroyWithoutPrivateStateReleasesTheObject(t *testing.T) {
	c, service := startCore(t, mockserver.Behavior{})
	c.applyInWalk(theme("a", "1", "A"))
	c.restart()
	c.planBlock(theme("a", "1", "A"))
	c.instances["a"].private = nil
	c.applyDestroy("a")

	wantNoOverlap(t, c.applyInWalk(theme("b", "1", "B")))
	wantRequests(t, service, putAppearance(1, `{"name": "A"}`), putAppearance(1, `{"name": "B"}`))
}

// The create of a replacement cannot be told from another one, so whichever is sent
// second is refused.
func TestOverlap_WithReplacedResourceIsRefusedAtApply(t *testing.T) {
	for _, createBeforeDestroy := range []bool{true, false} {
		for _, blocks := range inEitherOrder(theme("a", "1", "A"), theme("b", "1", "B")) {
			c, service := startApplied(t, theme("a", "1", "A"))

			c.replace, c.createBeforeDestroy = true, createBeforeDestroy
			wantHeadlines(t, last(c.run(blocks...)), overlapError)
			wantRequests(t, service, putAppearance(1, fmt.Sprintf(`{"name": %q}`, blocks[0].config["name"])))
		}
	}
}
