package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
)

// The oracle of the enumeration: a service and a ledger, which share nothing with the provider.

// fakeService answers as told, and notes the requests.
type fakeService struct {
	answer      answer
	accountName string // of the object, as JSON
	requests    []request
}

// request went to a place, the address of an object.
type request struct {
	method, place string
	body          map[string]json.RawMessage
}

// places are the addresses of the objects in a node.
var places = [3]string{url1 + "/17", url2 + "/17", url1 + "/18"}

// computedNames are the attributes that only come from a response.
var computedNames = []string{"type", "created_at", "last_modified", "custom_css_vars", "is_default"}

func (s *fakeService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer, sent := s.answer.attempt(len(s.requests)), request{method: r.Method, place: "https://" + r.Host + "/" + strings.Split(r.URL.Path, "/")[4]}
	_ = json.NewDecoder(r.Body).Decode(&sent.body)
	s.requests = append(s.requests, sent)

	if answer.status == 0 {
		panic(http.ErrAbortHandler)
	}

	w.WriteHeader(answer.status)

	if answer.refusedField != "" {
		_, _ = fmt.Fprintf(w, `{%q: ["is wrong"]}`, answer.refusedField)
	}

	if answer.hasObject {
		object := map[string]any{"id": json.RawMessage(path.Base(sent.place)), "account_name": json.RawMessage(s.accountName)}
		if name := sent.body["account_name"]; name != nil {
			object["account_name"] = name
		}

		for _, name := range computedNames {
			object[name] = name + "@" + sent.place
		}

		_, _ = fmt.Fprint(w, jsonOf(object))
	}
}

// ledger is what a person knows who has read all messages.
type ledger struct {
	// confirmed is the object of the last success, counted from 1, or 0: after an import,
	// after the provider was killed during an update, and without a record; or nowhere.
	confirmed int
	// isUnknown is set by updates with an unknown outcome.
	isUnknown bool
	// unconfirmed are the fields that those sent, and refused updates: a service may save
	// the values, find that the connection fails, and answer 400. Its object may have them.
	unconfirmed [3]bool
	// doubts say why an object may have other values than state: a key of exemptions,
	// or the step.desired with which the CLI was killed.
	doubts [3][3]int
}

// transition is an apply of a plan with changes.
type transition struct {
	from, to node
	step     *step
	answer   answer
	*remembered
	isNew    bool // a create or a replacement
	sendsAll bool // for a reason that the ledger has
}

// after returns the node after an apply.
func (w *walk) after(x transition) node {
	next, object := x.from, x.step.object()

	for i, doubt := range next.ledger.doubts[object] {
		if doubt > 0 && doubt != x.step.desired {
			next.ledger.doubts[object][i] = reverted
		}
	}

	for i, r := range x.requests {
		if x.answer.attempt(i).isMade && r.place == places[object] {
			next.objects[object] = w.changed(next.objects[object], r)
		}

		w.note(&next.ledger, x, r, x.answer.attempt(i))
	}

	switch next.instance = x.instance; {
	case x.answer.killed == killsCore, x.isEmpty:
		next.instance = x.from.instance
	case x.answer.killed == killsProvider, next.instance == none:
		next.ledger = ledger{doubts: next.ledger.doubts}
	case x.errors == "" && len(x.requests) > 0:
		next.ledger = ledger{confirmed: object + 1, doubts: next.ledger.doubts}
	case x.errors == "": // nothing that refused updates sent is configured
		next.ledger.unconfirmed = [3]bool{}
	case next.ledger.confirmed > 0 && path.Base(places[next.ledger.confirmed-1]) != x.step.config["id"]:
		next.ledger.confirmed = 0 // the id was edited: what is noted replaces the record of another object
	}

	return next
}

// note notes a request. A PUT changes every field.
func (w *walk) note(l *ledger, x transition, r request, answer attempt) {
	l.isUnknown = l.isUnknown || answer.isUnknown() && x.answer.killed == ""

	for i, field := range w.fields {
		switch doubt := &l.doubts[x.step.object()][i]; {
		case r.body[field] == nil && r.method != http.MethodPut, x.answer.killed == killsProvider:
		case x.answer.killed == killsCore:
			*doubt = x.step.desired
		case answer.isUnknown(), answer.status == http.StatusBadRequest:
			l.unconfirmed[i] = true
		case answer.status == http.StatusAccepted:
			*doubt = accepted
		case answer.status == http.StatusOK:
			*doubt = 0
		}
	}
}

// judgeClaims reports fields of which the service has another value than state or the
// configuration of a color, unless a person knows why.
func (w *walk) judgeClaims(n node, s *step, isApplied bool) {
	object, state := s.object(), w.instances[n.instance]

	for i, field := range w.fields {
		want, doubt := state.held[i], n.ledger.doubts[object][i]

		if field == oneColor && !s.ignores(oneColor) {
			want = s.wanted[i]

			if !isApplied && state.texts["write_only_version"] != "" {
				doubt = hidden
			}
		}

		if doubt > 0 && doubt != s.desired {
			doubt = reverted
		}

		switch isElsewhere := s.atPlan != s.atApply || s.atPlan == nil; {
		case want == "", want == n.objects[object][i], isElsewhere && !isApplied:
		case doubt < 0 && !s.sendsAgain:
			w.exempted[doubt] = true
		default:
			w.report(map[bool]string{true: "an apply succeeds", false: "No changes"}[isApplied] + ", and the service has another " + field)
		}
	}
}

