package client

import (
	"slices"
	"strings"
)

var (
	// locationKeys are the keys by which an error in a list names what it is
	// about.
	locationKeys = []string{
		"pointer", "field", "loc", "attr", "attribute", "property", "parameter", "param", "path", "instancePath",
		"location", "source", "name",
	}
	// ambiguousKeys are those of them that often name something else.
	ambiguousKeys = []string{"location", "source", "name"}
	// envelopes are names around the request fields in a path, as in
	// "body.name".
	envelopes = []string{"", "#", "$", "body", "data", "attributes", "errors", "json"}
)

// locate returns the location that an error at another location names, and the
// key it is under. Without one, the key is empty.
func (r *messageReader) locate(object map[string]any, at location) (string, location) {
	if len(at.field) > 0 {
		return "", at
	}

	for _, key := range locationKeys {
		if path := parsePath(object[key]); len(path) > 0 && slices.Contains(r.fields, path[0]) {
			located := r.within(location{}, path[0])
			for _, segment := range path[1:] {
				located = r.within(located, segment)
			}

			located.rest = slices.Concat(at.rest, located.rest)
			located.path = *text(object[key])

			return key, located
		}
	}

	if headline(object) == "" {
		return "", at // keys that may be fields
	}

	for _, key := range locationKeys {
		path := parsePath(object[key])
		if len(path) > 0 && !slices.Contains(ambiguousKeys, key) && !isRequestPath(object[key]) {
			return key, location{rest: slices.Concat(at.rest, path), path: *text(object[key])}
		}
	}

	return "", at
}

// parsePath splits a path in one of the usual notations: a JSON pointer, dots
// and brackets, a list of keys, or one of these in an object. It drops the
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

// isRequestPath reports whether a value is the path of a URL and not of a field.
func isRequestPath(value any) bool {
	path, isString := value.(string)

	return isString && strings.Contains(path, "/api/")
}
