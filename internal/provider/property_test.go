package provider

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
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
var configureRapid = sync.OnceValue(func() error {
	sequences := 60

	flag.Visit(func(f *flag.Flag) {
		if f.Name == "rapid.checks" {
			sequences, _ = strconv.Atoi(f.Value.String())
		}
	})

	return errors.Join(flag.Set("rapid.checks", strconv.Itoa(sequences/parts)), flag.Set("rapid.nofailfile", "true"))
})

func TestConvergence_Appearance(t *testing.T) {
	checkConvergence(t, appearanceType, []string{"1", "2"}, generatedAppearance)
}

func TestConvergence_Source(t *testing.T) {
	checkConvergence(t, sourceType, []string{"7", "8"}, generatedSource)
}

// withoutDeadline hides the *testing.T from rapid, which would call Deadline. A
// fake clock has none.
type withoutDeadline struct{ *testing.T }

// checkConvergence runs its sequences in parallel parts, on a fake clock, so
// backoff takes no time.
func checkConvergence(t *testing.T, typeName string, ids []string, generate func(rt *rapid.T, address string) map[string]any) {
	t.Helper()

	if err := configureRapid(); err != nil {
		t.Fatal(err)
	}

	relaxGarbageCollection() // as in the provider's own process
	t.Parallel()

	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()

			services := map[string]*service{}
			for _, host := range hosts {
				services[host] = newService(t, mockserver.Behavior{})
			}

			synctest.Test(t, func(t *testing.T) {
				rapid.Check(withoutDeadline{t}, func(rt *rapid.T) {
					checkSequence(startSequence(rt, services, typeName, ids, generate))
				})
			})
		})
	}
}

// checkSequence draws and runs the steps of a sequence.
func checkSequence(s *sequence) {
	s.add("a")

	for range rapid.IntRange(1, 6).Draw(s.rt, "steps") {
		for range rapid.IntRange(1, 3).Draw(s.rt, "edits") {
			s.edit()
		}

		s.run()
	}
}

// hosts are the hosts of base_url.
var hosts = []string{"chat.example.com", "other.example.com"}

// sequence is one random sequence and its model.
type sequence struct {
	rt       *rapid.T
	typeName string
	ids      []string
	generate func(rt *rapid.T, address string) map[string]any

	core     *core
	services map[string]*service // by host
	host     string
	// mustRestart is set if the next run cannot share the configured provider.
	mustRestart bool

	// blocks are the configured blocks, instances the expected state, both by
	// address.
	blocks    map[string]map[string]any
	instances map[string]*expectedInstance
}

// addresses are the addresses of the blocks.
var addresses = []string{"a", "b"}

func startSequence(
	rt *rapid.T, services map[string]*service, typeName string, ids []string, generate func(rt *rapid.T, address string) map[string]any,
) *sequence {
	behavior := mockserver.Behavior{
		OmittedFields:              rapid.SampledFrom([]mockserver.OmittedFields{mockserver.KeepOmitted, mockserver.ResetOmitted}).Draw(rt, "omitted"),
		OmitOptionalResponseFields: rapid.Bool().Draw(rt, "leave out optional"),
		NormalizeValues:            rapid.Bool().Draw(rt, "normalize"),
		UndocumentedTypes:          rapid.Bool().Draw(rt, "odd types"),
		ChangingCreatedAt:          rapid.Bool().Draw(rt, "moving created_at"),
		ReturnedFields: rapid.SampledFrom([]mockserver.ReturnedFields{
			mockserver.ReturnAll, mockserver.ReturnNulls, mockserver.ReturnIDOnly,
		}).Draw(rt, "unreported"),
	}

	mux := http.NewServeMux()

	for host, service := range services {
		mux.Handle(host+"/", service)
		service.SetBehavior(behavior)
		service.ClearRequests()
		service.ClearFaults()

		for id := range int64(2) {
			service.AddAppearance(1+id, nil)
			service.AddSource(7+id, "postgres", nil)
		}
	}

	s := &sequence{
		rt: rt, typeName: typeName, ids: ids, generate: generate,
		services: services, host: hosts[0], blocks: map[string]map[string]any{}, instances: map[string]*expectedInstance{},
		core: newCore(rt, &chatviewProvider{version: "test", transport: memoryTransport{mux}}, map[string]any{
			"base_url": "https://" + hosts[0], "api_key": testAPIKey,
		}),
	}
	s.core.createBeforeDestroy = rapid.Bool().Draw(rt, "create before destroy")

	return s
}

