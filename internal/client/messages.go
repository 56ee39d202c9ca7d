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
	// field is the request field that the message is about, with the index of
	// an element if there is one. It is empty for any other message.
	field []string
	// text is the message, prefixed with the part of its location that is not
	// in field.
	text string
	// details are other values of the same object, such as a code.
	details []string
	// path is the location as spelled in the response.
	path string
}

// location is what a message is about: field and path as in message, and the
// keys below field.
type location struct {
	field, rest []string
	path        string
}

// maxErrorDepth is how deeply nested messages are read. Anything deeper is
// shown as JSON.
const maxErrorDepth = 20

var (
	// headlineKeys are the keys of an error's message, most informative first.
	headlineKeys = []string{
		"detail", "message", "msg", "defaultMessage", "error_description", "reason", "description", "title", "error", "errors",
	}
	// echoKeys are the keys of values repeated from the request.
	echoKeys = []string{"input", "value", "rejectedValue"}
	// structuralKeys are keys that lead to messages and name nothing, in lower
	// case without punctuation.
	structuralKeys = []string{
		"detail", "details", "message", "messages", "msg", "reason", "error", "errors", "fault", "issues", "problems", "violations",
		"fielderrors", "formerrors", "nonfielderrors", "validationerrors", "fieldviolations", "invalidparams",
		"fields", "data", "body", "json", "attributes", "result", "response", "base", "all", "schema",
	}
)

// valueSize is what each value adds to the size of a response, apart from its
// text.
const valueSize = 16

// messageReader collects the messages of a response.
type messageReader struct {
	fields   []string // the request fields
	messages []message
	size     int // of the texts, and valueSize for each value
}

// readMessages returns the messages in a decoded JSON value. fields are the
// names of the request fields. Reading stops when size exceeds maxExamined.
func readMessages(value any, fields []string) []message {
	reader := messageReader{fields: fields}
	reader.read(value, location{}, 0)

	return reader.messages
}

func (r *messageReader) read(value any, at location, depth int) {
	list, isList := value.([]any)
	object, isObject := value.(map[string]any)
	r.size += valueSize

	switch {
	case r.size > maxExamined:
	case isList && depth < maxErrorDepth:
		r.readList(list, at, depth+1)
	case isObject && depth < maxErrorDepth:
		r.readObject(object, at, depth+1)
	default:
		if scalar := text(value); scalar != nil {
			r.add(at, *scalar)
		}
	}
}

func (r *messageReader) add(at location, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}

	if len(at.rest) > 0 {
		text = strings.Join(at.rest, ".") + ": " + text
	}

	r.messages = append(r.messages, message{field: at.field, text: text, path: at.path})
	r.size += len(text)
}

// readList reads a list of messages or errors, or the errors of each element
// of a field, where an element without errors is empty.
func (r *messageReader) readList(list []any, at location, depth int) {
	isNamed := len(at.field) > 0 || len(at.rest) > 0
	isPositional := isNamed && slices.ContainsFunc(list, func(element any) bool {
		object, isObject := element.(map[string]any)

		return isContainer(element) && (!isObject || headline(object) == "")
	})

	for index, element := range list {
		if isPositional {
			r.read(element, r.within(at, strconv.Itoa(index)), depth)
		} else {
			r.read(element, at, depth)
		}
	}
}

// readObject reads one error, or the errors of the fields named by its keys.
func (r *messageReader) readObject(object map[string]any, at location, depth int) {
	locationKey, entry := r.locate(object, at)
	headlineKey := headline(object)
	first := len(r.messages)

	if headlineKey != "" {
		r.add(entry, *text(object[headlineKey]))
	}

	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch {
		case key == locationKey, key == headlineKey:
		case headlineKey != "":
			r.readSibling(&r.messages[first], key, object[key], depth)
		default:
			r.readValue(key, object[key], entry, depth)
		}
	}

	// A location without a message is a value like any other.
	if locationKey != "" && len(r.messages) == first {
		r.readValue(locationKey, object[locationKey], at, depth)
	}
}

func (r *messageReader) readValue(key string, value any, at location, depth int) {
	if !isStructural(key, value) {
		at = r.within(at, key)
	}

	r.read(value, at, depth)
}

// readSibling reads a value in the same object as a message: further messages,
// or a detail of that message.
func (r *messageReader) readSibling(headline *message, key string, value any, depth int) {
	siblings := messageReader{fields: r.fields, size: r.size}

	// In {"name": "ValidationError", "message": …}, name is not a request
	// field.
	word, isString := value.(string)
	isWord := isString && !strings.Contains(word, " ")

	if isWord || len(headline.field) > 0 || slices.Contains(echoKeys, key) {
		siblings.fields = nil
	}

	siblings.readValue(key, value, location{}, depth)
	r.size = siblings.size

	isAboutField := func(m message) bool { return len(m.field) > 0 }
	if len(headline.field) == 0 && isStructural(key, value) || slices.ContainsFunc(siblings.messages, isAboutField) {
		r.messages = append(r.messages, siblings.messages...)

		return
	}

	for _, m := range siblings.messages {
		headline.details = append(append(headline.details, m.text), m.details...)
	}
}

// within returns the location of a key or index inside another location.
func (r *messageReader) within(at location, key string) location {
	switch {
	case len(at.rest) > 0:
	case len(at.field) == 0 && slices.Contains(r.fields, key):
		return location{field: []string{key}}
	case len(at.field) == 1 && isDigits(key):
		return location{field: []string{at.field[0], key}}
	}

	return location{at.field, append(slices.Clone(at.rest), key), at.path}
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
