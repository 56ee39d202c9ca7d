package owners

import "testing"

// How core comes to plan in these orders is tested with the provider.
func TestSituation_OfTwoPlans(t *testing.T) {
	inState := func(token string) *Plan { return &Plan{Token: token} }
	imported := func(token string, value uint64) *Plan {
		return &Plan{Token: token, IsNew: true, Values: Fingerprint{value}}
	}
	create := func(value uint64) *Plan { return imported("", value) }
	replacement := func(token string, value uint64) *Plan {
		return &Plan{Token: token, IsReplacement: true, Values: Fingerprint{value}}
	}

	for name, test := range map[string]struct {
		last, plan *Plan
		walks      [2]int
		want       situation
		overlap    Overlap
	}{
		"the first plan":                               {nil, inState("a"), [2]int{0, 0}, alone, NoOverlap},
		"the plan of another in an earlier walk":       {inState("a"), inState("b"), [2]int{0, 1}, alone, NoOverlap},
		"a replacement after its update":               {inState("a"), replacement("a", 1), [2]int{0, 0}, sameInstance, NoOverlap},
		"the create of a replacement":                  {replacement("a", 1), create(1), [2]int{0, 1}, replacementCreate, NoOverlap},
		"another create in the walk of a replacement":  {replacement("a", 1), create(1), [2]int{0, 0}, otherInState, CertainOverlap},
		"another create after a replacement":           {replacement("a", 1), create(2), [2]int{1, 1}, otherInState, PossibleOverlap},
		"an import after a replacement":                {replacement("a", 1), imported("b", 1), [2]int{1, 1}, otherInState, PossibleOverlap},
		"a create before an instance in state":         {create(1), inState("b"), [2]int{0, 0}, otherInState, CertainOverlap},
		"two creates with the same or unknown values":  {create(1), create(0), [2]int{0, 0}, bothNew, NoOverlap},
		"an import and a create with different values": {imported("a", 1), create(2), [2]int{0, 0}, bothNew, PossibleOverlap},
	} {
		t.Run(name, func(t *testing.T) {
			if test.plan.walk = test.walks[1]; test.last != nil {
				test.last.walk = test.walks[0]
			}

			got := situationOf(test.last, test.plan)
			if got != test.want {
				t.Errorf("situation %s, want %s", got, test.want)
			}

			if overlap := got.overlap(test.last, test.plan); overlap != test.overlap {
				t.Errorf("overlap %d, want %d", overlap, test.overlap)
			}
		})
	}
}