// edit changes the configuration or the state.
func (s *sequence) edit() {
	address := rapid.SampledFrom(addresses).Draw(s.rt, "address")
	if s.blocks[address] == nil && len(s.blocks) > 0 && rapid.Bool().Draw(s.rt, "existing") {
		address = slices.Sorted(maps.Keys(s.blocks))[0]
	}

	edit := rapid.SampledFrom([]string{
		"change", "change", "change", "ignore", "ignore", "import", "add or remove", "other id", "same id", "replace", "base URL",
	}).Draw(s.rt, "edit")

	switch {
	case edit == "ignore":
		s.core.ignored = s.drawIgnored()
	case edit == "replace":
		s.core.replace = true
	case edit == "base URL":
		s.host = rapid.SampledFrom(hosts).Draw(s.rt, "host")
		s.core.settings["base_url"] = "https://" + s.host
		s.mustRestart = true
	case s.blocks[address] == nil:
		s.add(address)
	case edit == "add or remove":
		delete(s.blocks, address)
	case edit == "change":
		s.change(address)
	case edit == "other id":
		s.giveOtherIDs()
	case edit == "same id" && len(s.blocks) == 2:
		s.blocks["b"]["id"] = s.blocks["a"]["id"]
	case edit == "import":
		s.importInstance(address)
	}
}

// drawIgnored draws the attributes under ignore_changes.
func (s *sequence) drawIgnored() []string {
	if rapid.IntRange(0, 3).Draw(s.rt, "ignore all") == 3 {
		return []string{"all"}
	}

	return rapid.SliceOfNDistinct(rapid.SampledFrom(s.settable()), 0, 3, rapid.ID).Draw(s.rt, "ignored")
}

// settable names the attributes that can be configured.
func (s *sequence) settable() []string {
	var names []string

	for _, attribute := range s.core.schema.ResourceSchemas[s.typeName].Block.Attributes {
		if attribute.Optional || attribute.Required {
			names = append(names, attribute.Name)
		}
	}

	return names
}

// add adds a block with an id of its own.
func (s *sequence) add(address string) {
	config := s.generate(s.rt, address)
	config["id"] = s.ids[0]

	for _, other := range s.blocks {
		if other["id"] == config["id"] {
			config["id"] = s.ids[1]
		}
	}

	s.blocks[address] = paired(config)
}

// change draws a new configuration for a block, or changes one attribute.
func (s *sequence) change(address string) {
	config := s.generate(s.rt, address)

	if rapid.Bool().Draw(s.rt, "small change") {
		changed := rapid.SampledFrom(slices.Sorted(maps.Keys(config))).Draw(s.rt, "changed")
		value := config[changed]
		config = maps.Clone(s.blocks[address])
		config[changed] = value
	}

	config["id"] = s.blocks[address]["id"]
	s.blocks[address] = paired(config)
}

// giveOtherIDs swaps the ids of two blocks, or changes that of a single one.
func (s *sequence) giveOtherIDs() {
	for address, config := range s.blocks {
		s.blocks[address] = maps.Clone(config)
		s.blocks[address]["id"] = s.ids[1-slices.Index(s.ids, config["id"].(string))]
	}
}

// importInstance imports the object of a block in place of the instance in
// state.
func (s *sequence) importInstance(address string) {
	id := s.blocks[address]["id"].(string)

	delete(s.core.instances, address)
	s.core.importByID(address, s.typeName, id)
	s.instances[address] = &expectedInstance{values: map[string]any{"id": id}, isImport: true}
	s.mustRestart = true
}
