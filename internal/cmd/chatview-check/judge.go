package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// finding is what a step shows. As JSON, it has no value of the service.
type finding struct {
	Step   string   `json:"step"`
	Seen   string   `json:"seen"`
	Advice []string `json:"advice,omitzero"`
	// details may quote the service.
	details []string
}

const (
	notSeen         = "not seen: "
	everyApplyWarns = "; every apply warns of "
)

var lateResponses = finding{
	Step: "responses", Seen: "some have the values before the update",
	Advice: []string{"Expect warnings after a change, and look at the object in the service: responses may be older than the change."},
}

func (f *finding) advise(advice string, fields []string) {
	if advice != "" {
		f.Advice = append(f.Advice, strings.ReplaceAll(advice, "%s", strings.Join(fields, ", ")))
	}
}

func (f *finding) see(what string, fields []string) {
	if len(fields) > 0 {
		f.Seen += what + strings.Join(slices.Compact(fields), ", ")
	}
}

// judge returns what follows from the answer to a probe. The fields in ignored always
// come back otherwise, so their values show nothing.
func judge(p probe, a answer, ignored []string) finding {
	f := finding{Step: p.step}

	if a.failure != nil {
		f.details = quoted(a.failure)

		if p.taken+p.refused == "" { // it is that of any apply
			f.advise(a.failure.Advice().Next, nil)
		}
	}

	switch {
	case a.unseen != "":
		f.Seen = notSeen + a.unseen
	case a.failure != nil:
		f.Seen = brief(a.failure.Kind, a.failure.StatusCode)
		f.advise(p.refused, slices.Sorted(maps.Keys(p.change)))
	default:
		f.judgeValues(p, a, ignored)
	}

	return f
}

func (f *finding) judgeValues(p probe, a answer, ignored []string) {
	same, others, unclear := p.sorted(a, ignored)
	f.Seen = "taken"

	if p.isOmission {
		f.see("; another value or none: ", others)
		f.see("; kept: ", same)
	} else {
		f.see(everyApplyWarns, others)
		f.see(everyApplyWarns+"a credential in ", a.Withheld)
	}

	f.see("; values not seen: ", unclear)

	if a.NoBody && len(p.change) == 0 {
		f.Seen += everyApplyWarns + "an empty response"
	}

	for _, d := range a.Differences {
		if !p.isOmission && slices.Contains(others, d.Field) {
			f.details = append(f.details, fmt.Sprintf("%s: expected %s, returned %s", d.Field, d.Expected, d.Returned))
		}
	}

	if len(others) > 0 {
		f.advise(p.otherwise, others)
	}

	if len(same) > 0 || len(p.change) == 0 {
		f.advise(p.taken, same)
	}
}

// sorted returns the fields that a probe is about by what the response has of them.
// Fields that it is not about may come back otherwise, too.
func (p probe) sorted(a answer, ignored []string) (same, others, unclear []string) {
	isIgnored := func(field string) bool { return a.isLate || slices.Contains(ignored, field) }

	others = a.differing()
	if p.isOmission {
		others = slices.Sorted(slices.Values(a.lost))
	}

	others = slices.DeleteFunc(others, isIgnored)

	for _, field := range slices.Sorted(maps.Keys(p.change)) {
		isUnclear := a.NoBody || isIgnored(field) || p.isOmission && !slices.Contains(a.kept, field)

		switch {
		case slices.Contains(others, field):
		case isUnclear && strings.HasSuffix(field, "_color"):
			unclear = append(unclear, "the colors")
		case isUnclear:
			unclear = append(unclear, field)
		default:
			same = append(same, field)
		}
	}

	return same, others, unclear
}
