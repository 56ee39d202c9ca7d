package provider

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// What the enumeration's messages say of requests, against the journal.

var (
	baseURLChange = regexp.MustCompile(`sends everything to the .* at (https://\S+), and nothing to (https://[^,\s]+), the base_url`)
	removedNames  = regexp.MustCompile(`no longer configured, so they are not sent: ([a-z_, ]+)\.`)
	unsentName    = regexp.MustCompile(`The update did not send ([a-z_]+), (?:which|because [a-z_]+_version) is unchanged`)
	ignoredName   = regexp.MustCompile(`No update sends ([a-z_]+) while ignore_changes covers it`)
	wrongName     = regexp.MustCompile(`The error message for ([a-z_]+) reads: is wrong\n\n(?:[^\n]*\n\n)?Correct or set the value`)
)

const sendsAll, sendsAgain = "The next apply sends everything", "The next apply sends the same fields again"

// judgeWords reports sentences that are false, or missing.
func (w *walk) judgeWords(x transition) { //nolint:gocyclo // a condition for each sentence
	var isSent, isMade, isUnknown, isRefused bool

	for i := range x.requests {
		a := x.answer.attempt(i)
		isSent, isMade, isUnknown, isRefused = true, isMade || a.isMade, isUnknown || a.isUnknown(), a.status == http.StatusBadRequest
	}

	last, l := x.answer.attempts[len(x.answer.attempts)-1], x.from.ledger
	hasFailed := x.errors != ""
	knowsUpdate := l.isUnknown && l.confirmed == x.step.object()+1 && !x.isNew

	for text, wanted := range map[string]struct{ may, must bool }{
		"Nothing was sent":                        {!isSent, false},
		"was not sent":                            {!isSent, false},
		"nothing is sent":                         {!isSent, false},
		"Nothing was changed":                     {!isMade, false},
		"change may have been made":               {isUnknown, isUnknown},
		sendsAll:                                  {isUnknown, isUnknown},
		sendsAgain:                                {isRefused && !isUnknown, isRefused && !isUnknown},
		"warning: an earlier update of":           {l.isUnknown, knowsUpdate && isSent},
		"warning: Update Accepted":                {last.status == http.StatusAccepted, isSent && !hasFailed && last.status == http.StatusAccepted},
		"warning: Empty Response":                 {last == withoutBody, isSent && !hasFailed && last == withoutBody},
		"warning: Make sure that the id is right": {x.isNew || l.confirmed != x.step.object()+1, isSent && (x.isNew || l.confirmed == 0 && !l.isUnknown)},
	} {
		says := hasFailed && strings.Contains(x.errors, text)
		if warning, ok := strings.CutPrefix(text, "warning: "); ok {
			says = strings.Contains(x.warnings, warning)
		} else if !hasFailed {
			continue
		}

		if says && !wanted.may || !says && wanted.must {
			w.report("it is wrong to say, or not to say: " + text)
		}
	}

	for _, m := range baseURLChange.FindAllStringSubmatch(x.warnings, -1) {
		if m[1] != x.step.atApply && !x.step.isMoved() || m[2] != w.instances[x.from.instance].texts["base_url"] {
			w.report("an address is wrong: " + m[0])
		}
	}

	w.judgeRemoved(x)
	w.judgeRefusedFields(x)
}

// judgePromise reports an empty plan although the next apply was to send something.
func (w *walk) judgePromise(n node) {
	if n.instance != none && !w.step.isMoved() && w.step.atPlan != nil && (n.ledger.isUnknown || n.ledger.unconfirmed != [3]bool{}) {
		w.report("No changes, although the next apply was to send something")
	}
}

// judgeRemoved reports attributes that are falsely called removed, or not called so.
func (w *walk) judgeRemoved(x transition) {
	if x.isNew {
		return
	}

	before, named := w.instances[x.from.instance], ""
	for _, m := range removedNames.FindAllStringSubmatch(x.warnings, -1) {
		named += ", " + m[1]
	}

	names := strings.Split(named, ", ")

	for i, field := range w.fields {
		isNamed := slices.Contains(names, field) || slices.Contains(names, field+"_wo")
		isGone := before.held[i] != "" && x.step.wanted[i] == "" && !x.step.ignores(field, field+"_wo", field+"_wo_version") && field != "account_name"

		if isNamed && (w.sends(x, field) || before.held[i] == "" && field != oneColor) || !isNamed && isGone && len(x.requests) > 0 {
			w.report("it is wrong to call removed, or not to call so: " + field)
		}
	}
}

// judgeRefusedFields reports false reasons for a field that the service refused, and ways
// out that do not send it.
func (w *walk) judgeRefusedFields(x transition) {
	before := w.instances[x.from.instance]

	for _, m := range wrongName.FindAllStringSubmatch(x.errors, -1) {
		if i := slices.Index(w.fields, m[1]); x.step.wanted[i] != "" && !w.sends(x, m[1]) {
			w.report("what was not sent is not to be corrected: " + m[1])
		}
	}

	for _, m := range unsentName.FindAllStringSubmatch(x.errors, -1) {
		field := strings.TrimSuffix(m[1], "_wo")
		i := slices.Index(w.fields, field)

		full := *x.step
		full.config = maps.Clone(full.config)
		full.config["update_mode"] = updateFull

		if w.sends(x, field) || before.held[i] != x.step.wanted[i] || !w.sends(w.next(x, &full), field) {
			w.report("false, or no way out: " + m[0])
		}
	}

	for _, m := range ignoredName.FindAllStringSubmatch(x.errors, -1) {
		out := *x.step.waysOut(x.errors, w.fields)[0]
		out.config = maps.Clone(out.config)

		if writeOnly := m[1] + "_wo"; strings.Contains(x.errors, "once a plan changes") {
			out.config[writeOnly], out.config[writeOnly+"_version"] = "w9", "9"
		}

		isWayOut := x.step.wanted[slices.Index(w.fields, m[1])] == "" || w.sends(w.next(x, &out), m[1])
		if w.sends(x, m[1]) || !x.step.ignores(m[1], m[1]+"_wo", m[1]+"_wo_version") || !isWayOut {
			w.report("false, or no way out: " + m[0])
		}
	}
}

// sends reports whether an apply sends a field.
func (w *walk) sends(x transition, field string) bool {
	return slices.ContainsFunc(x.requests, func(r request) bool { return r.body[field] != nil })
}

// next returns what a step does after an apply.
func (w *walk) next(x transition, s *step) transition {
	s = s.named(w.fields)
	if p := w.plan(x.to.instance, s); !p.changes || p.errors != "" {
		return transition{remembered: p}
	}

	return transition{remembered: w.apply(x.to, s, w.answers[0])}
}

func warningsOf(o outcome) string {
	return describe(slices.DeleteFunc(slices.Concat(o.diagnostics, o.firstApply), isError))
}

func errorsOf(o outcome) string {
	return describe(slices.DeleteFunc(slices.Clone(o.diagnostics), func(d *tfprotov6.Diagnostic) bool { return !isError(d) }))
}
