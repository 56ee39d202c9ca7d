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
}

const everyApplyWarns = "; every apply warns of "

var lateResponses = finding{
	Step: "all responses", Seen: "some have the values before the update",
	Advice: []string{"Expect warnings of other values after a change, and look at the object in the service."},
}

// advise adds advice about fields, if there is any.
func (f *finding) advise(advice string, fields []string) {
	if advice != "" {
		f.Advice = append(f.Advice, strings.ReplaceAll(advice, "%s", strings.Join(fields, ", ")))
	}
}

// see adds a list of fields, if there are any.
func (f *finding) see(what string, fields []string) {
	if len(fields) > 0 {
		f.Seen += what + strings.Join(slices.Compact(fields), ", ")
	}
}

// judge judges the answer to a probe. The fields in ignored always come back
// otherwise, so their values show nothing.
func judge(p probe, a answer, ignored []string) finding {
	f := finding{Step: p.step}

	// A failure that nothing is said about is that of any apply.
	if a.failure != nil && p.taken+p.refused == "" {
		f.advise(a.failure.Advice().Next, nil)
	}

	switch {
	case a.unseen != "":
		f.Seen, f.details = "not seen: "+a.unseen, quoted(a.failure)
	case a.failure != nil:
		f.Seen, f.details = "refused ("+brief(a.failure.Kind, a.failure.StatusCode)+")", quoted(a.failure)
		if strings.Contains(strings.Join(f.details, ""), client.Withheld) {
			f.Seen += "; the message repeats a credential"
		}

		f.advise(p.refused, slices.Sorted(maps.Keys(p.change)))
	default:
		f.judgeValues(p, a, ignored)
	}

	return f
}

// judgeValues judges the response to a probe that was taken.
func (f *finding) judgeValues(p probe, a answer, ignored []string) {
	same, others, unclear := p.sorted(a, ignored)
	f.Seen = "taken"

	if p.isOmission {
		f.see("; another value or none: ", others)
		f.see("; kept: ", same)
	} else {
		f.see(everyApplyWarns, others)
		f.see(everyApplyWarns+"a credential in ", a.withheld)
	}

	f.see("; values not seen: ", unclear)

	if a.noBody && len(p.change) == 0 {
		f.Seen += everyApplyWarns + "an empty response"
	}

	for _, d := range a.differences {
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
	for _, d := range a.differences {
		if !p.isOmission && !a.isLate && !slices.Contains(ignored, d.Field) {
			others = append(others, d.Field)
		}
	}

	for _, field := range slices.Sorted(maps.Keys(p.change)) {
		index := slices.IndexFunc(a.returned, func(r client.RemovedField) bool { return r.Field == field })

		switch {
		case slices.Contains(others, field):
		case p.isOmission && strings.HasSuffix(field, "_color"):
			unclear = append(unclear, "the colors")
		case a.isLate, a.noBody, slices.Contains(ignored, field), p.isOmission && index < 0:
			unclear = append(unclear, field)
		case p.isOmission && !a.returned[index].Kept:
			others = append(others, field)
		default:
			same = append(same, field)
		}
	}

	return same, others, unclear
}
