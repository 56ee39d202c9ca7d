package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// finding is what a step shows. As JSON, it has no value of the service.
type finding struct {
	Step   string   `json:"step"`
	Seen   string   `json:"seen"`
	Advice []string `json:"advice,omitzero"`
	// details may quote the service.
	details []string
	// warns reports that every apply warns.
	warns bool
}

// advise adds advice about fields, if there is any.
func (f *finding) advise(advice string, fields []string) {
	if advice != "" {
		f.Advice = append(f.Advice, strings.ReplaceAll(advice, "%s", strings.Join(fields, ", ")))
	}
}

var lateResponses = finding{
	Step: "all responses", Seen: "some have the values before the update",
	Advice: []string{"Expect warnings of other values after a change, and look at the object in the service."},
}

// judge judges the answer to a probe. The fields in ignored always come back
// otherwise, so their values show nothing.
func judge(p probe, a answer, ignored []string) finding {
	f := finding{Step: p.step}
	asked := slices.Sorted(maps.Keys(p.change))

	if a.failure != nil {
		f.details = quoted(a.failure)
	}

	switch {
	case a.unseen != "":
		f.Seen = "not seen: " + a.unseen
	case a.isLate:
		f.Seen = "taken; values not seen: responses are late"
	case a.isTaken():
		f.judgeValues(p, a, asked, ignored)
	default:
		f.Seen = "refused (" + brief(a.failure.Kind, a.failure.StatusCode) + ")"
		if strings.Contains(strings.Join(f.details, ""), client.Withheld) {
			f.Seen += "; the message repeats a credential"
		}

		f.advise(p.refused, asked)
	}

	return f
}

// judgeValues judges the response to a probe that was taken.
func (f *finding) judgeValues(p probe, a answer, asked, ignored []string) {
	var others, same, unclear []string

	for _, d := range a.differences {
		if !slices.Contains(ignored, d.Field) {
			others = append(others, d.Field)
			f.details = append(f.details, fmt.Sprintf("%s: expected %s, returned %s", d.Field, d.Expected, d.Returned))
		}
	}

	for _, field := range asked {
		switch {
		case a.noBody, slices.Contains(ignored, field):
			unclear = append(unclear, field)
		case !slices.Contains(others, field):
			same = append(same, field)
		}
	}

	f.Seen = "taken" + listed("; every apply warns of ", others) + listed("; values not seen: ", unclear) +
		listed("; every apply warns that a credential is in ", a.withheld)
	if a.noBody && len(asked) == 0 {
		f.Seen += "; every apply warns of an empty response"
	}

	f.warns = strings.Contains(f.Seen, "every apply warns")

	if len(others) > 0 {
		f.advise(p.otherwise, others)
	}

	if len(same) > 0 || len(asked) == 0 {
		f.advise(p.taken, same)
	}
}

// listed returns a list behind its title, or nothing.
func listed(title string, list []string) string {
	if len(list) == 0 {
		return ""
	}

	return title + strings.Join(list, ", ")
}

// judgeOmission judges updates that send some fields of a base, after two that set
// all: one field that is kept may be the default.
func judgeOmission(o object, base fields, first, second answer, ignored []string) finding {
	if second.isRefused() {
		first = second
	}

	if !first.isTaken() {
		return judge(o.some, first, nil)
	}

	by := map[outcome][]string{}

	for _, field := range slices.Sorted(maps.Keys(base)) {
		outcome := max(omitted(field, first, ignored), omitted(field, second, ignored))

		if index := slices.IndexFunc(o.groups, func(g group) bool { return g.has(field) }); index >= 0 && !slices.Contains(readable, field) {
			field = o.groups[index].name
		}

		if _, isSent := o.some.change[field]; !isSent && !slices.Contains(by[outcome], field) {
			by[outcome] = append(by[outcome], field)
		}
	}

	f := finding{Step: o.some.step, Seen: "taken" + listed("; another value or none: ", by[changed]) +
		listed("; kept: ", by[kept]) + listed("; not seen: ", by[unclear])}

	if len(by[changed]) > 0 {
		f.advise(o.some.otherwise, nil)
	}

	return f
}

// outcome is what became of an omitted field. Of two, the larger one counts.
type outcome int

const (
	kept outcome = iota
	unclear
	changed
)

func omitted(field string, a answer, ignored []string) outcome {
	for _, r := range a.returned {
		switch {
		case r.Field != field || a.isLate || slices.Contains(ignored, field):
		case r.Kept:
			return kept
		default:
			return changed
		}
	}

	return unclear
}
