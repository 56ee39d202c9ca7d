package mockserver

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// Object is an appearance configuration or a data source. The server's methods
// return copies.
type Object struct {
	ID int64
	// Type is the type of a source, empty for an appearance configuration.
	Type string
	// Fields are the request fields it holds, write-only ones included. Numbers
	// are json.Number.
	Fields map[string]any
	// CreatedAt is the time it was added, and LastModified that of its last
	// change.
	CreatedAt, LastModified time.Time
}

// State holds the fields of every object by id. The fields of a source include
// its type.
type State struct {
	Appearances map[int64]map[string]any `json:"appearances"`
	Sources     map[int64]map[string]any `json:"sources"`
}

// AddState adds the objects of a state, or replaces those with the same ids.
func (s *Server) AddState(state State) {
	for id, fields := range state.Appearances {
		s.AddAppearance(id, fields)
	}

	for id, fields := range state.Sources {
		sourceType, _ := fields["type"].(string)
		fields = maps.Clone(fields)
		delete(fields, "type")
		s.AddSource(id, sourceType, fields)
	}
}

// AddAppearance adds an appearance configuration, or replaces the one with that
// id. It panics if JSON cannot hold fields.
func (s *Server) AddAppearance(id int64, fields map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.add(s.appearances, id, "", copyFields(fields))
}

// AddSource adds a data source, or replaces the one with that id. It panics if
// JSON cannot hold fields.
func (s *Server) AddSource(id int64, sourceType string, fields map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.add(s.sources, id, sourceType, copyFields(fields))
}

// add adds an object; s.mu is held.
func (s *Server) add(objects map[int64]*Object, id int64, sourceType string, fields map[string]any) *Object {
	now := s.nextInstant()
	objects[id] = &Object{ID: id, Type: sourceType, Fields: fields, CreatedAt: now, LastModified: now}

	return objects[id]
}

// Appearance returns a copy of the fields of an appearance configuration,
// write-only ones included. Numbers are json.Number.
func (s *Server) Appearance(id int64) (fields map[string]any, found bool) {
	return s.fieldsOf(s.appearances, id)
}

// Source returns a copy of the fields of a data source, credentials included.
// Numbers are json.Number.
func (s *Server) Source(id int64) (fields map[string]any, found bool) {
	return s.fieldsOf(s.sources, id)
}

func (s *Server) fieldsOf(objects map[int64]*Object, id int64) (fields map[string]any, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()

	held, found := objects[id]
	if !found {
		return nil, false
	}

	return copyFields(held.Fields), true
}

// Appearances returns every appearance configuration, in order of id.
func (s *Server) Appearances() []Object { return s.copies(s.appearances) }

// Sources returns every data source, in order of id.
func (s *Server) Sources() []Object { return s.copies(s.sources) }

func (s *Server) copies(objects map[int64]*Object) []Object {
	s.mu.Lock()
	defer s.mu.Unlock()

	var copies []Object

	for _, id := range slices.Sorted(maps.Keys(objects)) {
		object := *objects[id]
		object.Fields = copyFields(object.Fields)
		copies = append(copies, object)
	}

	return copies
}

// State returns a copy of every object's fields.
func (s *Server) State() State {
	state := State{Appearances: map[int64]map[string]any{}, Sources: map[int64]map[string]any{}}
	for _, appearance := range s.Appearances() {
		state.Appearances[appearance.ID] = appearance.Fields
	}

	for _, source := range s.Sources() {
		source.Fields["type"] = source.Type
		state.Sources[source.ID] = source.Fields
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
