package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMedians_AreOfEachSubjectAndPhase(t *testing.T) {
	measured := func(subject, phase string, seconds float64, connections int) measurement {
		return measurement{
			Subject: subject, Phase: phase, WallSeconds: seconds, ProcessorSeconds: 2 * seconds, ProviderSeconds: seconds / 2,
			ProviderPeakBytes: int64(seconds), traffic: traffic{Connections: connections},
		}
	}

	got := medians([]measurement{
		measured("floor", "plan", 4, 1), measured("floor", "apply", 8, 1),
		measured("floor", "plan", 100, 3), measured("floor", "apply", 10, 2),
		measured("floor", "plan", 2, 2),
	})

	plan, apply := measured("floor", "plan", 4, 3), measured("floor", "apply", 9, 2)
	plan.ProviderPeakBytes, apply.ProviderPeakBytes = 100, 10 // the most, and not the median

	if diff := cmp.Diff([]measurement{plan, apply}, got, cmp.AllowUnexported(measurement{})); diff != "" {
		t.Errorf("medians (-want +got):\n%s", diff)
	}
}
