package errortext

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// The API documentation shows no error shape (section 7). Four are understood:
//
//   - Django REST framework's: {field: [texts]}, nested for elements, with
//     non_field_errors and detail
//     {"name": ["Too long."], "recommendations": {"3": ["Too long."]}}
//     {"detail": "Not found."}
//   - problem details (RFC 9457, RFC 7807)
//     {"title": "Invalid", "status": 400, "detail": "name is too long"}
//     {"title": "Invalid", "errors": [{"pointer": "#/name", "detail": "too long"}]}
//     {"title": "Invalid", "invalid-params": [{"name": "name", "reason": "too long"}]}
//   - a list of objects with a message and a location, under errors or detail
//     (JSON:API, FastAPI, drf-standardized-errors)
//     {"errors": [{"source": {"pointer": "/data/attributes/name"}, "title": "Too long"}]}
//     {"detail": [{"loc": ["body", "recommendations", 3], "msg": "too long"}]}
//   - a message, an error, or an error.message
//     {"message": "name is too long"}
//     {"error": {"code": 7, "message": "name is too long"}}
//
// A response that they do not explain completely is shown as it is. Nothing is
// dropped but type, url and input, which repeat the request or the message.
var (
	// headlines are the keys of a message, the most informative first.
	headlines = []string{"detail", "message", "msg", "error", "title", "reason"}
	// wrappers are the keys of messages, besides headlines.
	wrappers = []string{"errors", "non_field_errors", "fields", "invalid-params"}
	// companionKeys may be next to a message. The values are whether they are
	// shown.
	companionKeys = map[string]bool{
		"code": true, "ctx": true, "id": true, "instance": true, "status": true,
		"input": false, "type": false, "url": false,
	}
)

// maxNesting limits the keys and indexes that lead to a message.
const maxNesting = 8

// reader collects the messages of a response. Its read methods report
// whether they understood everything.
type reader struct {
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
	shown string // the text, with the keys and the companions that are shown; only safe makes it so
}

// read reads a value at a location: a key and the keys and indexes below it.
func (r *reader) read(at []string, value any) bool {
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
func (r *reader) readObject(at []string, object map[string]any) bool {
	message, location := headline(object), ""
	if message != "" {
		location, at = r.locate(object, at)
	}

	companions, rest := splitCompanions(object, message, location)
	before := len(r.messages)

	for _, key := range rest {
		below := append(slices.Clip(at), key)
		if key == "" || slices.Contains(wrappers, key) || slices.Contains(headlines, key) {
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

	r.add(at, *redact.AsText(object[message]), companions)

	return true
}

// splitCompanions returns the companions of a message, and the keys with
// anything else.
func splitCompanions(object map[string]any, message, location string) (companions string, rest []string) {
	var shown []string

	for _, key := range slices.Sorted(maps.Keys(object)) {
		text, isText := object[key].(string)
		_, isList := object[key].([]any)
		isShown, isCompanion := companionKeys[key]

		isField := message == "" && isList // {"type": ["Invalid."]}

		switch {
		case object[key] == nil || isText && strings.TrimSpace(text) == "": // it says nothing
		case key != "" && (key == message || key == location): // it is the message, or the path of its field
		case isText && slices.Contains(headlines, key), isShown && !isField:
			shown = append(shown, key+": "+*redact.AsText(object[key]))
		case !isCompanion || isField:
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
func (r *reader) locate(object map[string]any, at []string) (string, []string) {
	locations := []string{"attr", "field", "loc", "pointer", "source"}
	if headline(object) == "reason" {
		locations = append(locations, "name")
	}

	for _, key := range locations {
		value := object[key]
		if source, _ := value.(map[string]any); len(source) == 1 {
			value = cmp.Or(source["pointer"], source["parameter"], source["header"])
		}

		if list, _ := value.([]any); len(list) > 0 {
			keys := make([]string, len(list))
			for index := range list {
				keys[index] = strings.Trim(redact.JSONText(list[index]), `"`)
			}

			value = strings.Join(keys, ".")
		}

		path, isText := value.(string)
		if !isText || strings.TrimSpace(path) == "" {
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
func (r *reader) add(at []string, text, companions string) {
	if strings.TrimFunc(text, redact.IsBlank) == "" {
		return
	}

	next := message{text: text, shown: text + companions}
	if len(at) > 0 {
		next.key = at[0]
	}

	if slices.Contains(r.known, next.key) {
		next.field = at[:1]

		if len(at) > 1 && slices.Contains(elementFields, next.key) && isIndex(at[1]) {
			next.field = at[:2]
		}
	}

	if below := at[len(next.field):]; len(below) > 0 {
		next.shown = strings.Join(below, ".") + ": " + next.shown
	}

	// Each also takes time of its own.
	if len(next.shown) > r.left || len(r.messages) >= redact.MaxTextLength {
		r.isCut = true

		return
	}

	r.left -= len(next.shown)
	r.messages = append(r.messages, next)
}

func isIndex(text string) bool {
	_, err := strconv.ParseUint(text, 10, 64)

	return err == nil
}
