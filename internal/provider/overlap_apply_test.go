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
