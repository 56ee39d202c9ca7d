package provider

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// The assertions of a convergence test after each step of a run.

// wantError asserts that the only errors have this summary, or that there are
// none if it is empty.
func (s *sequence) wantError(doing string, b *plannedBlock, got outcome, want string) {
	isOther := func(d *tfprotov6.Diagnostic) bool {
		return d.Severity == tfprotov6.DiagnosticSeverityError && d.Summary != want
	}
	if slices.ContainsFunc(got.diagnostics, isOther) || hasError(got.diagnostics) != (want != "") {
		s.rt.Fatalf("%s %v with %v ignored, want the error %q, got: %s", doing, b.resourceBlock, s.core.ignored, want, describe(got.diagnostics))
	}
}

// takeRequests asserts that all requests since the last call are the expected
// one or its retries, and returns their number.
func (s *sequence) takeRequests(e expectation) int {
	count := 0

	for host, service := range s.services {
		for _, request := range service.Requests() {
			count++

			diff := cmp.Diff(e.request, decoded(request.Body))
			if diff != "" || e.request == nil || host != s.host || !strings.Contains(request.Path, "/"+e.id+"/") {
				s.rt.Fatalf("%s %s of %s was sent, with %v ignored (-want +got):\n%s", request.Method, request.Path, host, s.core.ignored, diff)
			}
		}

		service.ClearRequests()
	}

	return count
}

// noteFailure updates the model after a failed apply.
func (s *sequence) noteFailure(b *plannedBlock, outcomeUnknown bool) {
	s.hasFailed = true

	switch before := s.instances[b.address]; {
	case b.isReplacement && !s.core.createBeforeDestroy:
		delete(s.instances, b.address)
	case before != nil && !b.isReplacement && outcomeUnknown:
		before.host, before.isImport = "", false

		if before.unconfirmed == nil {
			before.unconfirmed = map[string]any{}
		}

		maps.Copy(before.unconfirmed, b.request)
	}

	if outcomeUnknown {
		s.noteChange(b.id)
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
// state and service hold the configured values. The service does not if it only
// accepted them.
func (s *sequence) noteSuccess(b *plannedBlock, sent int, isOnlyAccepted bool) {
	if b.request != nil && sent == 0 {
		s.rt.Fatalf("nothing was sent for %v, want %v", b.config, b.request)
	}

	if b.after == nil {
		delete(s.instances, b.address)

		if s.core.instances[b.address] != nil {
			s.rt.Fatalf("%s is in state, and is not configured", b.address)
		}

		return
	}

	if b.request != nil {
		s.noteChange(b.id)
	}

	s.instances[b.address] = b.after
	s.checkState(b)

	if isOnlyAccepted && b.request != nil {
		s.noteChange(b.id)

		return
	}

	id, _ := strconv.ParseInt(b.id, 10, 64)

	held, _ := s.services[b.after.host].Fields(resourceTests[s.typeName].kind, id)

	for field, want := range b.held() {
		if diff := cmp.Diff(want, held[field]); diff != "" {
			s.rt.Fatalf("the service has a different %s than %v configures, with %v ignored (-want +got):\n%s", field, b.config, s.core.ignored, diff)
		}
	}
}

// checkState asserts that state holds the configured values. A name that is not
// configured is the one that the API returned.
func (s *sequence) checkState(b *plannedBlock) {
	if name := s.core.stateText(b.address, "account_name"); s.typeName == sourceType && b.after.values["account_name"] == nil && name != "<null>" {
		b.after.values["account_name"] = name
	}

	state := s.core.attributes(s.core.instances[b.address].state)
	s.wantBaseURL(b, state["base_url"], addressOf(b.after.host))

	for _, attribute := range s.attributes() {
		want := attributeValue(attribute.Type, b.after.values[attribute.Name])
		if attribute.WriteOnly {
			want = attributeValue(attribute.Type, nil)
		}

		if (attribute.Optional || attribute.Required) && !state[attribute.Name].Equal(want) {
			s.rt.Fatalf("%s of %v is %s in state, want %s, with %v ignored", attribute.Name, b.config, state[attribute.Name], want, s.core.ignored)
		}
	}

	if colors, ok := state["applied_colors"]; ok && !colors.Equal(b.after.appliedColors(colors.Type())) {
		s.rt.Fatalf("applied_colors of %v is %s in state", b.config, colors)
	}
}

// checkRest asserts that the next plan is empty. Two changes are allowed: a color
// that was sent by a create and is now ignored is planned to be removed, which
// the apply refuses; and an address that was not known when nothing else changed.
func (s *sequence) checkRest(blocks []*plannedBlock, shared bool) {
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

		mayChange := s.expect(b.resourceBlock).applyError != "" || s.addressMoves() && s.changesAddress(s.instances[b.address])
		if again.isChange() != mayChange {
			s.rt.Fatalf("the plan after applying %v, with %v ignored, is not empty: %t (%s)", b.resourceBlock, s.core.ignored, again.isChange(), firstChange(again.prior, again.planned))
		}
	}
}
