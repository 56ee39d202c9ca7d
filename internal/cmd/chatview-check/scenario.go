package main

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// ask asks everything. A wrong key comes last: a service may block who sends one.
func (c *check) ask() {
	var last *object

	for _, o := range []*object{theme(c.appearance), source(c.source)} {
		if o.id == "" || !c.askBase(o) {
			continue
		}

		c.askOmission(o)

		for _, p := range o.probes {
			if p.change = o.inBase(p.change); len(p.change) > 0 {
				c.askProbe(o, p)
			}
		}

		if o.kind == "theme" && c.unknown != "" && c.ended() == "" {
			c.say("the theme %s is overwritten if it exists", c.unknown)
			c.askAlone(o, c.unknown, c.APIKey, probe{step: "an id that does not exist", taken: "Check ids twice: one that does not exist is accepted."})
		}

		last = o
	}

	if last != nil {
		c.askAlone(last, last.id, wrongKey, probe{step: "a wrong API key", taken: "Tell the operators of the service that it accepts any API key."})
	}

	if c.isLate {
		c.report.Findings = append(c.report.Findings, lateResponses)
	}
}

// see judges an answer, unless its step was not sent.
func (c *check) see(o *object, p probe, a answer) {
	if a.unseen == "" || a.unseen != c.ended() {
		c.report.Findings = append(c.report.Findings, judge(p, a, o.otherwise))
	}
}

// askBase looks for the most complete update that is taken.
func (c *check) askBase(o *object) bool {
	base, p := o.complete, probe{step: "a complete " + o.kind}
	a := c.step(o, p.step, base, base)
	complete, first := p, a

	for _, group := range o.groups {
		if !a.mayBeAboutValues() {
			break
		}

		refused, withGroup := probe{step: p.step, refused: group.refused}, a
		p.step = "a " + o.kind + " without " + group.name
		base = only(base, func(field string) bool { return !slices.Contains(group.fields, field) })

		if a = c.step(o, p.step, base, base); a.isTaken() {
			c.see(o, refused, withGroup)
		}
	}

	// Its reason is that of most applies.
	if p.step != complete.step && !a.isTaken() {
		c.see(o, complete, first)
	}

	c.see(o, p, a)
	c.conclude(o, a)
	o.base, o.otherwise = base, append(a.differing(), a.lost...)

	return a.isTaken()
}

// conclude says whether an apply works, after the last answer to the first step.
func (c *check) conclude(o *object, a answer) {
	works := map[bool]string{true: "works", false: "fails"}[a.isTaken()]
	if a.unseen != "" || o.mayRefuse && a.failure != nil && a.failure.Kind == client.KindRefused {
		works = "is not known to work"
	}

	c.report.Works = c.report.Works && a.isTaken()
	c.report.Applies = append(c.report.Applies, "An apply of a "+o.kind+" "+works+".")
}

// askOmission asks what becomes of the fields that an update omits. A value that is
// kept only once may be the default.
func (c *check) askOmission(o *object) {
	p, some := o.omission, o.inBase(o.omission.change)
	if len(some) == 0 {
		some, p.step, p.refused = o.probes[0].change, "only "+o.probes[0].step, ""
	}

	p.isOmission, p.change = true, only(o.base, func(field string) bool { return some[field] == nil })
	first := c.step(o, p.step, some, o.base)
	last := first

	if other := o.inBase(o.other); len(other) > 1 && first.isTaken() {
		values := probe{step: "a theme with other values", change: other, refused: below}
		a := c.step(o, values.step, other, other)
		c.see(o, values, a)

		o.otherwise = slices.Concat(o.otherwise, a.differing(), a.lost)

		if a.isTaken() {
			last = c.step(o, p.step, some, other)
			last.lost, last.isLate = append(last.lost, first.lost...), last.isLate || first.isLate
		} else {
			last.kept = nil
		}
	}

	c.see(o, p, last)
}

// askProbe asks for the values of a probe, for each alone if they are refused, and
// again for texts as they came back.
func (c *check) askProbe(o *object, p probe) {
	changed := with(o.base, p.change)

	a := c.step(o, p.step, changed, changed)
	if a.mayBeAboutValues() && len(p.change) > 1 {
		for _, field := range slices.Sorted(maps.Keys(p.change)) {
			alone := p
			alone.step, alone.change = p.step+", "+field, fields{field: p.change[field]}
			c.askProbe(o, alone)
		}

		return
	}

	c.see(o, p, a)

	if texts := p.asReturned(a); p.again != nil && len(texts) > 0 {
		again, judged := *p.again, *o
		again.change = texts

		judged.otherwise = slices.DeleteFunc(slices.Clone(o.otherwise), func(field string) bool { return texts[field] != nil })
		if len(judged.otherwise) < len(o.otherwise) {
			again.otherwise = "" // texts without blanks are changed, too
		}

		c.askProbe(&judged, again)
	}
}

// asReturned returns the values that came back otherwise, as they came back.
func (p probe) asReturned(a answer) fields {
	texts := fields{}

	for _, d := range a.Differences {
		var value any

		_ = json.Unmarshal([]byte(d.Returned), &value) // may be cut
		if value != nil && !a.isLate && reflect.TypeOf(value) == reflect.TypeOf(p.change[d.Field]) {
			texts[d.Field] = value
		}
	}

	return texts
}

// askAlone sends the base with a client of its own.
func (c *check) askAlone(o *object, id, key string, p probe) {
	alone := *o
	alone.id, alone.base = id, nil // any failure answers
	c.api = c.client(key, retries)

	c.see(o, p, c.step(&alone, p.step, o.base, o.base))

	c.api = c.client(c.APIKey, retries)
}
