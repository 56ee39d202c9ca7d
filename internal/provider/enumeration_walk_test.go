package provider

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"
	"testing/synctest"
)

// The enumeration walks each universe until no new state appears, breadth-first, so a
// counterexample has the fewest steps. The provider is asked once for each instance,
// step and response.
type walk struct {
	*testing.T
	universe
	core      *core
	service   *fakeService
	fields    []string
	instances []entry
	indexes   map[string]int
	memory    map[any]*remembered
	nodes     []arrival
	visited   map[node]int
	reported  map[string]bool
	exempted  map[int]bool
	at        int
	step      *step
	answer    answer
}

type arrival struct {
	node
	parent int
	how    string // the first way there
}

// load starts a run of core with an instance.
func (w *walk) load(index int, s *step, baseURL any, retries int) {
	w.core.instances = map[string]*instance{"a": w.instances[index].instance}
	w.core.ignored, w.core.replace = s.ignored, s.replace
	w.core.settings["base_url"], w.core.settings["max_retries"] = baseURL, retries
	w.core.configure()
}

// plan plans a step. Configurations that ignore_changes makes equal have one plan.
func (w *walk) plan(index int, s *step) *remembered {
	key := [2]any{index, s.name}
	if w.memory[key] != nil {
		return w.memory[key]
	}

	w.load(index, s, s.atPlan, 0)

	schema := w.core.schema.ResourceSchemas[w.typeName]
	prior, _, _ := w.core.before("a", schema)

	equal := fmt.Sprint(index, s.atPlan, w.core.withIgnored(schema, prior, w.core.value(schema, s.planned())))
	if s.replace || !prior.IsNull() && w.instances[index].texts["id"] != s.config["id"] {
		equal += s.name
	}

	if w.memory[equal] == nil {
		result, resp := w.core.planInWalk("a", w.typeName, s.planned())
		w.memory[equal] = &remembered{plan: result, changes: result.isChange(), resp: resp, errors: errorsOf(result)}
	}

	w.memory[key] = w.memory[equal]

	return w.memory[key]
}

// apply applies a planned step. The final plan is the first one, unless something was
// unknown or the object is replaced.
func (w *walk) apply(from node, s *step, a answer) *remembered {
	p, key := w.plan(from.instance, s), fmt.Sprint(jsonOf(s.config), s.atApply, a.killed)

	for _, attempt := range a.attempts {
		key += fmt.Sprint(attempt.status, attempt.refusedField) // whether a change is made, the provider cannot see
		if attempt.hasObject {
			key += from.objects[s.object()][0]
		}
	}

	if done := w.memory[[2]any{p, key}]; done != nil {
		return done
	}

	var result remembered

	if a.killed != "" {
		result = *w.apply(from, s, answer{attempts: a.attempts})
		w.load(from.instance, s, s.atApply, 0)

		if p.plan.replace {
			w.core.instances = map[string]*instance{}
		} else {
			w.core.applyWithoutResponse("a", p.plan)
		}
	} else {
		w.load(from.instance, s, s.atApply, len(a.attempts)-1)
		*w.service = fakeService{answer: a, accountName: from.objects[s.object()][0]}

		var out outcome
		if s.atPlan == s.atApply && !p.plan.replace && s.unknown == nil {
			out = w.core.applyPlan("a", w.typeName, s.config, p.plan, p.resp)
		} else {
			out = w.core.applyBlock(resourceBlock{"a", w.typeName, s.config}, p.plan)
		}

		result.errors, result.warnings, result.requests = errorsOf(out), warningsOf(out), w.service.requests
		result.isEmpty = !out.isChange() && result.errors == ""
	}

	result.instance = w.intern()
	w.memory[[2]any{p, key}] = &result

	return &result
}

// move says where the walk is: in a step after a node, with an answer.
func (w *walk) move(at int, s *step, a answer) { w.at, w.step, w.answer = at, s, a }

// add returns the index of a node, which is new or known.
func (w *walk) add(n node) int {
	if _, ok := w.visited[n]; !ok {
		w.visited[n] = len(w.nodes)
		w.nodes = append(w.nodes, arrival{n, w.at, w.how()})
	}

	return w.visited[n]
}

// remove removes the instance from state, and imports it.
func (w *walk) remove(at int) {
	next := w.nodes[at].node
	next.ledger = ledger{doubts: next.ledger.doubts}
	w.core.instances = map[string]*instance{}

	w.move(at, &step{name: "terraform state rm"}, answer{})

	next.instance = none
	w.add(next)
	w.core.importByID("a", w.typeName, "17")

	w.step.name += ", terraform import"
	next.instance = w.intern()
	w.add(next)
}

