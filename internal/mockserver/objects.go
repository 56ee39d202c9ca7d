package mockserver

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// Kind is a kind of objects: the tag of an operation in openapi.yaml.
type Kind string

// The kinds of objects.
const (
	Appearances Kind = "appearances"
	Sources     Kind = "sources"
)

// Object is an object of the API. The server's methods return copies.
type Object struct {
	ID int64
	// Fields are the request fields it holds, write-only ones included, and those
	// that it was added with, such as the type of a source. Numbers are json.Number.
	Fields map[string]any
	// CreatedAt is the time it was added, and LastModified that of its last
	// change.
	CreatedAt, LastModified time.Time
}

// State holds the fields of every object by kind and id.
type State map[Kind]map[int64]map[string]any

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
func (s *Server) add(kind Kind, id int64, fields map[string]any) *Object {
	now := s.nextInstant()
	added := &Object{ID: id, Fields: fields, CreatedAt: now, LastModified: now}
	s.objects[kind][id] = added

	return added
}

// Fields returns a copy of the fields of an object, write-only ones included.
// Numbers are json.Number.
func (s *Server) Fields(kind Kind, id int64) (fields map[string]any, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()

	held, found := s.objects[kind][id]
	if !found {
		return nil, false
	}

	return copyFields(held.Fields), true
}

// Objects returns every object of a kind, in order of id.
func (s *Server) Objects(kind Kind) []Object {
	s.mu.Lock()
	defer s.mu.Unlock()

	var copies []Object

	for _, id := range slices.Sorted(maps.Keys(s.objects[kind])) {
		object := *s.objects[kind][id]
		object.Fields = copyFields(object.Fields)
		copies = append(copies, object)
	}

	return copies
}

// State returns a copy of every object's fields.
func (s *Server) State() State {
	state := State{}

	for kind := range operations() {
		state[kind] = map[int64]map[string]any{}
		for _, object := range s.Objects(kind) {
			state[kind][object.ID] = object.Fields
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
