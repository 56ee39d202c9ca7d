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

	switch edit {
	case "ignore":
		s.core.ignored = s.drawIgnored()
	case "replace":
		s.core.replace = true
	case "base URL":
		s.host = rapid.SampledFrom(hosts).Draw(s.rt, "host")
		s.core.settings["base_url"] = "https://" + s.host
		s.mustRestart = true
	case "state":
		s.editState(address)
	default:
		s.editBlock(edit, address)
	}
}

// editBlock changes a block, which it adds if there is none.
func (s *sequence) editBlock(edit, address string) {
	switch {
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
		instance.private = s.privateStateOfAnother()
	case "id":
		if !expected.hasToken { // it may be the former id again
			return
		}

		expected.values["id"] = s.otherID(expected.values["id"])
		instance.state = s.core.withID(instance.state, expected.values["id"])
	case "identity":
		id := rapid.SampledFrom(s.ids).Draw(s.rt, "identity")
		instance.identity = s.core.identity(tftypes.NewValue(tftypes.String, id))

		return
	}

	expected.forget()

	s.mustRestart = true
}

// privateStateOfAnother returns private state with the token of any instance, and
// an id that none has.
func (s *sequence) privateStateOfAnother() []byte {
	stored := privateState{Instance: "token", BaseURL: "https://" + s.host}

	if other := s.core.instances[rapid.SampledFrom(addresses).Draw(s.rt, "private state")]; other != nil {
		stored = storedPrivateState(other.private)
	}

	stored.ID = "9"

	return packPrivateState(s.rt, stored)
}
