package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// readResponse returns the JSON object of a 2xx response, or nil for an empty
// one. Any 2xx status is a success: the API documentation has 200 for the
// appearance and no status for the source (section 4).
func (o *operation) readResponse(ctx context.Context, id string, last attempt) (map[string]any, error) {
	if len(last.body) > MaxResponseBytes {
		return nil, o.failure(last, KindResponseTooLarge, "")
	}

	if len(bytes.TrimSpace(last.body)) == 0 {
		return nil, nil
	}

	object, err := decodeObject(last.body)
	if err != nil {
		return nil, o.failure(last, KindUnreadable, err.Error())
	}

	returned, problem := asText(object["id"]), "the response has no id"
	isError := slices.ContainsFunc([]string{"message", "detail", "error", "errors"}, func(key string) bool { return object[key] != nil })

	switch {
	case returned == nil:
		// Some services report an error with status 200, whose keys are no request
		// fields.
		if isError {
			_, message := o.errorText(ctx, "", last.body, nil)
			problem += ": " + message
		}

		return nil, o.failure(last, KindNotConfirmed, truncate(problem, MaxTextLength))
	case !SameID(id, *returned): // a proxy, a stub or a wrong address
		return nil, o.failure(last, KindWrongObject, truncate(`the id in the response is "`+o.secrets().show(*returned)+`"`, MaxTextLength))
	}

	return object, nil
}

// integer matches an integer, the same for 007, 7 and 7.0.
var integer = regexp.MustCompile(`^0*(\d+)(?:\.0*)?$`)

// SameID reports whether the id in a response is the requested one. The API
// documentation types the id in the path as a string and the one in the
// response as an integer, so any number may be the id of a name.
func SameID(requested, returned string) bool {
	want, got := integer.FindStringSubmatch(requested), integer.FindStringSubmatch(returned)

	return requested == returned || got != nil && (want == nil || got[1] == want[1])
}

// encode encodes a request body. HTML characters are not escaped, so a service
// that logs or compares the text sees the configured value.
func encode(body any) ([]byte, error) {
	var buffer bytes.Buffer

	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)

	if err := encoder.Encode(body); err != nil {
		return nil, err
	}

	return bytes.TrimSpace(buffer.Bytes()), nil
}

// decodeObject decodes a JSON object. Its error says what is wrong with a
// response, without quoting it.
func decodeObject(body []byte) (map[string]any, error) {
	value, err := decodeJSON(body)
	object, isObject := value.(map[string]any)

	switch {
	case err != nil:
		return nil, errors.New("the response is not JSON")
	case !isObject:
		return nil, errors.New("the response is JSON, but not an object")
	}

	return object, nil
}

