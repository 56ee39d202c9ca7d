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
// A response that they do not explain completely is shown as it is. Nothing is
// dropped but type, url and input, which repeat the request or the message.
var (
	// headlines are the keys of a message, the most informative first.
	headlines = []string{"detail", "message", "msg", "error", "title"}
	// companions may be next to a message. The values are whether they are
	// shown.
	companions = map[string]bool{
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

// errorText returns what a response says, safe to show: messages about the
// given request fields, and all other text.
func (o *operation) errorText(contentType string, body []byte, fields []string) ([]FieldError, string) {
	start := string(body[:min(len(body), maxSearched)])

	if value, err := decodeJSON(body); err == nil {
		reader := errorReader{known: fields, show: o.secrets().show}
		if reader.read(nil, value) && reader.count > 0 {
			return reader.fields, truncate(strings.ReplaceAll(strings.Join(reader.texts, "; "), ".; ", ". "), MaxTextLength)
		}

		if start = jsonText(value); slices.Contains([]string{"{}", "[]", `""`, "null"}, start) {
			return nil, ""
		}
	} else if strings.HasPrefix(contentType, "text/html") || strings.HasPrefix(strings.TrimSpace(start), "<") {
		return nil, o.secrets().show(start, htmlText)
	}

	return nil, o.secrets().show(start)
}

// errorReader collects the messages of a response, safe to show. Its read
// methods report whether they understood everything.
type errorReader struct {
	known  []string // the request fields
	show   func(string, ...func(string) string) string
	fields []FieldError
	texts  []string
	count  int
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
			below := at
			if headline(element) == "" {
				below = append(slices.Clip(at), strconv.Itoa(index))
			}

			if text, isText := element.(string); isText {
				r.add(at, text)
			} else if !r.read(below, element) {
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

	said, rest := splitCompanions(object, message, location)
	before := r.count

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
		isAlone := said != "" && r.count == before
		r.add(at, said)

		return !isAlone
	case said != "":
		said = " (" + said + ")"
	}

	r.add(at, *text(object[message])+said)

	return true
}

// splitCompanions returns the companions of a message, and the keys with
// anything else.
func splitCompanions(object map[string]any, message, location string) (said string, rest []string) {
	var shown []string

	for _, key := range slices.Sorted(maps.Keys(object)) {
		value, isText := object[key].(string)
		_, isList := object[key].([]any)
		isShown, isCompanion := companions[key]

		switch {
		case object[key] == nil, isText && strings.TrimSpace(value) == "", key != "" && (key == message || key == location):
		case isText && slices.Contains(headlines, key), isShown && (message != "" || !isList):
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

// add adds a message. The path of a field ends at an index.
func (r *errorReader) add(at []string, text string) {
	known := 0
	if len(at) > 0 && slices.Contains(r.known, at[0]) {
		known++

		if len(at) > 1 && isDigits(at[1]) {
			known++
		}
	}

	if known < len(at) && strings.TrimSpace(text) != "" {
		text = strings.Join(at[known:], ".") + ": " + text
	}

	if r.count > MaxTextLength {
		return // more than is shown
	}

	text = r.show(text)
	if text == "" {
		return
	}

	r.count++

	switch {
	case known == 0:
		r.texts = append(r.texts, text)
	case len(r.fields) < maxFieldErrors:
		r.fields = append(r.fields, FieldError{at[:known], text})
	default:
		r.texts = append(r.texts, strings.Join(at[:known], ".")+": "+text)
	}
}
