package provider

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"
)

// The edits of a convergence test, between two runs.

// edit changes the configuration or the state.
func (s *sequence) edit() {
	address := rapid.SampledFrom(addresses).Draw(s.rt, "address")
	if s.blocks[address] == nil && len(s.blocks) > 0 && rapid.Bool().Draw(s.rt, "existing") {
		address = slices.Sorted(maps.Keys(s.blocks))[0]
	}

	edit := rapid.SampledFrom([]string{
		"change", "change", "change", "ignore", "ignore", "import", "add or remove", "other id", "same id", "replace", "base URL", "state", "state",
	}).Draw(s.rt, "edit")

	switch {
	case edit == "ignore":
		names := append(slices.Repeat([]string{"all"}, 5), s.attributeNames()...)
		s.core.ignored = rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 3, rapid.ID).Draw(s.rt, "ignored")
	case edit == "replace":
		s.core.replace = true
	case edit == "base URL":
		s.host = rapid.SampledFrom(hosts).Draw(s.rt, "host")
		s.mustRestart = true
	case edit == "state":
		s.editState(address)
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

// add adds a block with an id of its own.
func (s *sequence) add(address string) {
	config := s.draw(address)
	config["id"] = s.ids[0]

	for _, other := range s.blocks {
		config["id"] = s.otherID(other["id"])
	}

	s.blocks[address] = config
}

// change draws a new configuration for a block, or changes one attribute.
func (s *sequence) change(address string) {
	config := s.draw(address)

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
		s.blocks[address]["id"] = s.otherID(config["id"])
	}
}

func (s *sequence) otherID(id any) string { return s.ids[1-slices.Index(s.ids, id.(string))] }

// importInstance imports the object of a block in place of the instance in
// state.
func (s *sequence) importInstance(address string) {
	id := s.blocks[address]["id"].(string)

	delete(s.core.instances, address)
	s.core.importByID(address, s.typeName, id)
	s.instances[address] = &expectedInstance{values: map[string]any{"id": id}, hasToken: true, isImport: true}
	s.mustRestart = true
}

// editState does to an instance in state what other tools do, or a person who
// edits or copies it.
func (s *sequence) editState(address string) {
	instance, expected := s.core.instances[address], s.instances[address]
	if expected == nil {
		return
	}

	switch rapid.SampledFrom([]string{"no private state", "private state of another", "id", "identity"}).Draw(s.rt, "edited") {
	case "no private state":
		instance.private = nil
	case "private state of another":
		stored := privateState{ID: "9"}
		if other := s.core.instances[rapid.SampledFrom(addresses).Draw(s.rt, "private state")]; other != nil {
			stored.Instance = storedPrivateState(other.private).Instance
		}

		instance.private = packPrivateState(stored)
	case "id":
		if !expected.hasToken { // it may be the former id again
			return
		}

		expected.values["id"] = s.otherID(expected.values["id"])
		instance.edit(s.core, "id", expected.values["id"])
	case "identity":
		id := rapid.SampledFrom(s.ids).Draw(s.rt, "identity")
		instance.identity = s.core.identity(tftypes.NewValue(tftypes.String, id))

		return
	}

	expected.losePrivateState()

	s.mustRestart = true
}
