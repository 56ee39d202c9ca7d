package mockserver

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// object is an appearance configuration or a source. The values in fields are never altered in place, only replaced.
type object struct {
	id int64
	// sourceType is the type of a source, empty for an appearance.
	sourceType string
	// fields are the request fields it holds, write-only ones included.
	fields       map[string]any
	createdAt    time.Time
	lastModified time.Time
}

// appearanceDefaults is what ResetOmitted gives an omitted field. The interface documents no defaults: these are the
// server's own. The fields that have none here, all of them write-only, are removed.
var appearanceDefaults = map[string]any{
	"theme_mode":      "light",
	"start_message":   "",
	"recommendations": []any{},
	"response_mode":   "full",
	"show_sidebar":    true,
	"show_dashboards": true,
}

// State is what the server holds: the fields of every object by its id. A source's type stands among its fields.
type State struct {
	Appearances map[int64]map[string]any `json:"appearances"`
	Sources     map[int64]map[string]any `json:"sources"`
}

// anySourceType is the type of a source that an AcceptAnyID brought into being: a request does not name one.
const anySourceType = "unknown"

// Object is a copy of an appearance configuration or a source that the server holds.
type Object struct {
	ID int64
	// Type is the type of a source, empty for an appearance configuration.
	Type string
	// Fields are the request fields it holds, write-only ones included. Numbers are json.Number.
	Fields map[string]any
	// CreatedAt is the time of AddAppearance or AddSource, and LastModified that of the last change since.
	CreatedAt, LastModified time.Time
}

// AddAppearance adds an appearance configuration, or replaces the one with that id. It panics on fields that JSON can
// not hold.
func (s *Server) AddAppearance(id int64, fields map[string]any) {
	s.add(s.appearances, &object{id: id, fields: copyFields(fields)})
}

// AddSource adds a data source, or replaces the one with that id. It panics on fields that JSON can not hold.
func (s *Server) AddSource(id int64, sourceType string, fields map[string]any) {
	s.add(s.sources, &object{id: id, sourceType: sourceType, fields: copyFields(fields)})
}

func (s *Server) add(objects map[string]*object, added *object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	added.createdAt = s.nextInstant()
	added.lastModified = added.createdAt
	objects[strconv.FormatInt(added.id, 10)] = added
}

// Appearance returns a copy of the fields that an appearance configuration holds, write-only ones included. Numbers
// are json.Number.
func (s *Server) Appearance(id int64) (fields map[string]any, found bool) {
	return s.fieldsOf(s.appearances, id)
}

// Source returns a copy of the fields that a source holds, credentials included. Numbers are json.Number.
func (s *Server) Source(id int64) (fields map[string]any, found bool) {
	return s.fieldsOf(s.sources, id)
}

func (s *Server) fieldsOf(objects map[string]*object, id int64) (fields map[string]any, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	held, found := objects[strconv.FormatInt(id, 10)]
	if !found {
		return nil, false
	}
	return copyFields(held.fields), true
}

// Appearances returns a copy of every appearance configuration, in order of id.
func (s *Server) Appearances() []Object {
	return s.copies(s.appearances)
}

// Sources returns a copy of every source, in order of id.
func (s *Server) Sources() []Object {
	return s.copies(s.sources)
}

func (s *Server) copies(objects map[string]*object) []Object {
	s.mu.Lock()
	defer s.mu.Unlock()
	copies := make([]Object, 0, len(objects))
	for _, held := range objects {
		copies = append(copies, Object{
			ID: held.id, Type: held.sourceType, Fields: copyFields(held.fields),
			CreatedAt: held.createdAt, LastModified: held.lastModified,
		})
	}
	slices.SortFunc(copies, func(a, b Object) int { return cmp.Compare(a.ID, b.ID) })
	return copies
}

