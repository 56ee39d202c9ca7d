package provider

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// The convergence tests drive a resource through the protocol with random
// sequences of configurations, against every behavior of the service that the
// interface leaves open, with random faults between. What holds after every
// step stands at applyAndCheck. A failing sequence is shrunk and printed by
// rapid: keep it as a plain test.

// sequences is how many random sequences each resource gets.
var sequences = flag.Int("sequences", 500, "random sequences for each resource (make soak has more)")

func TestConvergence_Appearance(t *testing.T) {
	checkConvergence(t, appearanceType, "1", generatedAppearance)
}

func TestConvergence_Source(t *testing.T) {
	checkConvergence(t, sourceType, "7", generatedSource)
}

// withoutDeadline hides from rapid that this is a *testing.T: it would ask for
// a deadline, which there is not on a fake clock.
type withoutDeadline struct{ *testing.T }

// checkConvergence runs on a fake clock, so that backoff takes no time.
func checkConvergence(t *testing.T, typeName, id string, generate func(*rapid.T) map[string]any) {
	t.Helper()

	// rapid is told by its flags alone. The seed that it prints is enough to
	// repeat a failure.
	for name, value := range map[string]string{"rapid.checks": fmt.Sprint(*sequences), "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}

	service := newService(t, mockserver.Behavior{})

	synctest.Test(t, func(t *testing.T) {
		rapid.Check(withoutDeadline{t}, func(rt *rapid.T) {
			run := startSequence(rt, service, typeName, id)
			run.generate = generate

			for range rapid.IntRange(1, 6).Draw(rt, "steps") {
				run.step()
			}
		})
	})
}

// sequence is one random sequence and what is known of it.
type sequence struct {
	rt           *rapid.T
	generate     func(*rapid.T) map[string]any
	core         *core
	service      *service
	behavior     mockserver.Behavior
	typeName, id string
	// declared is the configuration that was applied last, nil if the state
	// does not come from one.
	declared map[string]any
	// held is what a service that keeps omitted fields has to hold.
	held map[string]any
}

// address is where the one instance of a sequence stands.
const address = "x"

func startSequence(rt *rapid.T, service *service, typeName, id string) *sequence {
	behavior := mockserver.Behavior{
		OmittedFields:                  rapid.SampledFrom([]mockserver.OmittedFields{mockserver.KeepOmitted, mockserver.ResetOmitted}).Draw(rt, "omitted"),
		LeaveOutOptionalResponseFields: rapid.Bool().Draw(rt, "leave out optional"),
		NormalizeValues:                rapid.Bool().Draw(rt, "normalize"),
		OddTypes:                       rapid.Bool().Draw(rt, "odd types"),
		MovingCreatedAt:                rapid.Bool().Draw(rt, "moving created_at"),
		Unreported: rapid.SampledFrom([]mockserver.Unreported{
			mockserver.ReportAll, mockserver.ReportNulls, mockserver.ReportNothing,
		}).Draw(rt, "unreported"),
	}

	service.SetBehavior(behavior)
	service.ForgetRequests()
	service.ForgetFaults()
	service.AddAppearance(1, nil)
	service.AddSource(7, "postgres", nil)

	return &sequence{
		rt: rt, service: service, behavior: behavior, typeName: typeName, id: id, held: map[string]any{},
		core: newCore(rt, &chatviewProvider{version: "test", transport: memoryTransport{service}}, map[string]any{
			"base_url": "https://chat.example.com", "api_key": testAPIKey,
		}),
	}
}

// step does one thing to the resource.
func (s *sequence) step() {
	switch rapid.SampledFrom([]string{"apply", "apply", "apply", "apply", "fail", "import", "destroy"}).Draw(s.rt, "step") {
	case "apply":
		s.applyAndCheck(s.next())
	case "fail":
		s.fail(s.next())
	case "import":
		s.core.instances = map[string]*instance{}
		s.core.importByID(address, s.typeName, s.id)
		s.core.refresh(address)
		s.declared = nil
		s.applyAndCheck(s.next())
	case "destroy":
		s.destroy()
	}
}

// next draws a configuration: a new one, or one that is mostly the last.
func (s *sequence) next() map[string]any {
	config := s.generate(s.rt)

	if s.declared != nil && rapid.Bool().Draw(s.rt, "small change") {
		changed := rapid.SampledFrom(slices.Sorted(maps.Keys(config))).Draw(s.rt, "changed")
		value := config[changed]
		config = maps.Clone(s.declared)
		config[changed] = value
	}

	config["id"] = s.id
	config = paired(config)

	// With the version that was applied, other colours are not to be seen.
	if version, ok := config["write_only_version"]; ok && s.declared != nil && s.declared["write_only_version"] == version {
		for _, value := range (&appearanceModel{}).writeOnly() {
			delete(config, value.name)

			if applied, ok := s.declared[value.name]; ok {
				config[value.name] = applied
			}
		}
	}

	return config
}

// destroy forgets the object and sends nothing.
func (s *sequence) destroy() {
	if s.core.instances[address] == nil {
		return
	}

	s.core.destroy(address)
	s.declared = nil

	if requests := s.service.Requests(); len(requests) > 0 {
		s.rt.Fatalf("destroy sent %s %s", requests[0].Method, requests[0].Body)
	}
}

// fail applies against a service that fails for good, before or after it made
// the change. Nothing is checked until the next apply.
func (s *sequence) fail(config map[string]any) {
	fault := rapid.SampledFrom([]mockserver.Fault{
		{Drop: mockserver.DropAfterChange}, {Drop: mockserver.DropBeforeChange}, {Status: 503}, {Status: 400}, {Status: 302},
		{Answer: mockserver.TruncatedAnswer}, {Answer: mockserver.NotJSONAnswer},
	}).Draw(s.rt, "fault")

	s.service.QueueFault(slices.Repeat([]mockserver.Fault{fault}, 7)...) // the first attempt and six retries
	s.core.restart()

	if applied := s.core.apply(address, s.typeName, config, nil); !hasError(applied.diagnostics) {
		s.declared = config // there was nothing to send
	}

	s.service.ForgetFaults()
	s.takeRequests()
}

// passingFaults are over at one of the next attempts.
var passingFaults = []mockserver.Fault{
	{Status: 408}, {Status: 425}, {Status: 429}, {Status: 500}, {Status: 502}, {Status: 503}, {Status: 504},
	{Drop: mockserver.DropBeforeChange}, {Drop: mockserver.DropAfterChange}, {Answer: mockserver.TruncatedAnswer},
}

// applyAndCheck applies a configuration of which some values may not be known
// while planning, through faults that pass. Then holds:
//   - what Terraform core checks (see core);
//   - every request carried exactly the fields that had to be sent;
//   - the service holds what is declared;
//   - refreshing changes nothing, and the next plan is empty.
func (s *sequence) applyAndCheck(config map[string]any) {
	s.service.QueueFault(rapid.SliceOfN(rapid.SampledFrom(passingFaults), 0, 4).Draw(s.rt, "faults")...)

	whilePlanning := maps.Clone(config)
	for _, name := range slices.Sorted(maps.Keys(config)) {
		if name != "id" && rapid.IntRange(0, 9).Draw(s.rt, "unknown "+name) == 9 {
			whilePlanning[name] = unknownValue{}
		}
	}

	toSend := s.toSend(config)

	s.core.restart()

	if applied := s.core.apply(address, s.typeName, whilePlanning, config); hasError(applied.diagnostics) {
		s.rt.Fatalf("applying %v: %s", config, describe(applied.diagnostics))
	}

	s.declared = config
	s.service.ForgetFaults()

	var sent map[string]any

	for _, sent = range s.takeRequests() {
		if diff := cmp.Diff(toSend, sent); diff != "" {
			s.rt.Fatalf("applying %v sent other fields (-want +got):\n%s", config, diff)
		}
	}

	s.checkService(config, sent)
	s.checkRest(config)
}

// toSend returns the fields that applying a configuration has to send.
func (s *sequence) toSend(config map[string]any) map[string]any {
	fields := wireFields(config)
	before := s.core.instances[address]

	unconfirmed := before != nil && mustResync(before)
	if s.typeName == appearanceType || s.declared == nil || unconfirmed || config["update_mode"] == updateFull {
		return fields
	}

	// State shows the name that the service reports, until one is declared:
	// the same one is no difference.
	if s.core.stateText(address, "account_name") == fields["account_name"] {
		delete(fields, "account_name")
	}

	for field, value := range wireFields(s.declared) {
		if cmp.Equal(value, fields[field]) && declaredBy(s.declared, field) == declaredBy(config, field) {
			delete(fields, field)
		}
	}

	return fields
}

// mustResync reports whether an instance's private state has a reason to send
// everything.
func mustResync(before *instance) bool {
	private, _ := unpackPrivateState(before.private)

	return private.Resync != ""
}

// checkService asserts that the service holds what is declared, and what was
// declared last of everything that it keeps.
func (s *sequence) checkService(config, sent map[string]any) {
	fields, _ := s.service.Appearance(1)
	if s.typeName == sourceType {
		fields, _ = s.service.Source(7)
	}

	declared := wireFields(config)

	// A name that the service reports in another spelling than it holds. To
	// declare what it reports is no change, and nothing is sent for it.
	if _, wasSent := sent["account_name"]; !wasSent {
		delete(declared, "account_name")
	}

	for field, want := range declared {
		if diff := cmp.Diff(want, fields[field]); diff != "" {
			s.rt.Fatalf("the service holds another %s than %v declares (-want +got):\n%s", field, config, diff)
		}
	}

	if s.typeName == sourceType || s.behavior.OmittedFields == mockserver.KeepOmitted {
		if diff := cmp.Diff(s.held, fields); diff != "" {
			s.rt.Fatalf("the service holds something else than was declared last (-want +got):\n%s", diff)
		}
	}
}

// checkRest asserts that nothing is left to do.
func (s *sequence) checkRest(config map[string]any) {
	s.core.restart()
	s.core.refresh(address)

	if again, _ := s.core.plan(address, s.typeName, config); !again.planned.Equal(again.prior) {
		s.rt.Fatalf("the plan after applying %v is not empty: %s", config, firstChange(again.prior, again.planned))
	}
}

// takeRequests empties the journal, notes what a service that keeps omitted
// fields holds, and returns the bodies.
func (s *sequence) takeRequests() []map[string]any {
	var bodies []map[string]any

	for _, request := range s.service.Requests() {
		body := decoded(request.Body)
		bodies = append(bodies, body)

		if request.Changed {
			for field, value := range body {
				s.held[field] = value
			}
		}
	}

	s.service.ForgetRequests()

	return bodies
}
