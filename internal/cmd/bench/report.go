package main

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"
)

// measurement is what one phase of one subject took.
type measurement struct {
	Subject string `json:"subject"`
	Phase   string `json:"phase"`

	WallSeconds float64 `json:"wall_seconds"`
	// ProcessorSeconds are the CLI's and the provider's together.
	ProcessorSeconds float64 `json:"processor_seconds"`
	ProviderSeconds  float64 `json:"provider_processor_seconds"`
	// ProviderPeakBytes is the most memory that one of the provider's
	// processes held, of the ProviderStarts that the CLI has started.
	ProviderPeakBytes int64 `json:"provider_peak_bytes"`
	ProviderStarts    int   `json:"provider_starts"`
	// StateBytes is the size of the state file after the phase.
	StateBytes int64 `json:"state_bytes"`

	traffic
}

// startTime is how long a provider takes to start and answer its schema.
type startTime struct {
	Program             string  `json:"program"`
	Milliseconds        float64 `json:"milliseconds"`
	FastestMilliseconds float64 `json:"fastest_milliseconds"`
}

// report is what a run has measured.
type report struct {
	Machine      machine       `json:"machine"`
	CLI          string        `json:"cli"`
	Objects      int           `json:"objects"`
	Parallelism  int           `json:"parallelism"`
	Count        int           `json:"count"`
	Starts       []startTime   `json:"starts"`
	Measurements []measurement `json:"measurements"`
}

// writeJSON writes the report for a program.
func (r report) writeJSON(out io.Writer) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")

	return encoder.Encode(r)
}

// find returns the measurement of a subject in a phase, with zeros where there
// is none.
func (r report) find(subject, phase string) measurement {
	index := slices.IndexFunc(r.Measurements, func(m measurement) bool { return m.Subject == subject && m.Phase == phase })
	if index < 0 {
		return measurement{}
	}

	return r.Measurements[index]
}

// medians merges repeated measurements of the same subject and phase, in the
// order of the first ones. Times are medians, all else is the most.
func medians(repeated []measurement) []measurement {
	var merged []measurement

	for len(repeated) > 0 {
		first := repeated[0]

		var same, others []measurement

		for _, m := range repeated {
			if m.Subject == first.Subject && m.Phase == first.Phase {
				same = append(same, m)
			} else {
				others = append(others, m)
			}
		}

		merged = append(merged, merge(same))
		repeated = others
	}

	return merged
}

// merge merges measurements of one subject and phase.
func merge(same []measurement) measurement {
	return measurement{
		Subject: same[0].Subject, Phase: same[0].Phase,
		WallSeconds:       median(each(same, func(m measurement) float64 { return m.WallSeconds })),
		ProcessorSeconds:  median(each(same, func(m measurement) float64 { return m.ProcessorSeconds })),
		ProviderSeconds:   median(each(same, func(m measurement) float64 { return m.ProviderSeconds })),
		ProviderPeakBytes: slices.Max(each(same, func(m measurement) int64 { return m.ProviderPeakBytes })),
		ProviderStarts:    slices.Max(each(same, func(m measurement) int { return m.ProviderStarts })),
		StateBytes:        slices.Max(each(same, func(m measurement) int64 { return m.StateBytes })),
		traffic: traffic{
			Requests:     slices.Max(each(same, func(m measurement) int { return m.Requests })),
			Connections:  slices.Max(each(same, func(m measurement) int { return m.Connections })),
			MostInFlight: slices.Max(each(same, func(m measurement) int { return m.MostInFlight })),
		},
	}
}

// each returns one figure of each measurement.
func each[T cmp.Ordered](measurements []measurement, figure func(measurement) T) []T {
	figures := make([]T, 0, len(measurements))
	for _, m := range measurements {
		figures = append(figures, figure(m))
	}

	return figures
}

// median returns the middle figure, or the mean of the two in the middle.
func median(figures []float64) float64 {
	sorted := slices.Sorted(slices.Values(figures))
	middle := len(sorted) / 2

	if len(sorted)%2 == 1 {
		return sorted[middle]
	}

	return (sorted[middle-1] + sorted[middle]) / 2
}
