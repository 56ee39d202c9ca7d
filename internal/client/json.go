package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
)

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

// text returns a value as a string, as the API documentation types it,
// whatever its JSON type: is_default may be a bool, and an id a string. It
// returns nil for null and for a missing value.
func text(value any) *string {
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
