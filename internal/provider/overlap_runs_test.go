package provider

import (
	"maps"
	"testing"
)

// The tests of overlaps between the runs of "terraform test".

// Later commands do not warn of an import, either. A planned replacement keeps its
// object from nobody, and is refused once another instance wrote it.
func TestOverlap_ImportOfAReplacedObjectIsSent(t *testing.T) {
	c, service := startApplied(t, theme("a", "1", "A"))
	c.importByID("b", appearanceType, "1")

	c.replace = true
	c.planBlock(theme("a", "1", "A"))

	c.replace = false
	wantNoOverlap(t, c.run(theme("b", "1", "B")))
	wantHeadlines(t, c.run(theme("a", "1", "C")), overlapError)
	wantRequests(t, service, putAppearance(1, `{"name": "B"}`))
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
