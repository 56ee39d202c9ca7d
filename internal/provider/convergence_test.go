package provider

import (
	"flag"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// The convergence tests apply random sequences of configurations to one or two
// instances of a resource, with random faults, for every behavior that the API
// documentation leaves open. In each run, Terraform core accepts every plan and
// state (see core), the requests are exactly those of the model (see
// expectation), state and service hold the configured values, and the next plan
// is empty. rapid shrinks and prints a failing sequence: add it as a plain
// test.

const parts = 4

// configureRapid sets the flags of rapid, which has no other settings: 60
// sequences for each resource, unless -rapid.checks says otherwise (make soak).
// The seed that it prints is enough to repeat a failure.
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

func TestConvergence_Appearance(t *testing.T) {
	checkConvergence(t, appearanceType)
}

func TestConvergence_Source(t *testing.T) {
	checkConvergence(t, sourceType)
}

// rapidTest hides the *testing.T from rapid, which would call Deadline: a fake clock
// has none. It shows the steps of a failing sequence only with -v: they would hide
// what broke.
type rapidTest struct{ *testing.T }

func (t rapidTest) Errorf(format string, values ...any) {
	t.Helper()
	t.T.Errorf(format+" with -v", values...)
}

func (t rapidTest) Logf(format string, values ...any) {
	t.Helper()

	if testing.Verbose() {
		t.T.Logf(format, values...)
	}
}

// checkConvergence runs its sequences in parallel parts, on a fake clock, so
// backoff takes no time.
func checkConvergence(t *testing.T, typeName string) {
	t.Helper()

	configureRapid()
	t.Parallel()

	var failed atomic.Pointer[testing.T] // the part that fails first ends the others

	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()

			services := map[string]*service{}
			for _, host := range hosts {
				services[host] = newService(t, mockserver.Behavior{})
			}

			synctest.Test(t, func(t *testing.T) {
				rapid.Check(rapidTest{t}, func(rt *rapid.T) {
					if other := failed.Load(); other != nil && other != t {
						return
					}

					defer func() {
						if rt.Failed() {
							failed.CompareAndSwap(nil, t)
						}
					}()

					checkSequence(rt, services, typeName)
				})
			})
		})
	}
}

// checkSequence draws and runs the steps of a sequence.
func checkSequence(rt *rapid.T, services map[string]*service, typeName string) {
	s := startSequence(rt, services, typeName)
	s.add("a")

	for range rapid.IntRange(1, 6).Draw(rt, "steps") {
		// Without any, the run is a retry or has nothing to do.
		for range rapid.IntRange(0, 3).Draw(rt, "edits") {
			s.edit()
		}

		s.run()
	}
}

// acceptingWriter writes status 202 in place of 200.
type acceptingWriter struct{ http.ResponseWriter }

func (w acceptingWriter) WriteHeader(status int) {
	if status == http.StatusOK {
		status = http.StatusAccepted
	}

	w.ResponseWriter.WriteHeader(status)
}

func (w acceptingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// sequence is one random sequence and its model.
type sequence struct {
	rt       *rapid.T
	typeName string
	ids      []string

	core     *core
	services map[string]*service // by host
	host     string
	// atPlan and atApply are the values of base_url in a run.
	atPlan, atApply any
	// mustRestart is set if the next run cannot share the configured provider.
	mustRestart bool
	// hasFailed is set if the last run did not apply everything.
	hasFailed bool

	// blocks are the configured blocks, instances the expected state, both by
	// address.
	blocks    map[string]map[string]any
	instances map[string]*expectedInstance
	// owners has the address that the configured provider lets write an object, by
	// id.
	owners map[string]string
}

// addresses are the addresses of the blocks.
var addresses = []string{"a", "b"}

func startSequence(rt *rapid.T, services map[string]*service, typeName string) *sequence {
	behavior := mockserver.Behavior{
		ResetOmittedFields:         rapid.Bool().Draw(rt, "resets omitted"),
		OmitOptionalResponseFields: rapid.Bool().Draw(rt, "leave out optional"),
		NormalizeValues:            rapid.Bool().Draw(rt, "normalize"),
		UndocumentedTypes:          rapid.Bool().Draw(rt, "odd types"),
		ReturnJob:                  rapid.Bool().Draw(rt, "a job"),
		ChangingCreatedAt:          rapid.Bool().Draw(rt, "moving created_at"),
		ReturnedFields: rapid.SampledFrom([]mockserver.ReturnedFields{
			mockserver.ReturnAll, mockserver.ReturnNulls, mockserver.ReturnIDOnly,
		}).Draw(rt, "unreported"),
	}

	mux, accepts := http.NewServeMux(), rapid.Bool().Draw(rt, "202 for 200")

	for host, service := range services {
		mux.HandleFunc(host+"/", func(w http.ResponseWriter, r *http.Request) {
			if accepts {
				w = acceptingWriter{w}
			}

			service.ServeHTTP(w, r)
		})
		service.SetBehavior(behavior)
		service.ClearRequests()
		service.ClearFaults()

		for id := range int64(2) {
			service.Add(mockserver.Appearances, 1+id, nil)
			service.Add(mockserver.Sources, 7+id, map[string]any{"type": "postgres"})
		}
	}

	s := &sequence{
		rt: rt, typeName: typeName, ids: resourceTests[typeName].ids[:2], services: services, host: hosts[0],
		blocks: map[string]map[string]any{}, instances: map[string]*expectedInstance{}, owners: map[string]string{},
		core: newCore(rt, &chatviewProvider{version: "test", transport: memoryTransport{mux}}, map[string]any{
			"base_url": "https://" + hosts[0], "api_key": testAPIKey,
		}),
	}
	s.core.createBeforeDestroy = rapid.Bool().Draw(rt, "create before destroy")

	return s
}
