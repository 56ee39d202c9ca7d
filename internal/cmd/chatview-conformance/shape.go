package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// shape describes a decoded JSON value without any part of it.
func shape(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case []any:
		parts := map[string]bool{}
		for _, element := range value {
			parts[shape(element)] = true
		}

		return "[" + joined(parts) + "]"
	case fields:
		parts := map[string]bool{}
		for name, element := range value {
			parts[knownName(name)+": "+shape(element)] = true
		}

		return "{" + joined(parts) + "}"
	case string:
		if _, err := time.Parse(time.RFC3339, value); err == nil {
			return "date-time"
		}

		return "string"
	}

	if integer.MatchString(text(value)) {
		return "integer"
	}

	return "number"
}

// maxShape limits a description, in bytes.
const maxShape = 200

// joined joins the shapes in a list or an object.
func joined(parts map[string]bool) string {
	all := strings.Join(slices.Sorted(maps.Keys(parts)), ", ")
	if len(all) > maxShape {
		return all[:maxShape-1] + "*"
	}

	return all
}

// errorNames are the names that errors of most services have.
var errorNames = strings.Fields(`attr code detail details error errors field field_errors instance loc location message msg
	name non_field_errors path pointer reason request_id source status title type violations`)

var index = regexp.MustCompile(`^\d+$`)

// knownName returns the name of a field, unless it is neither in a request nor usual:
// it could be a value.
func knownName(name string) string {
	isSent := slices.ContainsFunc(probes(), func(p probe) bool { _, found := p.body[name]; return found })

	switch {
	case isSent, slices.Contains(errorNames, name), slices.Contains(sourceFields, name):
		return name
	case index.MatchString(name):
		return "N"
	default:
		return "*"
	}
}

// errorShape describes the body of an error.
func errorShape(body []byte) string {
	value, err := decode(body)

	switch {
	case len(bytes.TrimSpace(body)) == 0:
		return "without a body"
	case err != nil:
		return "not JSON"
	default:
		return shape(value)
	}
}

// decode decodes exactly one JSON value.
func decode(body []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()

	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}

	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the value")
	}

	return value, nil
}

// text returns the JSON of a value.
func text(value any) string {
	encoded, _ := json.Marshal(value) // of a decoded value, or one in a request

	return string(encoded)
}

// integer matches one, the same for 007, 7 and 7.0.
var integer = regexp.MustCompile(`^0*(\d+)(?:\.0*)?$`)

// sameID reports whether the id in a response is the requested one, as the client
// does: a number may be the id of a name.
func sameID(requested string, value any) bool {
	returned, isText := value.(string)
	if !isText {
		returned = text(value)
	}

	want, got := integer.FindStringSubmatch(requested), integer.FindStringSubmatch(returned)

	return requested == returned || got != nil && (want == nil || got[1] == want[1])
}
