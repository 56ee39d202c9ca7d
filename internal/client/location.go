package client

import (
	"slices"
	"strings"
)

var (
	// locationKeys are the keys under which an error names its location.
	locationKeys = []string{
		"pointer", "field", "loc", "attr", "attribute", "property", "parameter", "param", "path", "instancePath",
		"location", "source", "name",
	}
	// ambiguousKeys are the location keys that often mean something else.
	ambiguousKeys = []string{"location", "source", "name"}
	// envelopes are names that precede the request fields in a path, as in
	// "body.name".
	envelopes = []string{"", "#", "$", "body", "data", "attributes", "errors", "json"}
)

// locate returns the location that an error names, and the key that it is
// under, or at and an empty key if it names none.
func (r *messageReader) locate(object map[string]any, at location) (string, location) {
	if len(at.field) > 0 {
		return "", at
	}

	key := r.locationKey(object)
	if key == "" {
		return "", at
	}

	var located location
	for _, segment := range parsePath(object[key]) {
		located = r.within(located, segment)
	}

	located.rest = slices.Concat(at.rest, located.rest)
	located.path = *text(object[key])

	return key, located
}

// locationKey returns the key under which an error names its location, or "".
func (r *messageReader) locationKey(object map[string]any) string {
	other := ""

	for _, key := range locationKeys {
		path := parsePath(object[key])

		switch {
		case len(path) == 0:
		case slices.Contains(r.fields, path[0]):
			return key
		case other == "" && !slices.Contains(ambiguousKeys, key) && !strings.Contains(*text(object[key]), "/api/"):
			other = key // not the path of the request
		}
	}

	if headline(object) == "" {
		return "" // the keys may be fields
	}

	return other
}

// parsePath splits a path in one of the usual notations: a JSON pointer, dots
// and brackets, a list of keys, or an object with one of these. It removes the
// envelopes.
func parsePath(value any) []string {
	var path []string

	switch value := value.(type) {
	case string:
		path = strings.FieldsFunc(value, func(char rune) bool { return strings.ContainsRune(`/.[]'"`, char) })
	case []any:
		for _, element := range value {
			segment := text(element)
			if segment == nil || isContainer(element) {
				return nil
			}

			path = append(path, *segment)
		}
	case map[string]any:
		if len(value) != 1 {
			return nil // more than a location
		}

		for key, inner := range value {
			if slices.Contains(locationKeys, key) {
				return parsePath(inner)
			}
		}
	}

	for len(path) > 0 && slices.Contains(envelopes, path[0]) {
		path = path[1:]
	}

	return path
}