// decodeJSON decodes exactly one JSON value. Numbers keep their text, so a
// large id is not rounded.
func decodeJSON(body []byte) (any, error) {
	decoder := json.NewDecoder(strings.NewReader(asUTF8(string(body))))
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

// values returns fields of the response as text, without those that are missing or
// null. Callers store them where anybody may read them: a value that repeats a
// credential, or may, is withheld, unless the request sent the field.
func (o *operation) values(response, sent map[string]any, fields ...string) (values map[string]*string, withheld []string) {
	values = map[string]*string{}

	for _, field := range fields {
		values[field] = asText(response[field])

		_, isSent := sent[field]
		if values[field] != nil && !isSent && !o.secrets().mayBeStored(field, response[field]) {
			values[field], withheld = nil, append(withheld, field)
		}
	}

	return values, withheld
}

// asText returns a value as a string, as the API documentation types it,
// whatever its JSON type: is_default may be a bool, and an id a string. It
// returns nil for null and for a missing value.
func asText(value any) *string {
	if value == nil {
		return nil
	}

	result, isString := value.(string)
	if !isString {
		result = jsonText(value)
	}

	return &result
}

// jsonText encodes a decoded JSON value.
func jsonText(value any) string {
	encoded, _ := encode(value)

	return string(encoded)
}

// fieldNames returns the JSON names of the fields of a request type.
func fieldNames[T any]() []string {
	var names []string

	request := reflect.TypeFor[T]()
	for index := range request.NumField() {
		name, _, _ := strings.Cut(request.Field(index).Tag.Get("json"), ",")
		names = append(names, name)
	}

	return names
}

// Lengths of the values in a Difference, in characters.
const (
	maxDifferenceLength = 100
	// differenceContext is how much of two equal starts is shown.
	differenceContext = 20
)

// Difference is a field of the response with another value than the one that was
// sent, or else returned before.
type Difference struct {
	Field string
	// Expected and Returned are JSON, safe to show: at most 100 characters, from
	// shortly before the difference if it is not among the first, or Withheld.
	Expected, Returned string
}

// RemovedField is a field that was set before and is no longer configured.
type RemovedField struct {
	Field string
	// Returned is the value in the response as in a Difference, or empty if the
	// response does not have the field.
	Returned string
	// Kept reports whether the response has the value that was set before.
	Kept bool
}

// fieldsOf returns the fields of a request or a response.
func fieldsOf(value any) map[string]any {
	encoded, _ := encode(value)
	fields, _ := decodeObject(encoded)

	return fields
}

// differences compares fields with those in the response. A field missing from the
// response is not a difference. A value that was not sent is shown if it is stored.
func (o *operation) differences(expected, sent, response map[string]any, fields []string) []Difference {
	var differences []Difference

	for _, field := range fields {
		value, isExpected := expected[field]
		_, isSent := sent[field]
		is, isReturned := response[field]

		if !isExpected || !isReturned || !differ(value, is) {
			continue
		}

		start := differenceStart(visible(value), visible(is))

		hidden := func(value any) secrets {
			if !isSent && o.secrets().mayBeStored(field, value) {
				return secrets{}
			}

			return o.secrets()
		}
		differences = append(differences, Difference{field, hidden(value).excerpt(value, start), hidden(is).excerpt(is, start)})
	}

	return differences
}

// removed returns what became of the fields that were removed.
func (o *operation) removed(fields []string, before, response map[string]any) []RemovedField {
	var removed []RemovedField

	for _, field := range fields {
		next := RemovedField{Field: field}
		if is, isReturned := response[field]; isReturned {
			next.Returned = o.secrets().excerpt(is, 0)
			next.Kept = is != nil && jsonText(asText(before[field])) == jsonText(asText(is))
		}

		removed = append(removed, next)
	}

	return removed
}

// visible returns a value as JSON, with every character that is not printed as
// \uXXXX.
func visible(value any) []rune {
	var text []rune

	for _, char := range jsonText(value) {
		if unicode.IsPrint(char) {
			text = append(text, char)

			continue
		}

		for _, unit := range utf16.Encode([]rune{char}) {
			text = append(text, []rune(fmt.Sprintf(`\u%04x`, unit))...)
		}
	}

	return text
}

// differenceStart returns where the excerpts of two texts start: at 0 if that shows
// their difference.
func differenceStart(one, other []rune) int {
	equal := 0
	for equal < min(len(one), len(other)) && one[equal] == other[equal] {
		equal++
	}

	if equal < maxDifferenceLength-1 {
		return 0
	}

	return equal - differenceContext
}

// excerpt makes a value safe to show: at most maxDifferenceLength characters of it,
// or Withheld if its start or what surrounds the excerpt contains a secret.
func (s secrets) excerpt(value any, start int) string {
	text := visible(value)

	surrounding := text[max(0, start-maxRead/utf8.UTFMax):]
	if s.occurIn(jsonText(value)) || s.occurIn(string(surrounding)) {
		return Withheld
	}

	if start > 0 {
		text = append([]rune{'…'}, text[start:]...)
	}

	return truncate(string(text), maxDifferenceLength)
}

// differ compares a sent value with the returned one. The API documentation
// does not define the elements of recommendations (section 2.1), so a list is
// only compared with a list of strings.
func differ(sent, returned any) bool {
	sentList, isList := sent.([]any)
	if !isList {
		is := asText(returned)

		return is == nil || *is != *asText(sent)
	}

	returnedList, isList := returned.([]any)
	if !isList {
		return returned == nil && len(sentList) > 0
	}

	for _, element := range returnedList {
		if _, isString := element.(string); !isString {
			return false
		}
	}

	return !slices.Equal(sentList, returnedList)
}
