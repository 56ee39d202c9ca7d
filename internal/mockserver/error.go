package mockserver

import (
	"encoding/json"
	"fmt"
	"strings"
)

// problem is one thing wrong with a request or a response.
type problem struct {
	// path leads to the value in the body. It is empty if the problem concerns
	// no particular field.
	path    []string
	message string
}

// errorResponse returns a response with lists of messages by field, and with a
// detail if some concern no particular field.
func errorResponse(status int, problems ...problem) response {
	var general []string

	body := map[string]any{}
	fields := map[string][]string{}

	for _, p := range problems {
		if len(p.path) == 0 {
			general = append(general, p.message)
			body["detail"] = strings.Join(general, "; ")

			continue
		}

		field, below := p.path[0], p.path[1:]
		if len(below) > 0 {
			p.message = strings.Join(below, ".") + ": " + p.message
		}

		fields[field] = append(fields[field], p.message)
		body[field] = fields[field]
	}

	return newResponse(status, jsonType, encodeJSON(body))
}

// encodeJSON encodes a value that came out of JSON or was assembled here, which
// cannot fail.
func encodeJSON(value any) []byte {
	body, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("mockserver: encode %T: %v", value, err))
	}

	return body
}
