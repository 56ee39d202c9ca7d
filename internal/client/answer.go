package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// read turns an answer into its JSON object or into an *Error. Any 2xx counts
// as a success: the interface documents 200 for the appearance and no status
// for the source (section 4), and the body of both.
func (o *operation) read(resp *http.Response, body []byte) (map[string]any, error) {
	if kind := statusKind(resp.StatusCode); kind != "" {
		failure := o.failure(kind, nil)
		failure.Fields, failure.Text = o.errorText(resp.Header.Get("Content-Type"), body)

		return nil, failure
	}

	if len(body) > MaxResponseBytes {
		return nil, o.failure(KindResponseTooLarge, nil)
	}

	answer, err := decodeObject(body)
	if err != nil {
		failure := o.failure(KindUnreadable, nil)
		failure.Text = err.Error()

		return nil, failure
	}

	return answer, nil
}

// decodeObject reads one JSON object. Numbers keep their text, so that a large
// id is not rounded.
func decodeObject(body []byte) (map[string]any, error) {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, errors.New("the answer is empty")
	}

	value, err := decodeJSON(body)
	if err != nil {
		return nil, errors.New("the answer is not JSON")
	}

	object, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("the answer is JSON, but not an object")
	}

	return object, nil
}

// decodeJSON reads one JSON value and nothing after it.
func decodeJSON(text []byte) (any, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	decoder := json.NewDecoder(strings.NewReader(asUTF8(string(text))))
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

// checkID reports an answer that speaks of another object than the one asked
// for: the sign of a proxy, a stub or a wrong address. An id that
// is not a number (the interface types the path's id as a string and the
// answer's as an integer) can not be compared with one that is.
func (o *operation) checkID(asked string, answer map[string]any) error {
	answered := text(answer["id"])

	switch {
	case answered == nil:
		failure := o.failure(KindWrongObject, nil)
		failure.Text = "the answer has no id"

		return failure
	case *answered == asked, sameNumber(asked, *answered):
		return nil
	case !isDigits(asked) && isDigits(*answered):
		return nil
	}

	failure := o.failure(KindWrongObject, nil)
	failure.Text = truncate(`the id in the response is "`+o.secrets.show(*answered)+`"`, MaxTextLength)

	return failure
}

// sameNumber compares two ids as numbers, so that "007" asks for 7.
func sameNumber(a, b string) bool {
	return isDigits(a) && isDigits(b) && strings.TrimLeft(a, "0") == strings.TrimLeft(b, "0")
}

// text reads a value that the interface types as a string or an integer, and
// takes what comes: is_default may be a bool, an id may be quoted. A value that
// is missing or null has no text.
func text(value any) *string {
	var result string

	switch value := value.(type) {
	case nil:
		return nil
	case string:
		result = value
	case json.Number:
		result = value.String()
	case bool:
		result = strconv.FormatBool(value)
	default:
		encoded, err := encode(value)
		if err != nil {
			return nil
		}

		result = string(encoded)
	}

	return &result
}

// Difference is a request field that a response gives another value than the one
// that was sent.
type Difference struct {
	// Field is the request field's name.
	Field string
	// Sent and Returned are the two values as JSON texts, fit to be shown.
	Sent, Returned string
}

// differences returns the fields that the response gives another value, in the
// order given. A field that the response leaves out is not among them.
func differences(request []byte, answer map[string]any, fields []string) []Difference {
	sent, err := decodeObject(request)
	if err != nil {
		return nil
	}

	var differing []Difference

	for _, field := range fields {
		declared, wasSent := sent[field]
		reported, wasReported := answer[field]

		if wasSent && wasReported && differs(declared, reported) {
			differing = append(differing, Difference{Field: field, Sent: jsonText(declared), Returned: jsonText(reported)})
		}
	}

	return differing
}

// jsonText returns a decoded value as JSON.
func jsonText(value any) string {
	encoded, err := encode(value)
	if err != nil {
		return ""
	}

	return string(encoded)
}

// differs compares a value that was sent with the one reported. The interface
// gives recommendations no shape (section 2.1), so a list is compared only with
// a list of strings.
func differs(sent, reported any) bool {
	sentList, isList := sent.([]any)
	if !isList {
		a, b := text(sent), text(reported)

		return a == nil || b == nil || *a != *b
	}

	reportedList, ok := reported.([]any)
	if !ok {
		return reported == nil && len(sentList) > 0
	}

	return !slices.ContainsFunc(reportedList, isNoString) && !slices.EqualFunc(sentList, reportedList, sameText)
}

func isNoString(value any) bool {
	_, isString := value.(string)

	return !isString
}

func sameText(a, b any) bool { return a == b }
