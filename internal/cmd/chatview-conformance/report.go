package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// report is a mockserver.Report that is being filled in.
type report struct{ mockserver.Report }

const notSeen = "not seen"

// newReport returns a report in which nothing is seen.
func newReport() *report {
	r := &report{}

	for _, topic := range topics {
		add := func(subject, request string) {
			if r.find(topic.name, subject) == nil {
				r.Findings = append(r.Findings, mockserver.Finding{
					Topic: topic.name, Subject: subject, Section: topic.section, Request: request, Seen: notSeen,
				})
			}
		}

		for _, p := range topic.probes {
			for _, field := range slices.Sorted(maps.Keys(p.omitted)) {
				add(field, p.String()+" after a PUT with the field")
			}

			if p.omitted == nil {
				add(p.subject, p.String())
			}
		}

		for _, subject := range topic.derived {
			add(subject, topic.requests)
		}
	}

	return r
}

// find returns a finding, or nil.
func (r *report) find(topic, subject string) *mockserver.Finding {
	index := slices.IndexFunc(r.Findings, func(f mockserver.Finding) bool { return f.Topic == topic && f.Subject == subject })
	if index < 0 {
		return nil
	}

	return &r.Findings[index]
}

// The answers that any other one replaces.
const (
	kept, asSent, theSame, none, no = "kept", "as sent", "the same each time", "none", "no"

	or = " or "
)

// see enters what was seen. Of several answers all are entered, but one that is
// replaced.
func (r *report) see(topic, subject, seen string) {
	replaced := []string{notSeen, kept, asSent, theSame, none, no}

	switch finding := r.find(topic, subject); {
	case slices.Contains(replaced, finding.Seen):
		finding.Seen = seen
	case !slices.Contains(replaced, seen):
		all := append(strings.Split(finding.Seen, or), seen)
		slices.Sort(all)
		finding.Seen = strings.Join(slices.Compact(all), or)
	}
}

// print writes what was seen of each topic, and what that means. After a stop, it
// leaves out topics of which nothing was seen.
func (r *report) print(w io.Writer) {
	for _, topic := range topics {
		subjects := map[string][]string{}

		for _, finding := range r.Findings {
			if finding.Topic == topic.name {
				subjects[finding.Seen] = append(subjects[finding.Seen], finding.Subject)
			}
		}

		if r.Stopped != "" && len(subjects) == 1 && subjects[notSeen] != nil {
			continue
		}

		_, _ = fmt.Fprintf(w, "\n%s (section %s)\n", topic.name, topic.section)

		if topic.meaning != "" {
			_, _ = fmt.Fprintf(w, "  -> %s\n", topic.meaning)
		}

		for _, seen := range slices.Sorted(maps.Keys(subjects)) {
			_, _ = fmt.Fprintf(w, "  %s\n", wrapped(seen+": "+strings.Join(subjects[seen], ", ")))

			for _, meaning := range topic.meanings {
				if strings.Contains(seen, meaning[0]) {
					_, _ = fmt.Fprintf(w, "  -> %s\n", meaning[1])
				}
			}
		}
	}
}

// wrapped breaks a list into lines.
func wrapped(list string) string {
	const width = 100

	if end := strings.LastIndex(list[:min(len(list), width)], ", ") + 1; len(list) > width && end > 0 {
		return list[:end] + "\n   " + wrapped(list[end:])
	}

	return list
}

// encode writes the report as JSON.
func (r *report) encode(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")

	return encoder.Encode(r.Report)
}