// State returns a copy of everything that the server holds.
func (s *Server) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := State{Appearances: map[int64]map[string]any{}, Sources: map[int64]map[string]any{}}
	for _, appearance := range s.appearances {
		state.Appearances[appearance.id] = copyFields(appearance.fields)
	}
	for _, source := range s.sources {
		fields := copyFields(source.fields)
		fields["type"] = source.sourceType
		state.Sources[source.id] = fields
	}
	return state
}

// isObjectID says whether an id is written as the server writes its own.
func isObjectID(id string) bool {
	number, err := strconv.ParseInt(id, 10, 64)
	return err == nil && strconv.FormatInt(number, 10) == id
}

// bringIntoBeing adds the object of an operation that no AddAppearance or AddSource did; isObjectID holds for id, and
// s.mu is held.
func (s *Server) bringIntoBeing(operation *openapi3.Operation, id string) *object {
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		panic(fmt.Sprintf("mockserver: id: %v", err))
	}
	added := &object{id: number, fields: map[string]any{}, createdAt: s.nextInstant()}
	added.lastModified = added.createdAt
	if operation.OperationID == updateSourceConfig {
		added.sourceType = anySourceType
	}
	s.objectsOf(operation)[id] = added
	return added
}

// nextInstant is the time, moved on where the clock has not moved, so that no two changes share one; s.mu is held.
func (s *Server) nextInstant() time.Time {
	instant := s.now().UTC()
	if !instant.After(s.latest) {
		instant = s.latest.Add(time.Nanosecond)
	}
	s.latest = instant
	return instant
}

// apply carries a request out on an object; s.mu is held.
func (s *Server) apply(operation *openapi3.Operation, changed *object, fields map[string]any, omitted OmittedFields) {
	if operation.OperationID == updateAppearance && omitted == ResetOmitted {
		changed.fields = maps.Clone(appearanceDefaults)
	}
	maps.Copy(changed.fields, fields)
	changed.lastModified = s.nextInstant()
}

// answerFields is what the documented response of operation has to say about an object.
func answerFields(operation *openapi3.Operation, answered *object, behavior Behavior) map[string]any {
	schema := operation.Responses.Status(successStatus).Value.Content[jsonType].Schema.Value
	held := answered.held(operation)
	fields := map[string]any{}
	for name, property := range schema.Properties {
		value, found := held[name]
		isOptional := !slices.Contains(schema.Required, name)
		if !found || isOptional && behavior.LeaveOutOptionalResponseFields {
			continue
		}
		if _, isFree := answered.fields[name]; isFree && behavior.NormalizeValues && len(property.Value.Enum) == 0 {
			value = upperCase(value)
		}
		fields[name] = value
	}
	return fields
}

// held is everything that an object could be asked for: its fields and those the service derives.
func (o *object) held(operation *openapi3.Operation) map[string]any {
	held := map[string]any{"name": "", "account_name": ""} // required in answers, also of an object that has none
	maps.Copy(held, o.fields)
	held["id"] = o.id
	if operation.OperationID == updateSourceConfig {
		held["type"] = o.sourceType
		return held
	}
	held["custom_css_vars"] = cssVariables(o.fields)
	held["created_at"] = o.createdAt.Format(time.RFC3339Nano)
	held["last_modified"] = o.lastModified.Format(time.RFC3339Nano)
	held["is_default"] = "false"
	return held
}

// cssVariables derives a style from the colours, so that it changes when one of them does.
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

// upperCase returns value with every string in it in upper case.
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
	case map[string]any:
		upper := make(map[string]any, len(value))
		for key, element := range value {
			upper[key] = upperCase(element)
		}
		return upper
	default:
		return value
	}
}

// copyFields copies fields as JSON would carry them: deep, and with json.Number for numbers.
func copyFields(fields map[string]any) map[string]any {
	if fields == nil {
		return map[string]any{}
	}
	return decodeFields(encodeJSON(fields))
}

// decodeFields reads what is known to be a JSON object.
func decodeFields(body []byte) map[string]any {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var fields map[string]any
	if err := decoder.Decode(&fields); err != nil {
		panic(fmt.Sprintf("mockserver: decode fields: %v", err))
	}
	return fields
}