// expand plans a step, and applies it with each answer, but a way out with a success.
func (w *walk) expand(at int, s *step) {
	if s.edit != "" {
		w.edit(at, s)

		return
	}

	from := w.nodes[at].node
	w.move(at, s, answer{})

	switch p := w.plan(from.instance, s); {
	case p.errors != "":
		w.refused(at, s, p.errors)
	case !p.changes:
		w.judgeClaims(from, s, false)
		w.judgePromise(from)
	case s.detours > 0:
		w.take(at, s, w.answers[0])
	default:
		for _, a := range w.answers {
			w.take(at, s, a)
		}
	}
}

// take applies a step with an answer. If nothing is sent, few answers make a difference.
func (w *walk) take(at int, s *step, a answer) {
	w.move(at, s, a)

	from := w.nodes[at].node
	x := transition{from: from, step: s, answer: a, remembered: w.apply(from, s, a), isNew: w.isNew(from, s)}
	x.sendsAll = x.isNew || s.sendsAgain || from.ledger.isUnknown || from.ledger.confirmed != s.object()+1
	x.to = w.after(x)

	isSent := len(x.requests) > 0
	if !isSent && a.killed != killsProvider && a.attempts[0] != made { // nobody sees the answer
		return
	}

	w.judge(x)

	switch {
	case s.sendsAgain: // to states like those without triggers
	case x.errors != "" && !isSent && a.killed == "":
		w.refused(w.add(x.to), s, x.errors)
	default:
		w.add(x.to)
	}
}

// refused judges a refusal, and takes the ways out that it names. The walk goes on where
// they end.
func (w *walk) refused(at int, s *step, text string) {
	if !w.mayRefuse(w.nodes[at].node, s) {
		w.report("a step is refused without a reason")
	}

	steps := s.waysOut(text, w.fields)

	switch {
	case s.isMoved():
	case len(steps) == 0, s.detours == 3:
		w.report("a refusal names no way out that ends")
	default:
		for _, out := range steps {
			w.expand(at, out)
		}
	}
}

func (w *walk) how() string { return strings.TrimSuffix(w.step.name+": "+w.answer.String(), ": []") }

// Errorf reports what core asserts.
func (w *walk) Errorf(format string, values ...any) { w.report(fmt.Sprintf(format, values...)) }

// report prints the shortest counterexample of a problem.
func (w *walk) report(problem string) {
	if w.reported[problem] {
		return
	}

	w.reported[problem] = true

	steps := "\n- " + w.how()
	for at := w.at; w.nodes[at].parent >= 0; at = w.nodes[at].parent {
		steps = "\n- " + w.nodes[at].how + steps
	}

	w.T.Errorf("%s: %s:%s", w.typeName, problem, steps)
}

// enumerate walks a universe on a fake clock, and returns the exemptions that it needs.
func enumerate(t *testing.T, u universe) map[int]bool {
	t.Helper()

	fields := enumeratedFields[u.typeName]
	steps, w := u.steps(fields), &walk{
		T: t, universe: u, service: &fakeService{}, fields: fields, indexes: map[string]int{}, memory: map[any]*remembered{},
		visited: map[node]int{}, reported: map[string]bool{}, exempted: map[int]bool{}, instances: make([]entry, 1), at: -1, step: &step{},
	}
	w.core = newCore(w, &chatviewProvider{version: "test", transport: memoryTransport{w.service}}, map[string]any{"base_url": url1, "api_key": testAPIKey})
	w.core.uncompared, w.core.refuses = true, true // other tests compare the plans of the framework
	w.add(node{objects: [3]values{w.initial(places[0]), w.initial(places[1]), w.initial(places[2])}})

	for at := 0; at < len(w.nodes); at++ {
		if u.imports {
			w.remove(at)
		}

		for _, s := range steps {
			w.expand(at, s)
		}
	}

	if len(w.nodes) != u.states {
		t.Errorf("%d states, want %d", len(w.nodes), u.states)
	}

	return w.exempted
}

func TestEnumeration(t *testing.T) {
	exempted := map[int]bool{}

	for _, u := range universes {
		t.Run(u.name, func(t *testing.T) {
			if u.isLong && os.Getenv("TEST_SOAK") == "" {
				t.Skip("this universe is large; make soak walks it, with TEST_SOAK=1")
			}

			synctest.Test(t, func(t *testing.T) { maps.Copy(exempted, enumerate(t, u)) })
		})
	}

	t.Run("exemptions", func(t *testing.T) {
		for reason, exemption := range exemptions {
			guide, err := os.ReadFile("../../templates/guides/" + exemption.guide + ".md.tmpl")
			if err != nil || !strings.Contains(strings.Join(strings.Fields(string(guide)), " "), exemption.quote) || !exempted[reason] {
				t.Errorf("%s does not say, or no universe needs: %s (%v)", exemption.guide, exemption.quote, err)
			}
		}
	})
}
