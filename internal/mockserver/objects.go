package mockserver

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// Kind is a kind of objects: the tag of an operation in openapi.yaml.
type Kind string

// The kinds of objects.
const (
	Appearances Kind = "appearances"
	Sources     Kind = "sources"
)

// object is an object of the API.
type object struct {
	id int64
	// fields are the request fields it holds, write-only ones included, and those
	// that it was added with, such as the type of a source. Numbers are json.Number.
	fields map[string]any
	// createdAt is the time it was added, and lastModified that of its last
	// change.
	createdAt, lastModified time.Time
}

// State holds the fields of every object by kind and id. Numbers are json.Number.
type State map[Kind]map[int64]map[string]any

// Check returns an error for a kind, field or value that openapi.yaml does not have. It
// does not quote values, which may be secret.
func (s State) Check() error {
	for kind, objects := range s {
		operation := operations()[kind]
		if operation == nil {
			return fmt.Errorf("unknown field %q", kind)
		}

		// Where both have a field, a response accepts all that an object can hold.
		schema := openapi3.NewObjectSchema().WithoutAdditionalProperties()
		schema.Properties = maps.Clone(requestSchema(operation).Properties)
		maps.Copy(schema.Properties, responseSchema(operation).Properties)

		for _, id := range slices.Sorted(maps.Keys(objects)) {
			for _, p := range problemsOf(schema.VisitJSON(objects[id])) {
				return fmt.Errorf("%s %d: %s: %s", kind, id, strings.Join(p.path, "."), p.message)
			}
		}
	}

	return nil
}

// AddState adds the objects of a state, or replaces those with the same ids.
func (s *Server) AddState(state State) {
	for kind, objects := range state {
		for id, fields := range objects {
			s.Add(kind, id, fields)
		}
	}
}

// Add adds an object, or replaces the one with that id. It panics if there is no
// such kind, or JSON cannot hold the fields.
func (s *Server) Add(kind Kind, id int64, fields map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.add(kind, id, copyFields(fields))
}

// add adds an object; s.mu is held.
func (s *Server) add(kind Kind, id int64, fields map[string]any) *object {
	now := s.nextInstant()
	added := &object{id: id, fields: fields, createdAt: now, lastModified: now}
	s.objects[kind][id] = added

	return added
}

// Fields returns a copy of the fields of an object, write-only ones included.
// Numbers are json.Number.
func (s *Server) Fields(kind Kind, id int64) (fields map[string]any, found bool) {
	fields, found = s.State()[kind][id]

	return fields, found
}

// State returns a copy of every object's fields.
func (s *Server) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()

	state := State{}

	for kind, objects := range s.objects {
		state[kind] = map[int64]map[string]any{}
		for id, object := range objects {
			state[kind][id] = copyFields(object.fields)
		}
	}

	return state
}

// parseID parses an id in the format that the server writes.
func parseID(text string) (id int64, ok bool) {
	id, err := strconv.ParseInt(text, 10, 64)

	return id, err == nil && strconv.FormatInt(id, 10) == text
}

// nextInstant returns the time, or a later one if no time has passed since the
// last change: no two changes share an instant. s.mu is held.
func (s *Server) nextInstant() time.Time {
	instant := s.now().UTC()
	if !instant.After(s.latest) {
		instant = s.latest.Add(time.Nanosecond)
	}

	s.latest = instant

	return instant
}
