package client

import (
	"cmp"
	"context"
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
// A response that they do not explain completely is shown as it is. Nothing is
// dropped but type, url and input, which repeat the request or the message.
var (
	// headlines are the keys of a message, the most informative first.
	headlines = []string{"detail", "message", "msg", "error", "title"}
	// companionKeys may be next to a message. The values are whether they are
	// shown.
	companionKeys = map[string]bool{
		"code": true, "ctx": true, "id": true, "instance": true, "status": true,
		"input": false, "type": false, "url": false,
	}
)

const (
	// maxFieldErrors limits the field errors of one response. Further messages
	// go to the text.
	maxFieldErrors = 20
	// maxNesting limits the keys and indexes that lead to a message.
	maxNesting = 8
)

// jsonKey matches a key in JSON.
var jsonKey = regexp.MustCompile(`"(?:[^"\\]|\\.)*":`)

// restNotShown is the end of a text that is not complete.
const restNotShown = "[the rest of the response is not shown]"

// errorText returns what a response says, safe to show: messages about the
// given request fields, and all other text. If ctx ends, it returns what it has.
func (o *operation) errorText(ctx context.Context, contentType string, body []byte, fields []string) ([]FieldError, string) {
	start := string(body[:min(len(body), maxSearched)])
	hidden := o.secrets()

	if ctx.Err() != nil {
		return nil, restNotShown
	}

	if value, err := decodeJSON(body); err == nil {
		reader := errorReader{known: fields, left: maxSearched}
		if reader.read(nil, value) {
			if fieldErrors, text := reader.show(ctx, hidden); text != "" || len(fieldErrors) > 0 {
				return fieldErrors, text
			}
		}

		if start = jsonText(value); slices.Contains([]string{"{}", "[]", `""`, "null"}, start) {
			return nil, ""
		}

		start = start[:min(len(start), maxSearched)]
	} else if strings.HasPrefix(contentType, "text/html") || strings.HasPrefix(strings.TrimSpace(start), "<") {
		return nil, hidden.show(start, htmlText)
	}

	if ctx.Err() != nil {
		return nil, restNotShown
	}

	// The values of JSON may be pieces of a secret.
	if hidden.occurIn(drop(jsonKey.ReplaceAllString(start, ""), `",[]{}`)) {
		return nil, Withheld
	}

	return nil, hidden.show(start)
}

// errorReader collects the messages of a response. Its read methods report
// whether they understood everything.
type errorReader struct {
	known    []string // the request fields
	left     int      // how many more bytes may be searched for secrets
	isCut    bool     // reports that some messages were left out
	messages []message
}

// message is a message of a response.
type message struct {
	field []string // a request field and the index of an element, or empty
	key   string   // the first key that leads to the message
	text  string
	shown string // the text, with the keys and the companions that are shown
}

// read reads a value at a location: a key and the keys and indexes below it.
func (r *errorReader) read(at []string, value any) bool {
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
				r.add(at, text, "")

				continue
			}

			below := at
			if headline(element) == "" {
				below = append(slices.Clip(at), strconv.Itoa(index))
			}

			if !r.read(below, element) {
				return false
			}
		}

		return true
	}

	return false
}

// readObject reads a message with its location and companions, and the messages
// below every other key.
func (r *errorReader) readObject(at []string, object map[string]any) bool {
	message, location := headline(object), ""
	if message != "" {
		location, at = r.locate(object, at)
	}

	companions, rest := splitCompanions(object, message, location)
	before := len(r.messages)

	for _, key := range rest {
		below := append(slices.Clip(at), key)
		if key == "errors" || key == "non_field_errors" || slices.Contains(headlines, key) {
			below = at
		}

		if !r.read(below, object[key]) {
			return false
		}
	}

	switch {
	case message == "":
		isAlone := companions != "" && len(r.messages) == before
		r.add(at, companions, "")

		return !isAlone
	case companions != "":
		companions = " (" + companions + ")"
	}

	r.add(at, *asText(object[message]), companions)

	return true
}

