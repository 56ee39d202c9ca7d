package provider

import (
	"maps"
	"net/http"
	"slices"

	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// A run of a convergence test: a plan walk and an apply walk.

// plannedBlock is a block in a run.
type plannedBlock struct {
	resourceBlock
	expectation

	plan outcome
}

// passingFaults each fail one attempt that is worth a retry.
var passingFaults = []mockserver.Fault{
	{Status: 408}, {Status: 425}, {Status: 429}, {Status: 500}, {Status: 502}, {Status: 503}, {Status: 504},
	{Drop: true}, {Response: mockserver.NoResponse}, {Response: mockserver.TruncatedResponse},
}

// lastingFaults fail every attempt, before or after the change is made.
var lastingFaults = []mockserver.Fault{
	{Response: mockserver.NoResponse}, {Drop: true}, {Status: 503}, {Status: 400}, {Status: 301}, {Status: 302},
	{Response: mockserver.TruncatedResponse}, {Response: mockserver.HTMLResponse}, onlyAccepted,
}

// onlyAccepted is a success, although the change is never made.
var onlyAccepted = mockserver.Fault{Status: http.StatusAccepted}

// run plans and applies the blocks in any order, either with the provider of
// the previous run or with a new provider for each walk.
func (s *sequence) run() {
	s.drawAddresses()

	shared := !s.mustRestart && rapid.Bool().Draw(s.rt, "shared provider")
	if !shared {
		s.restart()
	}

	// Core plans an update before it plans a replacement. If id is ignored,
	// that is an update of the object in state, which two replacements may
	// swap.
	s.core.replace = s.core.replace && !s.isIgnored("id")
	s.mustRestart, s.hasFailed = false, false

	blocks := s.drawBlocks(shared)
	refused := s.plan(blocks, shared)

	if !refused {
		if !shared {
			s.core.settings["base_url"] = s.atApply
			s.core.configure()
			clear(s.owners)

			// Otherwise, the next plans would be the first ones of the new provider.
			s.mustRestart = !slices.ContainsFunc(blocks, func(b *plannedBlock) bool { return b.plan.isChange() })
		}

		refused = s.apply(blocks)
	}

	s.takeRequests(expectation{}) // no others
	s.core.replace = false

	switch {
	case refused: // remove the causes
		s.core.ignored, s.mustRestart = nil, true

		if len(s.blocks) == 2 && s.blocks["a"]["id"] == s.blocks["b"]["id"] {
			delete(s.blocks, "b")
		}
	case !s.hasFailed:
		s.checkRest(blocks, shared)
	}

	// The next run may not share a provider without an address.
	s.mustRestart = s.mustRestart || s.addressMoves() || s.atApply == nil
}

// restart starts a new provider with the current settings.
func (s *sequence) restart() {
	if diagnostics := s.core.restart(); len(diagnostics) > 0 {
		s.rt.Fatalf("configuring: %s", describe(diagnostics))
	}

	clear(s.owners)
}

// drawBlocks returns the blocks that are configured or in state, in any order.
// In a shared provider, those with a token come first: after a walk without
// changes, only planning an instance again shows that a new walk has begun.
func (s *sequence) drawBlocks(shared bool) []*plannedBlock {
	var blocks []*plannedBlock

	order := rapid.Permutation(addresses).Draw(s.rt, "order")
	if shared && !s.instances[order[0]].isApplied() {
		slices.Reverse(order)
	}

	for _, address := range order {
		if s.blocks[address] != nil || s.instances[address] != nil {
			block := resourceBlock{address, s.typeName, s.blocks[address]}
			blocks = append(blocks, &plannedBlock{resourceBlock: block, expectation: s.expect(block)})
		}
	}

	if !shared && len(blocks) == 2 {
		s.expectOverlap(blocks[0], blocks[1])
	}

	return blocks
}

// plan plans the blocks, and reports whether one was refused. It makes some
// values unknown, unless a refusal depends on them. In a shared provider, a refused
// plan is the last: it does not show that a new walk has begun.
func (s *sequence) plan(blocks []*plannedBlock, shared bool) (refused bool) {
	refused = slices.ContainsFunc(blocks, func(b *plannedBlock) bool { return b.planError != "" })
	refresh := rapid.Bool().Draw(s.rt, "refresh")

	for _, b := range blocks {
		if refresh && s.instances[b.address] != nil {
			s.core.refresh(b.address)
		}

		config := maps.Clone(b.config)
		for _, name := range rapid.SliceOfN(rapid.SampledFrom(s.attributeNames()), 0, 4).Draw(s.rt, "unknown") {
			if !refused && config[name] != nil && name != "id" && !s.addressMoves() {
				config[name] = unknownValue{}
			}
		}

		b.plan, _ = s.core.planInWalk(b.address, s.typeName, config)
		s.wantError("planning", b, b.plan, b.planError)
		s.wantAddress(b)
		s.notePlan(b)

		if shared && b.planError != "" {
			break
		}
	}

	return refused
}

// apply applies the plans, and reports whether one was refused. The provider may
// be killed while it applies one, which ends the run.
func (s *sequence) apply(blocks []*plannedBlock) (refused bool) {
	var (
		fault  *mockserver.Fault
		killed = len(blocks)
		queued = rapid.SliceOfN(rapid.SampledFrom(passingFaults), 0, 4).Draw(s.rt, "faults")
	)

	if rapid.IntRange(0, 5).Draw(s.rt, "fails") < 5 {
		killed = rapid.IntRange(0, 2*len(blocks)).Draw(s.rt, "killed")
	} else {
		fault = &lastingFaults[rapid.IntRange(0, len(lastingFaults)-1).Draw(s.rt, "fault")]
		queued = slices.Repeat([]mockserver.Fault{*fault}, 14) // two objects, each a first attempt and six retries
	}

	s.services[s.host].QueueFaults(queued...)
	defer s.services[s.host].ClearFaults()

	for i, b := range blocks {
		s.expectOwner(b, fault != nil && fault.Status != onlyAccepted.Status)

		s.core.dies = i == killed
		refused = s.applyBlock(b, fault) || refused

		if s.core.dies {
			s.core.dies, s.hasFailed, s.mustRestart = false, true, true

			break
		}
	}

	return refused
}

// applyBlock applies the plan of a block, and reports whether it was refused. A
// fault is that of every request.
func (s *sequence) applyBlock(b *plannedBlock, fault *mockserver.Fault) (refused bool) {
	var applied outcome
	if b.plan.isChange() {
		applied = s.core.applyBlock(b.resourceBlock, b.plan)
	}

	sent := s.takeRequests(b.expectation)

	switch {
	case summaryOfError(applied.diagnostics) == noResponse:
		s.noteFailure(b, sent > 0)

		if s.instances[b.address] != nil && !b.isReplacement && b.config != nil {
			s.instances[b.address].losePrivateState()
		}
	case b.applyError != "":
		s.wantError("applying", b, applied, b.applyError)
		s.noteFailure(b, false)

		return true
	case fault != nil && b.request != nil && fault.Status != onlyAccepted.Status:
		if !hasError(applied.diagnostics) {
			s.rt.Fatalf("applying %v through %+v succeeded", b, *fault)
		}

		// Unless a response arrived before, nothing else is sent.
		s.mustRestart = s.mustRestart || fault.Drop || fault.Response == mockserver.NoResponse || fault.Response == mockserver.TruncatedResponse
		s.noteFailure(b, sent > 0 && slices.Contains([]int{0, 302, 503}, fault.Status))
	default:
		s.wantError("applying", b, applied, "")
		s.noteSuccess(b, sent, fault != nil)
	}

	return false
}
