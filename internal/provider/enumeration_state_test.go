package provider

import (
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The states of the enumeration.

// values are the JSON texts of enumeratedFields, empty if there is none.
type values [3]string

var enumeratedFields = map[string][]string{
	sourceType:     {"account_name", "hostname", "password"},
	appearanceType: {"name", "start_message", oneColor},
}

// entry is an instance in state, with the texts that a person reads there, and the values
// that they say the object has.
type entry struct {
	*instance
	texts map[string]string
	held  values
}

// read returns an instance with what it says. A version implies its password.
func (w *walk) read(i *instance) entry {
	e := entry{instance: i, texts: map[string]string{}}

	for name, value := range w.core.attributes(i.state) {
		var text *string
		if value.Type().Is(tftypes.String) && value.As(&text) == nil && text != nil {
			e.texts[name] = *text
		}
	}

	for i, field := range w.fields {
		if text, ok := e.texts[field]; ok {
			e.held[i] = jsonOf(text)
		}

		if version, ok := e.texts[field+"_wo_version"]; ok {
			e.held[i] = jsonOf("w" + version)
		}
	}

	return e
}

// intern returns the index of core's instance.
func (w *walk) intern() int {
	i := w.core.instances["a"]
	if i == nil {
		return none
	}

	if stored := storedPrivateState(i.private); stored.Instance != "" {
		stored.Instance = "token" // a random one would be another state
		i.private = packPrivateState(stored)
	}

	key := string(w.core.pack(i.state).MsgPack) + string(i.private)
	if _, ok := w.indexes[key]; !ok {
		w.indexes[key] = len(w.instances)
		w.instances = append(w.instances, w.read(i))
	}

	return w.indexes[key]
}

// isNew reports whether a step creates or replaces the instance.
func (w *walk) isNew(n node, s *step) bool {
	return n.instance == none || s.replace || w.instances[n.instance].texts["id"] != s.config["id"]
}

// node is a state of a universe.
type node struct {
	instance int       // index in walk.instances
	objects  [3]values // at places
	ledger   ledger
}

// none is the index of no instance.
const none = 0

func (w *walk) initial(place string) (object values) {
	for i, field := range w.fields {
		object[i] = jsonOf(field + "@" + place)
	}

	return object
}

// changed returns an object after a change. A PUT resets what it omits.
func (w *walk) changed(object values, r request) values {
	if r.method == http.MethodPut {
		object = w.initial("default")
	}

	for i, field := range w.fields {
		if value := r.body[field]; value != nil {
			object[i] = string(value)
		}
	}

	return object
}

// remembered is what the provider did in a plan or in an apply.
type remembered struct {
	plan     outcome
	changes  bool
	resp     *tfprotov6.PlanResourceChangeResponse
	instance int
	// isEmpty is set if what was unknown changed nothing: core applies nothing.
	isEmpty          bool
	errors, warnings string
	requests         []request
}

// nowhere is ledger.confirmed for a record without an address.
const nowhere = -1

// edit does to the state what a person does who copies or edits it.
func (w *walk) edit(at int, s *step) {
	next := w.nodes[at].node
	if next.instance == none {
		return
	}

	w.move(at, s, answer{})

	edited := *w.instances[next.instance].instance

	switch id, isID := strings.CutPrefix(s.edit, "id="); {
	case isID:
		edited.edit(w.core, "id", id)
		edited.identity = w.core.identity(tftypes.NewValue(tftypes.String, id))
	case s.edit == "base_url":
		edited.edit(w.core, "base_url", nil)

		next.ledger.confirmed = nowhere
	default:
		edited.private = nil
		next.ledger = ledger{doubts: next.ledger.doubts}
	}

	w.core.instances = map[string]*instance{"a": &edited}
	next.instance = w.intern()
	w.add(next)
}
