package provider

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// The tests of overlaps between the runs of "terraform test".

// "a" and "b" are applied. Then runs only plan, and a last one is applied.
func TestOverlap_AfterRunsThatOnlyPlan(t *testing.T) {
	a, b, c := theme("a", "1", "A"), theme("b", "2", "B"), theme("c", "1", "C")
	unknownID := resourceBlock{"a", appearanceType, map[string]any{"id": unknownValue{}, "name": "A"}}
	destroys := []resourceBlock{destroyed("b"), a, theme("c", "2", "C")}

	for name, test := range map[string]struct {
		planned []resourceBlock
		run     []resourceBlock
		refused bool
		want    []string // requests
	}{
		// A later run may reuse an id in any way.
		"OtherIDs": {planned: []resourceBlock{
			a, b, theme("a", "2", "a"), theme("b", "1", "b"), theme("a", "3", "a"), theme("b", "1", "b"), theme("a", "1", "a"), theme("b", "3", "b"),
		}},
		"SameID":    {planned: []resourceBlock{a, b, theme("a", "4", "a"), theme("b", "4", "b")}},
		"Destroy":   {planned: []resourceBlock{destroyed("a"), c, destroyed("a"), c, destroyed("a"), theme("b", "1", "B")}},
		"UnknownID": {planned: []resourceBlock{unknownID, c, unknownID, c, unknownID, theme("b", "1", "B")}},

		// Each run destroys one instance and creates another with its id.
		"DestroyLast":   {planned: slices.Concat(destroys, []resourceBlock{c, b, destroyed("a"), c, b, destroyed("a")})},
		"DestroyAtLast": {planned: slices.Concat(destroys, []resourceBlock{b, c, destroyed("a"), b, c, destroyed("a")})},
		"DestroyFirst":  {planned: slices.Concat(destroys, []resourceBlock{destroyed("a"), c, b, destroyed("a"), c, b})},

		// A later command may be that of another run, so what the first one refuses is
		// planned, also if the new resource has the values of the existing one.
		"NewBlock":           {planned: []resourceBlock{a, c}},
		"NewBlockSameValues": {planned: []resourceBlock{a, theme("c", "1", "A")}},

		"IDIsCreated":      {planned: []resourceBlock{theme("a", "3", "A")}, run: []resourceBlock{a, theme("c", "3", "C")}, want: []string{putAppearance(3, `{"name": "C"}`)}},
		"IDIsCreatedFirst": {planned: []resourceBlock{theme("a", "3", "A")}, run: []resourceBlock{theme("c", "3", "C"), a}, want: []string{putAppearance(3, `{"name": "C"}`)}},
		"IDIsKept":         {planned: []resourceBlock{theme("b", "3", "B"), theme("a", "2", "A")}, run: []resourceBlock{b, theme("c", "2", "C")}, refused: true},
		"IDIsTaken":        {planned: []resourceBlock{theme("a", "1", "B")}, run: []resourceBlock{c, a}, refused: true},

		// A module in a run of its own cannot apply the id, and only planning it does not
		// harm the owner.
		"Owner":       {planned: []resourceBlock{c}, run: []resourceBlock{theme("a", "1", "B")}, want: []string{putAppearance(1, `{"name": "B"}`)}},
		"OtherModule": {planned: []resourceBlock{c}, run: []resourceBlock{c}, refused: true},
	} {
		t.Run(name, func(t *testing.T) {
			core, service := startApplied(t, a, b)

			for i, block := range test.planned {
				if got := core.planBlock(block); strings.Contains(describe(got), overlapSummary) {
					t.Errorf("plan %d: %s", i, describe(got))
				}
			}

			if got := core.run(test.run...); test.refused {
				wantHeadlines(t, last(got), overlapError)
			} else if hasError(got) {
				t.Errorf("the last run is refused: %s", describe(got))
			}

			wantRequests(t, service, test.want...)
		})
	}
}

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
