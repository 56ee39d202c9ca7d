package redact

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// DecodeJSON decodes exactly one JSON value. Numbers keep their text, so a large id
// is not rounded. Bytes that are not valid UTF-8 are read as Latin-1.
func DecodeJSON(body []byte) (any, error) {
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

// EncodeJSON encodes a value. HTML characters are not escaped, so a service that
// logs or compares the text sees the configured value.
func EncodeJSON(value any) ([]byte, error) {
	var buffer bytes.Buffer

	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)

	if err := encoder.Encode(value); err != nil {
		return nil, err
	}

	return bytes.TrimSpace(buffer.Bytes()), nil
}

// JSONText encodes a decoded JSON value.
func JSONText(value any) string {
	encoded, _ := EncodeJSON(value)

	return string(encoded)
}

// AsText returns a value as a string, as the API documentation types it, whatever
// its JSON type: is_default may be a bool, and an id a string. It returns nil for
// null and for a missing value.
func AsText(value any) *string {
	switch value := value.(type) {
	case nil:
		return nil
	case string:
		return &value
	}

	return new(JSONText(value))
}
