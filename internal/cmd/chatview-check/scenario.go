package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// ask asks everything. A wrong key comes last: a service may block who sends one.
func (c *check) ask() {
	t, s := theme(), source()
	t.id, t.send, s.id, s.send = c.appearance, c.put, c.source, c.patch

	askKey := func() {}

	for _, o := range []object{t, s} {
		if o.id == "" {
			continue
		}

		base := c.takenBase(o)
		if base == nil {
			continue
		}

		c.askVariants(o, base)

		key := probe{step: "a wrong API key", taken: "Tell the operators of the service that it accepts any API key."}
		askKey = func() { c.askAlone(o, base, c.client(wrongKey, retries), key) }

		if o.kind == t.kind && c.unknown != "" && c.ended() == "" {
			o.id = c.unknown
			c.say("the theme %s is overwritten if it exists", o.id)
			c.askAlone(o, base, c.client(c.APIKey, retries), probe{
				step: "an id that does not exist", taken: "Check ids twice: one that does not exist is accepted.",
			})
		}
	}

	askKey()

	if c.isLate {
		c.add(lateResponses)
	}
}

// add adds a finding, unless its step was not sent.
func (c *check) add(f finding) {
	if ended := c.ended(); ended == "" || !strings.HasSuffix(f.Seen, ended) {
		c.report.Findings = append(c.report.Findings, f)
	}
}

// always is for steps whose failure always answers.
func always() bool { return true }

// askAlone sends a base with a client of its own.
func (c *check) askAlone(o object, base fields, api *client.Client, p probe) {
	c.add(judge(p, c.step(p.step, func() answer { return o.send(api, o.id, base, base) }, always), c.otherwise))
}

// takenBase returns the most complete update that is taken, or nil.
func (c *check) takenBase(o object) fields {
	base, p := o.complete, probe{step: "a complete " + o.kind}
	send := func() answer { return o.send(c.api, o.id, base, base) }
	a := c.step(p.step, send, always)

	for _, group := range o.groups {
		if !a.isRefused() || slices.Contains([]client.Kind{client.KindNotFound, client.KindUnauthorized}, a.failure.Kind) {
			break
		}

		refused := judge(probe{step: p.step, refused: group.refused}, a, nil)
		p.step = "a " + o.kind + " without " + group.name
		base = only(base, func(field string) bool { return !group.has(field) })

		if a = c.step(p.step, send, always); a.isTaken() {
			c.add(refused)
		}
	}

	c.report.Works[o.kind] = works(a, o.mayRefuse)
	c.add(judge(p, a, nil))
	c.otherwise = a.otherwise()

	if a.isTaken() {
		return base
	}

	return nil
}

// askVariants asks about variants of a base that was taken.
func (c *check) askVariants(o object, base fields) {
	othersWork := func() bool { return o.send(c.api, o.id, base, base).isTaken() }
	send := func(step string, body, expected fields) answer {
		return c.step(step, func() answer { return o.send(c.api, o.id, body, expected) }, othersWork)
	}
	try := func(p probe) answer { return send(p.step, with(base, p.change), with(base, p.change)) }
	isInBase := func(field string) bool { return base[field] != nil || o.complete[field] == nil }

	if len(only(o.some, isInBase)) == 0 {
		o.some, o.omission.step, o.omission.refused = o.probes[0].change, "only "+o.probes[0].step, ""
	}

	a := send(o.omission.step, o.some, base)
	o.omission.isOmission, o.omission.change = true, only(base, func(field string) bool { return o.some[field] == nil })

	if other := only(o.other, isInBase); len(other) > 1 && a.isTaken() {
		p := probe{step: "another theme", change: other}

		again := try(p)
		c.add(judge(p, again, c.otherwise))
		c.otherwise = append(c.otherwise, again.otherwise()...)

		if !again.isTaken() {
			a.returned = slices.DeleteFunc(a.returned, func(r client.RemovedField) bool { return r.Kept })
		} else {
			a = a.and(send(o.omission.step, o.some, other))
		}
	}

	c.add(judge(o.omission, a, c.otherwise))

	for _, p := range o.probes {
		if p.change = only(p.change, isInBase); len(p.change) > 0 {
			c.askProbe(p, try)
		}
	}
}

// askProbe asks for the values of a probe, for each alone if they are refused, and
// again for texts as they came back.
func (c *check) askProbe(p probe, try func(probe) answer) {
	a := try(p)
	if a.isRefused() && len(p.change) > 1 {
		for _, field := range slices.Sorted(maps.Keys(p.change)) {
			alone := p
			alone.step, alone.change = p.step+", "+field, fields{field: p.change[field]}
			c.askProbe(alone, try)
		}

		return
	}

	c.add(judge(p, a, c.otherwise))

	if texts := a.asReturned(); p.again != nil && len(texts) > 0 {
		again := *p.again
		again.change = texts
		isOther := func(field string) bool { return texts[field] != nil }
		c.add(judge(again, try(again), slices.DeleteFunc(slices.Clone(c.otherwise), isOther)))
	}
}
