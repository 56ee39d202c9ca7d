package mockserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// apply carries out a request on an object; s.mu is held.
func (s *Server) apply(x exchange, operation *openapi3.Operation, changed *object) {
	if x.entry.Method == http.MethodPut && x.behavior.ResetOmittedFields {
		changed.fields = defaults(operation)
	}

	maps.Copy(changed.fields, decodeFields(x.entry.Body))
	changed.lastModified = s.nextInstant()
	x.entry.Changed = true
}

// defaults are the values that ResetOmittedFields sets: a value for each field of a request
// that the response repeats. They are made up, because the API documents none. The
// other fields of a request are write-only: they are removed.
func defaults(operation *openapi3.Operation) map[string]any {
	fields := map[string]any{}
	response := responseSchema(operation).Properties

	for name, property := range requestSchema(operation).Properties {
		if response[name] != nil {
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

// requestSchema returns the schema of an operation's request.
func requestSchema(operation *openapi3.Operation) *openapi3.Schema {
	return operation.RequestBody.Value.Content[jsonType].Schema.Value
}

// RequestFields returns the names of the fields that a request to update an object
// of a kind may have.
func RequestFields(kind Kind) []string {
	return slices.Collect(maps.Keys(requestSchema(operations()[kind]).Properties))
}

// responseFields returns the fields of object that the documented response of
// operation has.
func responseFields(operation *openapi3.Operation, object *object, behavior Behavior) map[string]any {
	schema, sent := responseSchema(operation), requestSchema(operation).Properties
	readable := object.readable()
	fields := map[string]any{}

	for name, property := range schema.Properties {
		value, found := readable[name]
		if _, isSent := sent[name]; isSent && behavior.NormalizeValues && len(property.Value.Enum) == 0 {
			value = upperCase(value)
		}

		if found {
			fields[name] = value
		}
	}

	return fields
}

// readable returns the object's fields, and those that a response derives, or requires
// even if the object lacks them. It has the fields of every kind.
func (o *object) readable() map[string]any {
	fields := map[string]any{
		"id":              o.id,
		"name":            "",
		"custom_css_vars": cssVariables(o.fields),
		"created_at":      o.createdAt.Format(time.RFC3339Nano),
		"last_modified":   o.lastModified.Format(time.RFC3339Nano),
		"is_default":      "false",
		"account_name":    "",
		"type":            "unknown", // no request names one
	}
	maps.Copy(fields, o.fields)

	return fields
}

// cssVariables derives a style from the colors: it changes when one of them
// does.
func cssVariables(fields map[string]any) string {
	var variables []string

	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if strings.HasSuffix(name, "_color") {
			variables = append(variables, fmt.Sprintf("--%s: %s;", strings.ReplaceAll(name, "_", "-"), fields[name]))
		}
	}

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

	err := decoder.Decode(&fields)

	return must(fields, err)
}

// encodeJSON encodes a value that came out of JSON or was assembled here, which
// cannot fail.
func encodeJSON(value any) []byte { return must(json.Marshal(value)) }
