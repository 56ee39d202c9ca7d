package client

import (
	"maps"
	"mime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// The interface does not document errors (section 7), so that every shape in
// use is read: {field: [messages]}, nested or in a list, RFC 9457, a message
// under one of the usual keys, HTML, plain text, nothing.

// maxFieldErrors bounds what one answer can add to a plan's output.
const maxFieldErrors = 20

// maxMessages bounds how many messages of one answer are looked at.
const maxMessages = 100

// maxErrorDepth is how deep messages are looked for.
const maxErrorDepth = 10

// messageKeys are the keys under which a message for a person stands, the most
// telling first.
var messageKeys = []string{
	"detail", "message", "reason", "error_description", "description", "msg", "title", "error", "non_field_errors",
}

// locationKeys are the keys by which an entry of a list of errors says what it
// speaks of.
var locationKeys = []string{"pointer", "field", "loc", "path", "name", "param", "parameter", "property", "attribute", "source"}

// envelopes are names around the request's fields in a path, as in
// "body.name".
var envelopes = []string{"", "#", "$", "body", "data", "attributes", "errors"}

// errorText reads what the service says in an answer with an error status.
func (o *operation) errorText(contentType string, body []byte) ([]FieldError, string) {
	value, err := decodeJSON(body)
	if err != nil {
		return nil, o.pageText(contentType, string(body))
	}

	reader := errorReader{operation: o}
	reader.read(value, nil, 0)

	// A message in a place nobody thought of is better shown raw than not.
	if len(reader.fields) == 0 && len(reader.texts) == 0 && !isEmpty(value) {
		return nil, o.redact.clean(string(body))
	}

	return reader.fields, o.redact.clean(strings.Join(reader.texts, " "))
}

// pageText reads what is not JSON.
func (o *operation) pageText(contentType, page string) string {
	mediaType, _, _ := mime.ParseMediaType(contentType)
	if mediaType != "text/html" && !strings.HasPrefix(strings.TrimSpace(page), "<") {
		return o.redact.clean(page)
	}

	return o.redact.cleanAs(page, func(page string) string { return sanitize(htmlText(page)) })
}

// isEmpty reports whether a JSON value says nothing.
func isEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(value) == ""
	case []any:
		return !slices.ContainsFunc(value, func(element any) bool { return !isEmpty(element) })
	case map[string]any:
		return isEmpty(slices.Collect(maps.Values(value)))
	}

	return false
}

// errorReader collects the messages of a JSON error.
type errorReader struct {
	operation *operation
	fields    []FieldError
	texts     []string
	// messages counts the strings that were looked at, and said those of them
	// that say something.
	messages, said int
}

// read walks through a value. path is where in the request it speaks of; empty
// while that is not known.
func (r *errorReader) read(value any, path []string, depth int) {
	if depth > maxErrorDepth || r.messages == maxMessages {
		return
	}

	switch value := value.(type) {
	case string:
		r.add(path, value)
	case []any:
		for index, element := range value {
			r.readElement(element, path, index, depth+1)
		}
	case map[string]any:
		r.readObject(value, path, depth+1)
	}
}

// readElement reads an element of a list: a message, an entry that says which
// field it speaks of, or the errors of the list's element with that index.
func (r *errorReader) readElement(element any, path []string, index, depth int) {
	object, isObject := element.(map[string]any)
	_, isString := element.(string)

	switch {
	case isString:
		r.read(element, path, depth)
	case len(path) > 0:
		r.read(element, append(slices.Clone(path), strconv.Itoa(index)), depth)
	case isObject:
		r.readObject(object, r.entryLocation(object), depth)
	default:
		r.read(element, path, depth)
	}
}

// readObject reads messages by their keys: first those for a person, then what
// stands under field names or leads further in.
func (r *errorReader) readObject(object map[string]any, path []string, depth int) {
	// The most telling message only: RFC 9457 has a title beside its detail.
	for _, key := range messageKeys {
		said := r.said

		if value, ok := object[key]; ok && !r.isField(key, path) {
			r.read(value, path, depth)
		}

		if r.said > said {
			break
		}
	}

	for _, key := range slices.Sorted(maps.Keys(object)) {
		value := object[key]

		switch {
		case r.isField(key, path):
			r.read(value, append(slices.Clone(path), key), depth)
		case slices.Contains(messageKeys, key), slices.Contains(locationKeys, key):
			continue
		default:
			r.readUnknown(value, path, depth)
		}
	}
}

// readUnknown goes on below a key that has no meaning of its own. A string
// there is more likely a code or a time than a message.
func (r *errorReader) readUnknown(value any, path []string, depth int) {
	if _, isString := value.(string); !isString {
		r.read(value, path, depth)
	}
}

// isField reports whether a key names what a message speaks of: a request
// field, or an index inside one.
func (r *errorReader) isField(key string, path []string) bool {
	if len(path) > 0 {
		return isDigits(key)
	}

	return slices.Contains(r.operation.fields, key)
}

// entryLocation returns the request path that an entry of a list of errors
// names, or nil.
func (r *errorReader) entryLocation(object map[string]any) []string {
	for _, key := range locationKeys {
		if path := r.requestPath(object[key]); path != nil {
			return path
		}
	}

	return nil
}

// requestPath reads a path in any of the usual notations (a JSON pointer,
// dots, a list of keys) and returns it if it leads to a request field.
func (r *errorReader) requestPath(value any) []string {
	var segments []string

	switch value := value.(type) {
	case string:
		segments = strings.FieldsFunc(value, func(char rune) bool { return strings.ContainsRune("/.[]'\"", char) })
	case []any:
		for _, element := range value {
			if segment := text(element); segment != nil {
				segments = append(segments, *segment)
			}
		}
	case map[string]any:
		return r.entryLocation(value)
	}

	for len(segments) > 0 && slices.Contains(envelopes, segments[0]) {
		segments = segments[1:]
	}

	if len(segments) == 0 || !slices.Contains(r.operation.fields, segments[0]) {
		return nil
	}

	return segments
}

// add takes a message up, once.
func (r *errorReader) add(path []string, message string) {
	r.messages++

	cleaned := r.operation.redact.clean(message)
	if cleaned == "" {
		return
	}

	r.said++

	// As it came: a secret can go on from one text to the next.
	if len(path) == 0 {
		if !slices.Contains(r.texts, message) {
			r.texts = append(r.texts, message)
		}

		return
	}

	if len(r.fields) < maxFieldErrors {
		r.fields = append(r.fields, FieldError{Path: r.shownPath(path), Message: cleaned})
	}
}

// shownPath returns the field's name and the index that may follow it. All else
// in a path is text of the service, and even an index could be a secret.
func (r *errorReader) shownPath(path []string) []string {
	if len(path) > 1 && isDigits(path[1]) && r.operation.redact.redact(path[1]) == path[1] {
		return path[:2]
	}

	return path[:1]
}

// htmlText returns the text of a page, title first, without scripts and
// styles.
func htmlText(page string) string {
	var text strings.Builder

	tokenizer := html.NewTokenizer(strings.NewReader(page))
	hidden := false

	for {
		switch tokenizer.Next() {
		case html.ErrorToken:
			return text.String()
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			token := tokenizer.Token()
			if token.Data == "script" || token.Data == "style" {
				hidden = token.Type != html.EndTagToken
			}

			text.WriteByte(' ')
		case html.TextToken:
			if !hidden {
				text.Write(tokenizer.Text())
			}
		}
	}
}
