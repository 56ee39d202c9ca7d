package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// readResponse returns the JSON object of a 2xx response, or nil for an empty
// one. Any 2xx status is a success: the API documentation has 200 for the
// appearance and no status for the source (section 4).
func (o *operation) readResponse(id string) (map[string]any, error) {
	if len(o.last.body) > MaxResponseBytes {
		return nil, o.failure(KindResponseTooLarge, "")
	}

	if len(bytes.TrimSpace(withoutByteOrderMark(o.last.body))) == 0 {
		return nil, nil
	}

	object, err := decodeObject(o.last.body)
	if err != nil {
		return nil, o.failure(KindUnreadable, err.Error())
	}

	if failure := o.checkID(id, object); failure != nil {
		return nil, failure
	}

	return object, nil
}

func decodeObject(body []byte) (map[string]any, error) {
	value, err := decodeJSON(body)
	if err != nil {
		return nil, errors.New("the response is not JSON")
	}

	object, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("the response is JSON, but not an object")
	}

	return object, nil
}

// decodeJSON decodes exactly one JSON value. Numbers keep their text, so a
// large id is not rounded.
func decodeJSON(body []byte) (any, error) {
	decoder := json.NewDecoder(strings.NewReader(asUTF8(string(withoutByteOrderMark(body)))))
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

func withoutByteOrderMark(body []byte) []byte { return bytes.TrimPrefix(body, []byte("\ufeff")) }

// checkID fails if the response is about a different object, which suggests a
// proxy, a stub or a wrong address. The API documentation types the id in the
// path as a string and the one in the response as an integer, so an id that is
// not a number cannot be compared with a number.
func (o *operation) checkID(requested string, object map[string]any) *Error {
	returned := text(object["id"])

	switch {
	case returned == nil:
		return o.failure(KindNotConfirmed, o.withoutID(object))
	case *returned == requested, wholeNumber(*returned) != "" && wholeNumber(*returned) == wholeNumber(requested):
		return nil
	case wholeNumber(requested) == "" && wholeNumber(*returned) != "":
		return nil
	}

	return o.failure(KindWrongObject, truncate(`the id in the response is "`+o.secrets.show(*returned)+`"`, MaxTextLength))
}

// withoutID describes a response without an id. Some services report an error
// with status 200. The keys of such a response are stored fields, not request
// fields.
func (o *operation) withoutID(object map[string]any) string {
	const missing = "the response has no id"

	if !slices.ContainsFunc(headlineKeys, func(key string) bool { return object[key] != nil }) {
		return missing
	}

	_, text := o.showMessages(readMessages(object, nil))

	return truncate(missing+": "+text, MaxTextLength)
}

// wholeNumber returns the digits of a whole number, the same for 007, 7 and
// 7.0, or "" for anything else.
func wholeNumber(id string) string {
	digits, fraction, _ := strings.Cut(id, ".")
	if !isDigits(digits) || strings.Trim(fraction, "0") != "" {
		return ""
	}

	return strings.TrimLeft(digits[:len(digits)-1], "0") + digits[len(digits)-1:]
}

// text returns a value as a string, as the API documentation types it,
// whatever its JSON type: is_default may be a bool, and an id a string. It
// returns nil for null and for a missing value.
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
		result = jsonText(value)
	}

	return &result
}

// jsonText encodes a decoded JSON value.
func jsonText(value any) string {
	encoded, _ := encode(value)

	return string(encoded)
}