// splitCompanions returns the companions of a message, and the keys with
// anything else.
func splitCompanions(object map[string]any, message, location string) (companions string, rest []string) {
	var shown []string

	for _, key := range slices.Sorted(maps.Keys(object)) {
		value, isText := object[key].(string)
		_, isList := object[key].([]any)
		isShown, isCompanion := companionKeys[key]

		switch {
		case object[key] == nil, isText && strings.TrimSpace(value) == "", key != "" && (key == message || key == location):
		case isText && slices.Contains(headlines, key), isShown && (message != "" || !isList):
			shown = append(shown, key+": "+*asText(object[key]))
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

// locationPath matches a field, an index, and what follows them, in a path with
// slashes, dots or brackets.
var locationPath = regexp.MustCompile(`^(?:[#/.]|body\b|data\b|attributes\b)*([^/.\[\]]+)(?:[/.\[](\d+)\b\]?)?(.*)$`)

// locate returns the key under which an error names its location, and that
// location, or "" and at.
func (r *errorReader) locate(object map[string]any, at []string) (string, []string) {
	for _, key := range []string{"attr", "field", "loc", "pointer", "source"} {
		value := object[key]

		if source, _ := value.(map[string]any); len(source) == 1 {
			value = cmp.Or(source["pointer"], source["parameter"], source["header"])
		}

		if list, _ := value.([]any); len(list) > 0 {
			keys := make([]string, len(list))
			for index := range list {
				keys[index] = strings.Trim(jsonText(list[index]), `"`)
			}

			value = strings.Join(keys, ".")
		}

		path, isText := value.(string)
		if !isText {
			continue
		}

		match := locationPath.FindStringSubmatch(path)
		if match == nil || !slices.Contains(r.known, match[1]) {
			return key, []string{path}
		}

		if match[3] != "" {
			match[3] = path // in a part of it, a secret would not be found
		}

		return key, slices.DeleteFunc(match[1:], func(part string) bool { return part == "" })
	}

	return "", at
}

// elementFields are the request fields with elements. A number below any other
// field may be a part of its value.
var elementFields = []string{"recommendations", "selected_schemas"}

// add adds a message with the companions that are shown. The path of a field ends
// at the index of an element.
func (r *errorReader) add(at []string, text, companions string) {
	if strings.TrimFunc(text, isBlank) == "" {
		return
	}

	next := message{text: text, shown: text + companions}
	if len(at) > 0 {
		next.key = at[0]
	}

	if slices.Contains(r.known, next.key) {
		next.field = at[:1]

		if len(at) > 1 && isDigits(at[1]) && slices.Contains(elementFields, next.key) {
			next.field = at[:2]
		}
	}

	if below := at[len(next.field):]; len(below) > 0 {
		next.shown = strings.Join(below, ".") + ": " + next.shown
	}

	// Each also takes time of its own.
	if len(next.shown) > r.left || len(r.messages) >= MaxTextLength {
		r.isCut = true

		return
	}

	r.left -= len(next.shown)
	r.messages = append(r.messages, next)
}

// show returns the messages, safe to show, until ctx ends.
func (r *errorReader) show(ctx context.Context, hidden secrets) (fields []FieldError, text string) {
	var texts []string

	for _, message := range r.safe(ctx, hidden) {
		switch {
		case message.shown == "": // nothing but terminal codes
		case len(message.field) == 0:
			texts = append(texts, message.shown)
		case len(fields) < maxFieldErrors:
			fields = append(fields, FieldError{message.field, message.shown})
		default:
			texts = append(texts, strings.Join(message.field, ".")+": "+message.shown)
		}
	}

	text = truncate(strings.ReplaceAll(strings.Join(texts, "; "), ".; ", ". "), MaxTextLength)

	if r.isCut && (text != "" || len(fields) > 0) {
		text = strings.TrimSpace(truncate(text, MaxTextLength-1-len(restNotShown)) + " " + restNotShown)
	}

	return fields, text
}

// safe returns the messages that were searched for secrets until ctx ended. What
// is below one key may be the pieces of a secret.
func (r *errorReader) safe(ctx context.Context, hidden secrets) []message {
	var safe []message

	pieces := map[string][]string{}

	for _, next := range r.messages {
		if ctx.Err() != nil {
			r.isCut = true

			break
		}

		if next.shown = hidden.show(next.shown); next.shown != Withheld {
			pieces[next.key] = append(pieces[next.key], next.text)
		}

		safe = append(safe, next)
	}

	for key, texts := range pieces {
		if len(texts) < 2 || !hidden.occurIn(strings.Join(texts, "")) {
			continue
		}

		first := slices.IndexFunc(safe, func(next message) bool { return next.key == key })
		safe[first].shown = Withheld
		safe = slices.DeleteFunc(safe, func(next message) bool { return next.key == key && next.shown != Withheld })
	}

	return safe
}
