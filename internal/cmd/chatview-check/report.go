package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// report is what a check found. As JSON, it has no value, key or address.
type report struct {
	// Works says of each object whether an apply works: "yes", "no" or "unknown".
	Works    map[string]string `json:"works"`
	Requests int               `json:"requests"`
	// Ended is why the rest was not asked, or empty.
	Ended    string    `json:"ended,omitzero"`
	Findings []finding `json:"findings"`
}

const yes, no, unknown = "yes", "no", "unknown"

// works judges the first update of an object, whose refusal may be about something
// else.
func works(a answer, mayRefuse bool) string {
	unclear := []client.Kind{client.KindCanceled, client.KindNotSent, client.KindRateLimited}

	switch {
	case a.isTaken():
		return yes
	case a.failure == nil, slices.Contains(unclear, a.failure.Kind), mayRefuse && a.failure.Kind == client.KindRefused:
		return unknown
	}

	return no
}

// verdict says first what matters most, and whether an apply works.
func (r report) verdict() (text string, works bool) {
	words := map[string]string{yes: "An apply of a %s works. ", no: "An apply of a %s fails. ", unknown: "Nobody knows whether an apply of a %s works. "}
	works = true

	for _, kind := range slices.Backward(slices.Sorted(maps.Keys(r.Works))) {
		text += fmt.Sprintf(words[r.Works[kind]], kind)
		works = works && r.Works[kind] == yes
	}

	switch {
	case works && r.Ended == "" && len(r.advice()) == 0 && !slices.ContainsFunc(r.Findings, func(f finding) bool { return strings.Contains(f.Seen, everyApplyWarns) }):
		text = "An apply works, and nothing needs your attention."
	case works:
		text = "An apply works. "
	}

	if r.Ended != "" {
		text += "The rest was not seen: " + r.Ended + "."
	}

	return strings.TrimSpace(text), works
}

// advice returns what to do, each once.
func (r report) advice() []string {
	var all []string
	for _, f := range r.Findings {
		all = append(all, f.Advice...)
	}

	slices.Sort(all)

	return slices.Compact(all)
}

// print writes the report for a person.
func (r report) print(w io.Writer) {
	verdict, _ := r.verdict()
	_, _ = fmt.Fprintf(w, "\n%s\n", verdict)

	if advice := r.advice(); len(advice) > 0 {
		_, _ = fmt.Fprintf(w, "\nDo this:\n  - %s\n", strings.Join(advice, "\n  - "))
	}

	_, _ = fmt.Fprintf(w, "\nSeen (requests: %d):\n", r.Requests)

	for _, f := range r.Findings {
		_, _ = fmt.Fprintf(w, "  %s: %s\n", f.Step, f.Seen)
		for _, detail := range f.details {
			_, _ = fmt.Fprintf(w, "      %s\n", preview.Printable(detail))
		}
	}
}
