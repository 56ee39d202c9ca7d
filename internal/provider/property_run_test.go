package provider

import (
	"maps"
	"slices"

	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// A run of a convergence test: a plan walk and an apply walk.

// passingFaults each fail one attempt that is worth a retry.
var passingFaults = []mockserver.Fault{
	{Status: 408}, {Status: 425}, {Status: 429}, {Status: 500}, {Status: 502}, {Status: 503}, {Status: 504},
	{Drop: mockserver.DropBeforeChange}, {Drop: mockserver.DropAfterChange}, {Response: mockserver.TruncatedResponse},
}

// lastingFaults fail every attempt, before or after the change is made.
var lastingFaults = []mockserver.Fault{
	{Drop: mockserver.DropAfterChange}, {Drop: mockserver.DropBeforeChange}, {Status: 503}, {Status: 400}, {Status: 302},
	{Response: mockserver.TruncatedResponse}, {Response: mockserver.HTMLResponse},
}

// queueFaults queues passing faults, or a lasting one, which it returns.
func (s *sequence) queueFaults() *mockserver.Fault {
	if rapid.IntRange(0, 5).Draw(s.rt, "fails") < 5 {
		s.services[s.host].QueueFaults(rapid.SliceOfN(rapid.SampledFrom(passingFaults), 0, 4).Draw(s.rt, "faults")...)

		return nil
	}

	fault := rapid.SampledFrom(lastingFaults).Draw(s.rt, "fault")
	s.services[s.host].QueueFaults(slices.Repeat([]mockserver.Fault{fault}, 14)...) // two objects, each a first attempt and six retries

	return &fault
}

// run plans and applies the blocks in any order, either with the provider of
// the previous run or with a new provider for each walk.
func (s *sequence) run() {
	shared := !s.mustRestart && rapid.Bool().Draw(s.rt, "shared provider")
	if !shared {
		s.restart()
	}

	// Core plans an update before it plans a replacement. If id is ignored,
	// that is an update of the object in state, which two replacements may
	// swap.
	s.core.replace = s.core.replace && !s.isIgnored("id")
	s.mustRestart, s.hasFailed = false, false

	if rapid.Bool().Draw(s.rt, "refresh") {
		s.refresh()
	}

	blocks := s.drawBlocks(shared)
	expected := s.expectPlans(blocks, shared)
	changes, refused := s.plan(blocks, expected)

	if !refused {
		if !shared {
			s.core.configure()
			clear(s.owners)
		}

		refused = s.apply(blocks, changes, expected)
	}

	s.takeRequests(expectation{}) // no others
	s.core.replace = false

	switch {
	case refused:
		s.resolve()
	case !s.hasFailed:
		s.checkRest(blocks, shared)
	}
}

// refresh reads all instances.
func (s *sequence) refresh() {
	for _, address := range addresses {
		if s.instances[address] != nil {
			s.core.refresh(address)
		}
	}
}

// plan plans the blocks, and reports whether one was refused. It makes some
// values unknown, unless a refusal depends on them.
func (s *sequence) plan(blocks []resourceBlock, expected map[string]expectation) (changes map[string]outcome, refused bool) {
	changes = map[string]outcome{}
	refused = slices.ContainsFunc(blocks, func(b resourceBlock) bool { return expected[b.address].planError != "" })

	for _, b := range blocks {
		config := b.config
		if !refused {
			config = s.whilePlanning(config)
		}

		plan, _ := s.core.planInWalk(b.address, s.typeName, config)
		changes[b.address] = plan
		s.own(b.address, expected[b.address])
		s.wantError("planning", b, plan, expected[b.address].planError)
	}

	return changes, refused
}

// resolve removes the causes of a refusal.
func (s *sequence) resolve() {
	s.core.ignored, s.mustRestart = nil, true

	if len(s.blocks) == 2 && s.blocks["a"]["id"] == s.blocks["b"]["id"] {
		delete(s.blocks, "b")
	}
}

// restart starts a new provider with the current settings.
func (s *sequence) restart() {
	if diagnostics := s.core.restart(); len(diagnostics) > 0 {
		s.rt.Fatalf("configuring: %s", describe(diagnostics))
	}

	s.owners = map[string]string{}
}

// drawBlocks returns the blocks that are configured or in state, in any order.
// In a shared provider, those with a token come first: after a walk without
// changes, only planning an instance again shows that a new walk has begun.
func (s *sequence) drawBlocks(shared bool) []resourceBlock {
	var blocks []resourceBlock

	order := rapid.Permutation(addresses).Draw(s.rt, "order")
	if shared && !s.instances[order[0]].isApplied() {
		slices.Reverse(order)
	}

	for _, address := range order {
		if s.blocks[address] != nil || s.instances[address] != nil {
			blocks = append(blocks, resourceBlock{address, s.typeName, s.blocks[address]})
		}
	}

	return blocks
}

// whilePlanning returns a configuration with some values unknown.
func (s *sequence) whilePlanning(config map[string]any) map[string]any {
	config = maps.Clone(config)

	for _, name := range slices.Sorted(maps.Keys(config)) {
		if name != "id" && rapid.IntRange(0, 9).Draw(s.rt, "unknown "+name) == 9 {
			config[name] = unknownValue{}
		}
	}

	return config
}

// apply applies the plans, and reports whether one was refused.
func (s *sequence) apply(blocks []resourceBlock, changes map[string]outcome, expected map[string]expectation) (refused bool) {
	fault := s.queueFaults()
	defer s.services[s.host].ClearFaults()

	// The provider is killed after this block.
	killed := len(blocks)
	if fault == nil {
		killed = rapid.IntRange(0, 2*len(blocks)).Draw(s.rt, "killed")
	}

	for i, b := range blocks {
		e := expected[b.address]
		if owner := s.owners[e.id]; owner != "" && owner != b.address && e.applyError == "" && (e.request != nil || e.isReplacement) {
			e.applyError, e.request = overlapSummary, nil
		}

		if e.applyError != overlapSummary && e.id != "" {
			delete(s.owners, e.id)

			if s.keepsObject(b.address, e, fault != nil && e.request != nil) {
				s.owners[e.id] = b.address
			}
		}

		if i == killed {
			s.applyAndDie(b, changes[b.address], e)

			return false
		}

		refused = s.applyBlock(b, changes[b.address], e, fault) || refused
	}

	return refused
}

// applyBlock applies the plan of a block, and reports whether it was refused. A
// fault is that of every request.
func (s *sequence) applyBlock(b resourceBlock, plan outcome, e expectation, fault *mockserver.Fault) (refused bool) {
	var applied outcome
	if plan.isChange() {
		applied = s.core.applyBlock(b, plan)
	}

	sent := s.takeRequests(e)

	switch {
	case e.applyError != "":
		if e.isReplacement && !s.core.createBeforeDestroy {
			delete(s.instances, b.address)
		}

		s.wantError("applying", b, applied, e.applyError)

		return true
	case fault != nil && e.request != nil:
		if !hasError(applied.diagnostics) {
			s.rt.Fatalf("applying %v through %+v succeeded", b, *fault)
		}

		// Unless a response arrived before, nothing else is sent.
		s.mustRestart = s.mustRestart || fault.Drop != mockserver.NoDrop || fault.Response == mockserver.TruncatedResponse
		s.noteFailure(b.address, e, sent > 0 && (fault.Status == 0 || fault.Status >= 500))
	default:
		s.wantError("applying", b, applied, "")
		s.noteSuccess(b.address, e, sent)
	}

	return false
}

// applyAndDie applies a plan with a provider that is killed, which also ends the
// run.
func (s *sequence) applyAndDie(b resourceBlock, plan outcome, e expectation) {
	s.hasFailed, s.mustRestart = true, true

	if !plan.isChange() {
		return
	}

	s.core.dies = true
	applied := s.core.applyBlock(b, plan)
	s.core.dies = false

	sent := s.takeRequests(e)

	if summaryOfError(applied.diagnostics) == "" {
		return // the values that are now known change nothing
	}

	s.noteFailure(b.address, e, sent > 0)

	isUpdate := s.instances[b.address] != nil && !e.isReplacement && e.after != nil
	if isUpdate && summaryOfError(applied.diagnostics) == noResponse {
		s.instances[b.address].forget()
	}
}

// keepsObject reports whether an instance has its object after an apply: a
// failed create, and an import that is not sent, leave it to others.
func (s *sequence) keepsObject(address string, e expectation, hasFailed bool) bool {
	before := s.instances[address]

	switch {
	case !before.isApplied() && (before == nil || !before.isImport) || e.isReplacement:
		return !hasFailed && e.applyError == ""
	case before.isImport:
		return e.applyError == ""
	}

	return true
}
