package provider

import (
	"flag"
	"fmt"
	"maps"
	"strconv"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const parts = 4

// configureRapid sets the flags of rapid, which has no other settings: 60 sequences, unless
// -rapid.checks says otherwise (make soak). The seed that it prints is enough to repeat a
// failure.
var configureRapid = sync.OnceFunc(func() {
	sequences := 60

	flag.Visit(func(f *flag.Flag) {
		if f.Name == "rapid.checks" {
			sequences, _ = strconv.Atoi(f.Value.String())
		}
	})

	_ = flag.Set("rapid.checks", strconv.Itoa(sequences/parts))
	_ = flag.Set("rapid.nofailfile", "true")
})

// Random runs of up to four blocks with three ids. The model is plain: a run fails
// exactly if two of its blocks have one id, and no object gets two requests.
func TestOverlap_RandomRunsFailForOneIDOnly(t *testing.T) {
	configureRapid()
	t.Parallel()

	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()

			service := newService(t, mockserver.Behavior{})
			provider := &chatviewProvider{version: "test", transport: memoryTransport{service}}
			settings := map[string]any{"base_url": "https://chat.example.com", "api_key": testAPIKey}

			rapid.Check(t, func(rt *rapid.T) {
				s := &overlapSequence{newCore(rt, provider, settings), rt, service, map[string]string{}, false}

				for range rapid.IntRange(1, 10).Draw(rt, "runs") {
					if s.run() {
						return // some of it may be applied
					}
				}
			})
		})
	}
}

// overlapSequence is a random sequence of runs.
type overlapSequence struct {
	*core

	rt      *rapid.T
	service *service
	// ids has the configured id of each address.
	ids map[string]string
	// isShared is set if the last run left its process to the next one.
	isShared bool
}

// run plans and usually applies blocks, and reports whether that failed.
func (s *overlapSequence) run() (hasFailed bool) {
	shares, plansOnly := rapid.Bool().Draw(s.rt, "shares"), rapid.IntRange(0, 3).Draw(s.rt, "plans only") == 0

	isFirst := !shares || !s.isShared
	if isFirst {
		s.restart()
	}

	s.isShared = shares
	s.replace = rapid.IntRange(0, 3).Draw(s.rt, "replace") == 0
	// In the first command of a shared process that starts with a state, the create
	// cannot be told from that of another resource, and is refused. Pulumi has such
	// processes, and its page requires to delete first.
	s.createBeforeDestroy = rapid.Bool().Draw(s.rt, "create first") && (!shares || !isFirst)

	blocks, overlap, overlapsApplied := s.draw(shares)
	run := s.runProcesses

	switch {
	case plansOnly:
		run = s.planOnly
	case shares:
		run = s.core.run
	}

	got := run(blocks...)
	failsAtPlan := overlapsApplied && isFirst

	if hasFailed = hasError(got); hasFailed && !overlap || !hasFailed && (failsAtPlan || overlap && !plansOnly) {
		s.rt.Fatalf("two blocks with one id: %t, and an error: %t: %v\n%s", overlap, hasFailed, blocks, describe(got))
	}

	s.checkRequests(failsAtPlan, blocks)

	return hasFailed
}

// checkRequests asserts that no object got two requests, and none any if the plan
// fails.
func (s *overlapSequence) checkRequests(failsAtPlan bool, blocks []resourceBlock) {
	sent := map[string]bool{}

	for _, request := range s.service.Requests() {
		if sent[request.Path] || failsAtPlan {
			s.rt.Fatalf("%s was sent twice, or after a plan that fails: %v", request.Path, blocks)
		}

		sent[request.Path] = true
	}

	s.service.ClearRequests()
}

func (s *overlapSequence) planOnly(blocks ...resourceBlock) (diagnostics []*tfprotov6.Diagnostic) {
	for _, b := range blocks {
		diagnostics = append(diagnostics, s.planBlock(b)...)
	}

	return diagnostics
}

// draw returns the blocks of a run, whether two have one id, and whether such a one
// was applied before. The order is any, but in a shared process, those that were
// applied come first: only planning one again shows that another command has begun
// if the last one sent nothing.
func (s *overlapSequence) draw(shares bool) (blocks []resourceBlock, overlap, overlapsApplied bool) {
	var created []resourceBlock

	isValid, count, applied := rapid.IntRange(0, 3).Draw(s.rt, "valid") > 0, map[string]int{}, map[string]bool{}

	// "terraform test" discards the imports of a run that only plans.
	maps.DeleteFunc(s.instances, func(_ string, i *instance) bool { return !isConfirmed(storedPrivateState(i.private)) })

	for _, address := range rapid.Permutation([]string{"a", "b", "c", "d"}).Draw(s.rt, "order") {
		id := rapid.SampledFrom([]string{s.ids[address], s.ids[address], "", "1", "2", "3"}).Draw(s.rt, "id")
		if isValid && count[id] > 0 {
			id = ""
		}

		s.ids[address] = id
		count[id]++

		block := destroyed(address)
		if id != "" {
			block = theme(address, id, rapid.SampledFrom([]string{"A", "B"}).Draw(s.rt, "name"))
		}

		switch {
		case s.instances[address] != nil:
			blocks = append(blocks, block)
			applied[id] = true
		case id != "":
			created = append(created, block)

			if rapid.IntRange(0, 3).Draw(s.rt, "import") == 0 {
				s.importByID(address, appearanceType, rapid.SampledFrom([]string{id, "1"}).Draw(s.rt, "imported"))
			}
		}
	}

	for id, blocks := range count {
		if id != "" && blocks > 1 {
			overlap, overlapsApplied = true, overlapsApplied || applied[id]
		}
	}

	if blocks = append(blocks, created...); !shares && len(blocks) > 0 {
		blocks = rapid.Permutation(blocks).Draw(s.rt, "any order")
	}

	return blocks, overlap, overlapsApplied
}
