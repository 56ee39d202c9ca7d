package main

import (
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"
)

// The aims: the maximum processor time of the provider, as a multiple of a
// baseline's.
const (
	sameSchemaAim      = 1.0 // in every phase
	threeAttributesAim = 0.8 // in a plan without changes
)

// report writes the results as a Markdown table.
func report(out io.Writer, cli string, objects int, results []result) error {
	_, _ = fmt.Fprintf(out, "%s on %s/%s, %d processors, %s. %d objects of each kind.\n\n",
		cli, runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), objects)

	table := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	_, _ = fmt.Fprint(table, "| kind\t| phase\t| wall s\t| CLI s\t| provider s\t| of same schema\t| of three attributes\t| peak MB\t| aims\t|\n"+
		"|---\t|---\t|--:\t|--:\t|--:\t|--:\t|--:\t|--:\t|---\t|\n")

	for _, r := range results {
		used := r.providers[chatview]
		_, _ = fmt.Fprintf(table, "| %s\t| %s\t| %.2f\t| %.2f\t| %.2f\t| %s\t| %s\t| %.0f\t| %s\t|\n",
			r.kind, r.phase, used.wall.Seconds(), used.cli.Seconds(), used.provider.Seconds(),
			r.comparison(sameSchema), r.comparison(threeAttributes), float64(used.peakBytes)/1e6, r.verdict())
	}

	return table.Flush()
}

// comparison returns the provider's processor time as a multiple of a baseline's,
// and the baseline's own.
func (r result) comparison(baseline int) string {
	return fmt.Sprintf("%.2f (%.2f s)", r.ratio(baseline), r.providers[baseline].provider.Seconds())
}

func (r result) ratio(baseline int) float64 {
	return r.providers[chatview].provider.Seconds() / r.providers[baseline].provider.Seconds()
}

// verdict reports whether the aims are met.
func (r result) verdict() string {
	if r.ratio(sameSchema) > sameSchemaAim || r.phase == unchangedPlan && r.ratio(threeAttributes) > threeAttributesAim {
		return "MISSED"
	}

	return "met"
}
