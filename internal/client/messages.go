package client

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The API documentation shows no error shape (section 7), so every common one
// is read: {field: [messages]}, nested or in a list, RFC 9457, JSON:API, lists
// of locations and messages, a message under one of the usual keys. Nothing is
// dropped: any other value becomes a message or a detail under its key.

// message is one message of a response.
type message struct {
	location
	// text is prefixed with the rest of the location.
	text string
	// details are other values of the same object, such as a code.
	details []string
}

// location is what a message is about.
type location struct {
	// field is the request field, with the index of an element if there is
	// one, or empty.
	field []string
	// rest are the keys that are not in field.
	rest []string
	// path is the location as spelled in the response.
	path string
}

func (l location) isNamed() bool { return len(l.field) > 0 || len(l.rest) > 0 }

var (
	// headlineKeys are the keys of an error's message, most informative first.
	headlineKeys = []string{
		"detail", "message", "msg", "defaultMessage", "error_description", "reason", "description", "title", "error", "errors",
	}
	// structuralKeys are keys that lead to messages and name nothing, in lower
	// case without punctuation.
	structuralKeys = []string{
		"detail", "details", "message", "messages", "msg", "reason", "error", "errors", "fault", "issues", "problems", "violations",
		"fielderrors", "formerrors", "nonfielderrors", "validationerrors", "fieldviolations", "invalidparams",
		"fields", "data", "body", "json", "attributes", "result", "response", "base", "all", "schema",
	}
)

// keySize is what each value adds to the size of a response, apart from its
// text, and again for each key that leads to it.
const keySize = 16

// messageReader collects the messages of a response.
type messageReader struct {
	fields   []string // the request fields
	messages []message
	size     int // of the texts, and of the keys that lead to them
}

// readMessages returns the messages in a decoded JSON value. fields are the
// names of the request fields. Reading stops when size exceeds maxRead.
func readMessages(value any, fields []string) []message {
	reader := messageReader{fields: fields}
	reader.read(value, location{})

	return reader.messages
}

func (r *messageReader) read(value any, at location) {
	r.size += keySize * (1 + len(at.rest))
	if r.size > maxRead {
		return
	}

	switch value := value.(type) {
	case nil:
	case []any:
		r.readList(value, at)
	case map[string]any:
		r.readObject(value, at)
	default:
		r.add(at, *text(value))
	}
}

func (r *messageReader) add(at location, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}

	if len(at.rest) > 0 {
		text = strings.Join(at.rest, ".") + ": " + text
	}

	r.messages = append(r.messages, message{location: at, text: text})
	r.size += len(text)
}

// readList reads a list of messages or errors, or the errors of each element
// of a field, where an element without errors is empty.
func (r *messageReader) readList(list []any, at location) {
	isPositional := at.isNamed() && slices.ContainsFunc(list, func(element any) bool {
		object, isObject := element.(map[string]any)

		return isContainer(element) && (!isObject || headline(object) == "")
	})

	for index, element := range list {
		if isPositional {
			r.read(element, r.within(at, strconv.Itoa(index)))
		} else {
			r.read(element, at)
		}
	}
}

// readObject reads one error, or the errors of the fields named by its keys.
// Next to a message, a value is a detail. An object or list holds further
// messages, unless the error has a location.
func (r *messageReader) readObject(object map[string]any, outer location) {
	locationKey, at := r.locate(object, outer)
	headlineKey := headline(object)
	first := len(r.messages)

	if headlineKey != "" {
		r.add(at, *text(object[headlineKey]))
	}

	for _, key := range slices.Sorted(maps.Keys(object)) {
		value := object[key]
		isDetail := headlineKey != "" && (at.isNamed() || !isContainer(value))

		switch {
		case key == locationKey, key == headlineKey:
		case isDetail:
			r.addDetail(&r.messages[first], key, value)
		default:
			r.readValue(key, value, at)
		}
	}

	// A location without a message is a value like any other.
	if locationKey != "" && len(r.messages) == first {
		r.readValue(locationKey, object[locationKey], outer)
	}
}

func (r *messageReader) addDetail(m *message, key string, value any) {
	detail := text(value)
	if detail == nil || strings.TrimSpace(*detail) == "" || r.size > maxRead {
		return
	}

	m.details = append(m.details, key+": "+*detail)
	r.size += keySize + len(*detail)
}

func (r *messageReader) readValue(key string, value any, at location) {
	if !isStructural(key, value) {
		at = r.within(at, key)
	}

	r.read(value, at)
}

// within returns the location of a key or index inside another location.
func (r *messageReader) within(at location, key string) location {
	isField := len(at.field) == 0 && slices.Contains(r.fields, key)
	isIndex := len(at.field) == 1 && isDigits(key)

	if len(at.rest) == 0 && (isField || isIndex) {
		at.field = slices.Concat(at.field, []string{key})
	} else {
		at.rest = slices.Concat(at.rest, []string{key})
	}

	return at
}

// headline returns the key of an object's message, or "".
func headline(object map[string]any) string {
	for _, key := range headlineKeys {
		if value, ok := object[key].(string); ok && strings.TrimSpace(value) != "" {
			return key
		}
	}

	return ""
}

func isStructural(key string, value any) bool {
	letters := strings.Map(func(char rune) rune {
		if unicode.IsLetter(char) {
			return unicode.ToLower(char)
		}

		return -1
	}, key)

	return isContainer(value) && slices.Contains(structuralKeys, letters)
}

func isContainer(value any) bool {
	switch value.(type) {
	case []any, map[string]any:
		return true
	}

	return false
}
