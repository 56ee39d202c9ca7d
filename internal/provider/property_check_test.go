package provider

import (
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// The assertions of a convergence test after each step of a run.

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

// noteFailure updates the model after a failed apply.
func (s *sequence) noteFailure(address string, e expectation, outcomeUnknown bool) {
	s.hasFailed = true

	if e.isReplacement && !s.core.createBeforeDestroy {
		delete(s.instances, address)
	}

	if before := s.instances[address]; before != nil && !e.isReplacement && outcomeUnknown {
		before.host, before.isImport = "", false
	}

	if outcomeUnknown {
		s.noteChange(e.id)
	}
}

// noteChange notes that an object may have changed. Several instances may have it in
// state: with createBeforeDestroy, one keeps it if its own replacement fails.
func (s *sequence) noteChange(id string) {
	for _, instance := range s.instances {
		if instance.values["id"] == id {
			instance.uncertain = instance.fields()
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

	if e.request != nil {
		s.noteChange(e.id)
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

	if colors, ok := state["applied_colors"]; ok && !colors.Equal(after.appliedColors(colors.Type())) {
		s.rt.Fatalf("applied_colors of %v is %s in state", s.blocks[address], colors)
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
