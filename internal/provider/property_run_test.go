package provider

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// A run of a convergence test: a plan walk, an apply walk, and the assertions
// after them.

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
	s.mustRestart = false

	blocks := s.drawBlocks(shared)
	expected := s.expectPlans(blocks, shared)
	changes, refused := s.plan(blocks, expected, shared)

	if !refused {
		if !shared {
			s.core.configure()
		}

		refused = s.apply(blocks, changes, expected)
	}

	s.takeRequests(expectation{}) // no others
	s.core.replace = false

	switch {
	case refused:
		s.resolve()
	case !s.mustRestart:
		s.checkRest(blocks, shared)
	}
}

// plan plans the blocks, and reports whether one was refused. It makes some
// values unknown, except if a refusal depends on them or the provider is
// shared: a change that turns out to be none would hide where the apply walk
// ends.
func (s *sequence) plan(
	blocks []resourceBlock, expected map[string]expectation, shared bool,
) (changes map[string]outcome, refused bool) {
	changes = map[string]outcome{}
	refused = slices.ContainsFunc(blocks, func(b resourceBlock) bool { return expected[b.address].planError != "" })

	for _, b := range blocks {
		config := b.config
		if !refused && !shared {
			config = s.whilePlanning(config)
		}

		plan, _ := s.core.planInWalk(b.address, s.typeName, config)
		changes[b.address] = plan
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
}

// drawBlocks returns the blocks that are configured or in state, in any order.
// In a shared provider, those in state come first: after a walk without
// changes, only planning an instance again shows that a new walk has begun.
func (s *sequence) drawBlocks(shared bool) []resourceBlock {
	var blocks []resourceBlock

	order := rapid.Permutation(addresses).Draw(s.rt, "order")
	if shared && s.instances[order[0]] == nil {
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

	owned := map[string]bool{} // by id

	for _, b := range blocks {
		e := expected[b.address]
		if e.id != "" && owned[e.id] {
			e.applyError, e.request = overlapSummary, nil
		}

		hasFailed := fault != nil && e.request != nil
		owned[e.id] = owned[e.id] || s.keepsObject(b.address, e, hasFailed)

		var applied outcome
		if changes[b.address].isChange() {
			applied = s.core.applyBlock(b, changes[b.address])
		}

		sent := s.takeRequests(e)

		switch {
		case e.applyError != "":
			refused = true

			if e.isReplacement && !s.core.createBeforeDestroy {
				delete(s.instances, b.address)
			}

			s.wantError("applying", b, applied, e.applyError)
		case hasFailed:
			if !hasError(applied.diagnostics) {
				s.rt.Fatalf("applying %v through %+v succeeded", b, *fault)
			}

			s.noteFailure(b.address, e, sent > 0 && (fault.Status == 0 || fault.Status >= 500))
		default:
			s.wantError("applying", b, applied, "")
			s.noteSuccess(b.address, e, sent)
		}
	}

	return refused
}

// keepsObject reports whether an instance has its object after an apply: a
// failed create, and an import that is not sent, leave it to others.
func (s *sequence) keepsObject(address string, e expectation, hasFailed bool) bool {
	before := s.instances[address]

	switch {
	case before == nil || e.isReplacement:
		return !hasFailed
	case before.isImport:
		return e.applyError == ""
	}

	return true
}

// wantError asserts that the only errors have this summary, or that there are
// none if it is empty.
func (s *sequence) wantError(doing string, b resourceBlock, got outcome, want string) {
	for _, diagnostic := range got.diagnostics {
		if hasError([]*tfprotov6.Diagnostic{diagnostic}) && diagnostic.Summary != want {
			s.rt.Fatalf("%s %v with %v ignored, want the error %q, got: %s", doing, b, s.core.ignored, want, describe(got.diagnostics))
		}
	}

	if want != "" && !hasError(got.diagnostics) {
		s.rt.Fatalf("%s %v with %v ignored, want the error %q", doing, b, s.core.ignored, want)
	}
}

// takeRequests asserts that all requests since the last call are the expected
// one or its retries, and returns their number.
func (s *sequence) takeRequests(e expectation) int {
	count := 0

	for host, service := range s.services {
		for _, request := range service.Requests() {
			count++

			if e.request == nil || host != s.host || !strings.Contains(request.Path, "/"+e.id+"/") {
				s.rt.Fatalf("%s %s of %s was sent, with the body %s", request.Method, request.Path, host, request.Body)
			}

			if diff := cmp.Diff(e.request, decoded(request.Body)); diff != "" {
				s.rt.Fatalf("the request for %s has other fields, with %v ignored (-want +got):\n%s", e.id, s.core.ignored, diff)
			}
		}

		service.ClearRequests()
	}

	return count
}

// noteFailure updates the model after a failed apply. Another instance may
// still have the id of a failed create in state.
func (s *sequence) noteFailure(address string, e expectation, outcomeUnknown bool) {
	s.mustRestart = true

	if e.isReplacement && !s.core.createBeforeDestroy {
		delete(s.instances, address)
	}

	if before := s.instances[address]; before != nil && !e.isReplacement && outcomeUnknown {
		before.host, before.isImport = "", false
	}

	for _, other := range s.instances {
		if outcomeUnknown && other.values["id"] == e.id {
			other.uncertain = other.fields()
		}
	}
}

// noteSuccess updates the model after a successful apply, and asserts that
// state and service hold the configured values.
func (s *sequence) noteSuccess(address string, e expectation, sent int) {
	if e.request != nil && sent == 0 {
		s.rt.Fatalf("nothing was sent for %v, want %v", s.blocks[address], e.request)
	}

	if e.after == nil {
		delete(s.instances, address)

		if s.core.instances[address] != nil {
			s.rt.Fatalf("%s is in state, and is not configured", address)
		}

		return
	}

	s.instances[address] = e.after
	s.checkState(address, e.after)

	id, _ := strconv.ParseInt(e.id, 10, 64)

	held, _ := s.services[s.host].Appearance(id)
	if s.typeName == sourceType {
		held, _ = s.services[s.host].Source(id)
	}

	for field, want := range e.held() {
		if diff := cmp.Diff(want, held[field]); diff != "" {
			s.rt.Fatalf("the service has a different %s than %v configures, with %v ignored (-want +got):\n%s", field, s.blocks[address], s.core.ignored, diff)
		}
	}
}

// checkState asserts that state holds the configured values. A name that is not
// configured is the one that the API returned.
func (s *sequence) checkState(address string, after *expectedInstance) {
	if name := s.core.stateText(address, "account_name"); s.typeName == sourceType && after.values["account_name"] == nil && name != "<null>" {
		after.values["account_name"] = name
	}

	state := s.core.attributes(s.core.instances[address].state)

	for _, attribute := range s.core.schema.ResourceSchemas[s.typeName].Block.Attributes {
		want := attributeValue(attribute.Type, after.values[attribute.Name])
		if (attribute.Optional || attribute.Required) && !state[attribute.Name].Equal(want) {
			s.rt.Fatalf("%s of %v is %s in state, want %s, with %v ignored", attribute.Name, s.blocks[address], state[attribute.Name], want, s.core.ignored)
		}
	}
}

// checkRest asserts that the next plan is empty. One change is allowed: a color
// that was sent by a create and is now ignored is planned to be removed, which
// the apply refuses.
func (s *sequence) checkRest(blocks []resourceBlock, shared bool) {
	if !shared {
		s.restart()
	}

	for _, b := range blocks {
		if b.config == nil {
			continue
		}

		s.core.refresh(b.address)

		again, _ := s.core.planInWalk(b.address, s.typeName, b.config)
		s.wantError("planning once more", b, again, "")

		if again.isChange() != (s.expect(b).applyError != "") {
			s.rt.Fatalf("the plan after applying %v, with %v ignored, is not empty: %t (%s)", b, s.core.ignored, again.isChange(), firstChange(again.prior, again.planned))
		}
	}
}
