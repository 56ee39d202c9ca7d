package mockserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
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

// apply carries out a request on an object; s.mu is held.
func (s *Server) apply(operation *openapi3.Operation, changed *Object, fields map[string]any, omitted OmittedFields) {
	if operation.OperationID == updateAppearance && omitted == ResetOmitted {
		changed.Fields = defaults(operation)
	}

	maps.Copy(changed.Fields, fields)
	changed.LastModified = s.nextInstant()
}

// defaults are the values that ResetOmitted sets: a value for each optional field of
// the response. They are made up, because the API documents none. The other optional
// fields of a request are write-only: they are removed.
func defaults(operation *openapi3.Operation) map[string]any {
	fields := map[string]any{}
	schema := responseSchema(operation)

	for name, property := range schema.Properties {
		if !slices.Contains(schema.Required, name) {
			fields[name] = defaultValue(property.Value)
		}
	}

	return fields
}

func defaultValue(schema *openapi3.Schema) any {
	switch {
	case len(schema.Enum) > 0:
		return schema.Enum[0]
	case schema.Type.Is(openapi3.TypeString):
		return ""
	case schema.Type.Is(openapi3.TypeBoolean):
		return true
	}

	return []any{} // recommendations, which may be any value
}

// responseSchema returns the schema of an operation's successful response.
func responseSchema(operation *openapi3.Operation) *openapi3.Schema {
	return operation.Responses.Status(successStatus).Value.Content[jsonType].Schema.Value
}

// AppearanceFields returns the names of the fields that a request to update an
// appearance configuration may have.
func AppearanceFields() []string {
	return slices.Collect(maps.Keys(document().Components.Schemas["AppearanceRequest"].Value.Properties))
}

// responseFields returns the fields of object that the documented response of
// operation has.
func responseFields(operation *openapi3.Operation, object *Object, behavior Behavior) map[string]any {
	schema := responseSchema(operation)
	readable := object.readable()
	fields := map[string]any{}

	for name, property := range schema.Properties {
		value, found := readable[name]

		isOptional := !slices.Contains(schema.Required, name)
		if !found || isOptional && behavior.OmitOptionalResponseFields {
			continue
		}

		if _, isStored := object.Fields[name]; isStored && behavior.NormalizeValues && len(property.Value.Enum) == 0 {
			value = upperCase(value)
		}

		fields[name] = value
	}

	return fields
}

// readable returns the object's fields and the derived ones, of both kinds of
// object.
func (o *Object) readable() map[string]any {
	fields := map[string]any{
		"id":              o.ID,
		"name":            "", // a response requires it, even if the object has none
		"custom_css_vars": cssVariables(o.Fields),
		"created_at":      o.CreatedAt.Format(time.RFC3339Nano),
		"last_modified":   o.LastModified.Format(time.RFC3339Nano),
		"is_default":      "false",
		"account_name":    "",
		"type":            o.Type,
	}
	maps.Copy(fields, o.Fields)

	return fields
}

// cssVariables derives a style from the colors: it changes when one of them
// does.
func cssVariables(fields map[string]any) string {
	var variables []string

	for name, value := range fields {
		if strings.HasSuffix(name, "_color") {
			variables = append(variables, fmt.Sprintf("--%s: %s;", strings.ReplaceAll(name, "_", "-"), value))
		}
	}

	slices.Sort(variables)

	return strings.Join(variables, " ")
}

// upperCase returns a string, or a list of strings, in upper case.
func upperCase(value any) any {
	switch value := value.(type) {
	case string:
		return strings.ToUpper(value)
	case []any:
		upper := make([]any, 0, len(value))
		for _, element := range value {
			upper = append(upper, upperCase(element))
		}

		return upper
	default:
		return value
	}
}

// copyFields copies fields through JSON: the copy is deep and holds json.Number
// for numbers.
func copyFields(fields map[string]any) map[string]any {
	if fields == nil {
		return map[string]any{}
	}

	return decodeFields(encodeJSON(fields))
}

// decodeFields decodes a valid JSON object.
func decodeFields(body []byte) map[string]any {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()

	var fields map[string]any
	if err := decoder.Decode(&fields); err != nil {
		panic(fmt.Sprintf("mockserver: decode fields: %v", err))
	}

	return fields
}
