package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// report is what a check found. As JSON, it has no value, key or address.
type report struct {
	// Works says whether an apply of every object works, and Applies what is known of
	// each.
	Works    bool     `json:"works"`
	Applies  []string `json:"applies"`
	Requests int      `json:"requests"`
	// Ended is why the rest was not asked, or empty.
	Ended    string    `json:"ended,omitzero"`
	Findings []finding `json:"findings"`
}

// verdict says first what matters most.
func (r report) verdict() string {
	isOpen := func(f finding) bool {
		return strings.Contains(f.Seen, everyApplyWarns) || strings.HasPrefix(f.Seen, notSeen)
	}
	text := "An apply works."

	switch {
	case !r.Works:
		text = strings.Join(r.Applies, " ")
	case r.Ended == "" && len(r.advice()) == 0 && !slices.ContainsFunc(r.Findings, isOpen):
		text = "An apply works, and nothing that was seen needs your attention."
	}

	if r.Ended != "" {
		text += " The rest was not seen: " + r.Ended + "."
	}

	return text
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

func (r report) print(w io.Writer) {
	_, _ = fmt.Fprintf(w, "\n%s\n", r.verdict())

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
