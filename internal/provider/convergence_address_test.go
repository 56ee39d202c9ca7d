package provider

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"
)

// The address of the service in the convergence tests. It may differ between plan
// and apply, be unknown at plan, and not be set.

// hosts are the hosts of base_url.
var hosts = []string{"chat.example.com", "other.example.com"}

func addressOf(host string) string { return "https://" + host }

// drawAddresses draws the addresses of a run. Most runs have one. Others are those
// of a new provider.
func (s *sequence) drawAddresses() {
	s.atPlan, s.atApply = addressOf(s.host), addressOf(s.host)

	if rapid.IntRange(0, 4).Draw(s.rt, "address") == 4 {
		s.atApply = rapid.SampledFrom([]any{addressOf(hosts[0]), addressOf(hosts[1]), nil}).Draw(s.rt, "address at apply")
		s.atPlan = rapid.SampledFrom([]any{addressOf(hosts[0]), addressOf(hosts[1]), nil, unknownValue{}}).Draw(s.rt, "address at plan")
		s.mustRestart = true
	}

	if address, ok := s.atApply.(string); ok {
		s.host = strings.TrimPrefix(address, addressOf(""))
	}

	s.core.settings["base_url"] = s.atPlan
	s.core.refuses = s.addressMoves()
}

// addressMoves reports whether base_url differs between plan and apply.
func (s *sequence) addressMoves() bool { return s.atPlan != s.atApply }

// plansAddress reports whether an instance is planned to change because of its
// address, or because no service is known to have its values.
func (s *sequence) plansAddress(before *expectedInstance) bool {
	address, isKnown := s.atPlan.(string)

	return before.host == "" || isKnown && address != addressOf(before.host)
}

// changesAddress reports whether the service of an apply is not known to have the
// values of an instance.
func (s *sequence) changesAddress(before *expectedInstance) bool {
	return before.host == "" || s.atApply != nil && before.host != s.host
}

// baseURL returns the base_url of a plan that changes an instance, nil if it is
// unknown.
func baseURL(address any, before *expectedInstance) any {
	switch {
	case address == unknownValue{}, address == nil && before.baseURL == "":
		return nil
	case address == nil:
		return before.baseURL
	}

	return address
}

// expectAddress expects that core refuses a plan that names another address than
// the apply has, and that the provider sends nothing without an address.
func (s *sequence) expectAddress(e *expectation, before *expectedInstance) {
	planned := baseURL(s.atPlan, before)

	switch {
	case planned != nil && planned != baseURL(s.atApply, before):
		e.applyError, e.request = inconsistentFinalPlan, nil
	case s.atApply == nil && e.request != nil && e.applyError == "":
		e.applyError, e.request = "Missing Base URL", nil
	}
}

// expectClaims expects that an update is refused if state would have both forms of a
// credential, and a PATCH if state would have a field that it lacks, and that the object
// has never got, or may have lost.
func (s *sequence) expectClaims(e *expectation, before *expectedInstance) {
	for _, field := range credentialFields {
		if before.values != nil && e.after.values[field] != nil && e.after.values[field+"_wo_version"] != nil {
			e.applyError, e.request = "ignore_changes Blocks Update", nil

			return
		}
	}

	if e.request == nil || s.atApply == nil {
		return
	}

	isElsewhere := before.baseURL != "" && before.baseURL != addressOf(s.host) || before.values != nil && !before.hasToken

	for field := range e.after.fields() {
		if e.request[field] == nil && (isElsewhere || before.unconfirmed[field] != nil) {
			e.applyError, e.request = "ignore_changes Blocks Update", nil

			return
		}
	}
}

// wantAddress asserts that a plan shows where it goes.
func (s *sequence) wantAddress(b *plannedBlock) {
	if b.config == nil || b.planError != "" || !b.plan.isChange() {
		return
	}

	before := s.instances[b.address]
	if before == nil || b.isReplacement {
		before = &expectedInstance{}
	}

	if want := baseURL(s.atPlan, before); want != nil {
		s.wantBaseURL(b, s.core.attributes(b.plan.planned)["base_url"], want)
	} else if got := s.core.attributes(b.plan.planned)["base_url"]; got.IsKnown() {
		s.rt.Fatalf("base_url of %v is planned as %s", b.config, got)
	}

	isWarning := func(d *tfprotov6.Diagnostic) bool { return strings.HasPrefix(d.Summary, "Base URL Changed: ") }

	address, isKnown := s.atPlan.(string)
	if want := isKnown && before.baseURL != "" && before.baseURL != address; slices.ContainsFunc(b.plan.diagnostics, isWarning) != want && !b.isReplacement {
		s.rt.Fatalf("planning %v from %s to %v, want a warning: %t, got: %s", b.config, before.baseURL, s.atPlan, want, describe(b.plan.diagnostics))
	}
}

func (s *sequence) wantBaseURL(b *plannedBlock, got tftypes.Value, want any) {
	if !got.Equal(tftypes.NewValue(tftypes.String, want)) {
		s.rt.Fatalf("base_url of %v is %s, want %v", b.config, got, want)
	}
}
