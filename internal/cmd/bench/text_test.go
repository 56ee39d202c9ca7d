package main

import (
	"strings"
	"testing"
)

func TestWriteText_ComparesWithBothOthers(t *testing.T) {
	r := report{
		CLI: "OpenTofu 1.12.6", Machine: machine{System: "linux/amd64", Cores: 2, Go: "go1.26.8"},
		Objects: 10, Parallelism: 4, Count: 3,
		Starts: []startTime{{Program: floorProgram, Milliseconds: 5.25, FastestMilliseconds: 4}},
		Measurements: []measurement{
			{Subject: builtIn, Phase: "plan", WallSeconds: 1, ProcessorSeconds: 2, StateBytes: 4500},
			{Subject: floorName, Phase: "plan", WallSeconds: 2, ProcessorSeconds: 4, ProviderSeconds: 2, ProviderStarts: 3, ProviderPeakBytes: 25_000_000},
			{
				Subject: "appearance", Phase: "plan", WallSeconds: 3, ProcessorSeconds: 5, ProviderSeconds: 3, ProviderStarts: 3, ProviderPeakBytes: 31_250_000,
				traffic: traffic{Requests: 10, Connections: 4, MostInFlight: 2},
			},
		},
	}

	var text strings.Builder
	if err := r.writeText(&text); err != nil {
		t.Fatal(err)
	}

	for _, want := range []string{
		"OpenTofu 1.12.6 on linux/amd64, 2 cores, built with go1.26.8. 10 objects of each kind, parallelism 4, medians of 3.\n",
		"| floor                        |       5.2 |        4.0 |\n",
		"**plan**\n",
		"| objects        | wall s | processor s (provider) | of terraform_data | of floor (provider) | starts | peak MB | state kB | requests | connections | in flight |\n",
		"|----------------|-------:|-----------------------:|------------------:|--------------------:|-------:|--------:|---------:|---------:|------------:|----------:|\n",
		"| terraform_data |   1.00 |                   2.00 |              1.00 |                0.50 |      - |       - |        4 |        0 |           0 |         0 |\n",
		"| floor          |   2.00 |            4.00 (2.00) |              2.00 |         1.00 (1.00) |      3 |    25.0 |        0 |        0 |           0 |         0 |\n",
		"| appearance     |   3.00 |            5.00 (3.00) |              2.50 |         1.25 (1.50) |      3 |    31.2 |        0 |       10 |           4 |         2 |\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("it does not have the line\n%s\nbut:\n%s", want, text.String())
		}
	}
}

func TestRatio_HasNoneWhereNothingWasMeasured(t *testing.T) {
	if got := ratio(3, 0); got != none {
		t.Errorf("got %s, want %s", got, none)
	}

	if got, want := ratio(3, 2), "1.50"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