// mayRefuse reports whether a step may be refused: it has no address or another one than
// its plan, or ignore_changes covers a field that has to be sent.
func (w *walk) mayRefuse(n node, s *step) bool {
	return s.isMoved() || !w.isNew(n, s) && slices.ContainsFunc([]int{0, 1, 2}, func(i int) bool { return w.mayRefuseField(n, s, i) })
}

// mayRefuseField reports whether ignore_changes keeps a value that the object may lack,
// next to the other form of a password, or out of a request that needs it.
func (w *walk) mayRefuseField(n node, s *step, i int) bool {
	state, writeOnly, version := w.instances[n.instance], w.fields[i]+"_wo", w.fields[i]+"_wo_version"
	keeps := func(attribute string) bool { return s.ignores(attribute) && state.texts[attribute] != "" }
	isUnsure := n.ledger.confirmed != s.object()+1 || n.ledger.unconfirmed[i]
	mayLack := isUnsure && state.held[i] != "" && s.ignores(w.fields[i], writeOnly, version)

	switch {
	case w.typeName == appearanceType:
		return s.ignores(w.fields[i]) && s.wanted[i] != "" && state.held[i] == ""
	case s.config[writeOnly] == nil:
		return mayLack || s.wanted[i] != "" && keeps(version)
	}

	return mayLack || keeps(w.fields[i]) || s.ignores(writeOnly) && !s.ignores(version) && s.config[version] != state.texts[version]
}

// judge reports what is wrong with an apply.
func (w *walk) judge(x transition) {
	for _, r := range x.requests {
		w.judgeRequest(x, r)
	}

	if x.answer.killed == "" {
		w.judgeWords(x)
	}

	switch {
	case x.answer.killed != "":
	case x.errors == "":
		w.judgeClaims(x.to, x.step, !x.isEmpty)
		w.judgeState(x)

		again := *x.step
		again.unknown = nil

		if again.atPlan == again.atApply && !again.replace && !w.mayRefuse(x.to, &again) && w.plan(x.to.instance, again.named(w.fields)).changes {
			w.report("the next plan is not empty")
		}
	case len(x.requests) > 0 && x.answer.attempts[0] == made:
		w.report("an apply fails although the update succeeded")
	}
}

// judgeState reports a value that was discarded although the object is known to be the
// same and no failed update may have changed it, or that cannot be the object's.
func (w *walk) judgeState(x transition) { //nolint:gocyclo // a condition for each rule
	before, after := w.instances[x.from.instance], w.instances[x.to.instance]

	for _, name := range append(computedNames, "account_name") {
		i := slices.Index(w.fields, name)
		isKnown := x.from.ledger.confirmed == x.step.object()+1 && !x.isNew && (i < 0 || !x.from.ledger.unconfirmed[i])

		switch isReturned := x.answer.attempts[len(x.answer.attempts)-1].hasObject; {
		case isKnown && before.texts[name] != "" && after.texts[name] == "":
			w.report(name + " is discarded without a reason")
		case i < 0 && !isKnown && !isReturned && !x.isEmpty && after.texts[name] != "":
			w.report(name + " is kept without a reason")
		}

		if _, place, ok := strings.Cut(after.texts[name], "@"); ok && place != after.texts["base_url"]+"/"+after.texts["id"] {
			w.report(name + " is that of another object")
		}
	}

	if after.texts["password"] != "" && after.texts["password_wo_version"] != "" {
		w.report("state has both forms of the password")
	}
}

// judgeRequest reports fields that are not configured, or ignored, or unchanged and not
// unconfirmed in an update that does not send everything, and those that are missing.
func (w *walk) judgeRequest(x transition, r request) { //nolint:gocyclo // a condition for each rule
	sendsAll := x.sendsAll || r.method == http.MethodPut
	if len(r.body) == 0 && !sendsAll {
		w.report("an empty request is sent without a reason")
	}

	if r.place != places[x.step.object()] {
		w.report("a request goes to another object")
	}

	for name, raw := range r.body {
		i, value := slices.Index(w.fields, name), string(raw)

		switch {
		case i < 0, value != w.allowed(x, r, i):
			w.report(name + " is sent although it is not configured, or ignored")
		case !sendsAll && value == w.instances[x.from.instance].held[i] && !x.from.ledger.unconfirmed[i]:
			w.report(name + " is sent without a reason")
		}
	}

	for i, field := range w.fields {
		isIgnored := !x.isNew && x.step.covers(field) && r.method != http.MethodPut
		if (sendsAll || x.from.ledger.unconfirmed[i]) && !isIgnored && x.step.wanted[i] != "" && r.body[field] == nil {
			w.report(field + " is missing in a request that has to have it")
		}
	}
}

// allowed returns the value that a request may have. A PUT has what state keeps of an
// ignored field, and a PATCH nothing, unless it is configured.
func (w *walk) allowed(x transition, r request, i int) string {
	want, held, writeOnly := x.step.wanted[i], w.instances[x.from.instance].held[i], w.fields[i]+"_wo"

	switch isIgnored := !x.isNew && x.step.covers(w.fields[i]); {
	case isIgnored && r.method == http.MethodPut:
		return held
	case isIgnored && (held != want || x.step.config[writeOnly] != nil && x.step.ignores(writeOnly)):
		return ""
	}

	return want
}
