package main

import (
	"strings"
	"testing"
)

func TestArguments_OfAPhase(t *testing.T) {
	kind := subject{after: "dark"}

	for _, test := range []struct{ phase, want string }{
		{"validate", "validate"},
		{"plan", "plan -detailed-exitcode -parallelism=10"},
		{"apply, all changed", "apply -auto-approve -parallelism=10 -var=changing=dark"},
		{"destroy", "destroy -auto-approve -parallelism=10"},
	} {
		for _, step := range phases {
			if step.name != test.phase {
				continue
			}

			if got := strings.Join(step.arguments(kind, 10), " "); got != test.want {
				t.Errorf("%s: got %s, want %s", test.phase, got, test.want)
			}
		}
	}
}
