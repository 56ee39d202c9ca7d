package client

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The API documentation shows no error shape (section 7). Four are understood:
//
//   - Django REST framework's: {field: [texts]}, nested for elements, with
//     non_field_errors and detail
//   - problem details (RFC 9457)
//   - a list of objects with a message and a location, under errors or detail
//     (JSON:API, FastAPI, drf-standardized-errors)
//   - a message, an error, or an error.message
//
// A response that they do not explain completely is shown as it is: nothing is
// guessed, and nothing lost.

// message is one message of a response.
type message struct {
	// path is the request field, with the index of an element if there is one,
	// or empty.
	path []string
	// text starts with any other location, and ends with the companions.
	text string
}

var (
	// headlines are the keys of a message, the most informative first.
	headlines = []string{"detail", "message", "msg", "error", "title"}
	// companions may be next to a message. The values are whether they are
	// shown.
	companions = map[string]bool{
		"code": true, "ctx": true, "id": true, "instance": true, "status": true, "title": true,
		"input": false, "type": false, "url": false,
	}
)

// maxNesting limits the keys and indexes that lead to a message.
const maxNesting = 8

// messageReader collects messages. The read methods report whether they
// understood everything.
type messageReader struct {
	fields   []string // the request fields
	messages []message
}

// read reads a value at a location: a key and the keys and indexes below it.
func (r *messageReader) read(at []string, value any) bool {
	if len(at) > maxNesting {
		return false
	}

	switch value := value.(type) {
	case nil:
		return true
	case map[string]any:
		return r.readObject(at, value)
	case []any:
		for index, element := range value {
			if text, isText := element.(string); isText {
				r.add(at, text)
			} else if !r.read(within(at, strconv.Itoa(index), headline(element) != ""), element) {
				return false
			}
		}

		return true
	}

	return false
}

// readObject reads a message with its location and companions, or the messages
// below each key.
func (r *messageReader) readObject(at []string, object map[string]any) bool {
	message, location := headline(object), ""
	if message != "" {
		location, at = r.locate(object, at)
	}

	said, rest := splitCompanions(object, message, location)
	read := len(r.messages)

	for _, key := range rest {
		isUnnamed := key == "errors" || key == "non_field_errors" || slices.Contains(headlines, key)
		if !r.read(within(at, key, isUnnamed), object[key]) {
			return false
		}
	}

	switch {
	case message == "" && said != "" && len(r.messages) == read:
		return false // companions alone
	case message != "" && said != "":
		said = *text(object[message]) + " (" + said + ")"
	case message != "":
		said = *text(object[message])
	}

	r.add(at, said)

	return true
}

// splitCompanions returns the companions of a message, and the keys with
// anything else.
func splitCompanions(object map[string]any, message, location string) (said string, rest []string) {
	var shown []string

	for _, key := range slices.Sorted(maps.Keys(object)) {
		value, isText := object[key].(string)
		_, isList := object[key].([]any)
		isHeadline := isText && slices.Contains(headlines, key)
		isShown, isCompanion := companions[key]

		switch {
		case object[key] == nil, isText && strings.TrimSpace(value) == "", key != "" && (key == message || key == location):
		case isHeadline || isShown && (message != "" || !isList):
			shown = append(shown, key+": "+*text(object[key]))
		// Without a message, {"type": ["Invalid."]} is about a field.
		case !isCompanion || message == "" && isList:
			rest = append(rest, key)
		}
	}

	return strings.Join(shown, ", "), rest
}

// headline returns the key of an object's message, or "".
func headline(value any) string {
	object, _ := value.(map[string]any)
	for _, key := range headlines {
		if text, _ := object[key].(string); strings.TrimSpace(text) != "" {
			return key
		}
	}

	return ""
}

// within returns the location of a key, or at for one that names nothing.
func within(at []string, key string, isUnnamed bool) []string {
	if isUnnamed {
		return at
	}

	return slices.Concat(at, []string{key})
}

// add adds a message. The path of a field ends at an index.
func (r *messageReader) add(at []string, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}

	known := 0

	switch {
	case len(at) == 0 || !slices.Contains(r.fields, at[0]):
	case len(at) > 1 && isDigits(at[1]):
		known = 2
	default:
		known = 1
	}

	if known < len(at) {
		text = strings.Join(at[known:], ".") + ": " + text
	}

	r.messages = append(r.messages, message{at[:known], text})
}

// locate returns the key under which an error names its location, and that
// location, or "" and at.
func (r *messageReader) locate(object map[string]any, at []string) (string, []string) {
	for _, key := range []string{"attr", "field", "loc", "pointer", "source"} {
		value := object[key]

		if source, isObject := value.(map[string]any); isObject && key == "source" && len(source) == 1 {
			value = cmp.Or(source["pointer"], source["parameter"], source["header"])
		}

		if list, isList := value.([]any); isList && key == "loc" {
			keys := make([]string, len(list))
			for index := range list {
				keys[index] = strings.Trim(jsonText(list[index]), `"`)
			}

			value = strings.Join(keys, ".")
		}

		if path, isText := value.(string); isText {
			return key, r.parsePath(path)
		}
	}

	return "", at
}

// locationPath matches a field, an index, and what follows them, in a path with
// slashes, dots or brackets.
var locationPath = regexp.MustCompile(`^(?:[#/.]|body\b|data\b|attributes\b)*([^/.\[\]]+)(?:[/.\[](\d+)\b\]?)?(.*)$`)

// parsePath returns the location that a path names. Where that is more than a
// field and an index, the path stays as it is.
func (r *messageReader) parsePath(path string) []string {
	match := locationPath.FindStringSubmatch(path)

	switch {
	case match == nil || !slices.Contains(r.fields, match[1]):
		return []string{path}
	case match[3] != "":
		return []string{match[1], path}
	case match[2] != "":
		return match[1:3]
	}

	return match[1:2]
}
