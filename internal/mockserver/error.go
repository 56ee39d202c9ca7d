package mockserver

import (
	"encoding/json"
	"fmt"
	"strings"
)

// ErrorShape is the format of an error's body.
type ErrorShape int

const (
	FieldLists ErrorShape = iota // {"name": ["…"]}, and {"detail": "…"} for no particular field
	PlainText                    // text/plain
	Empty                        // no body
)

// problem is one thing wrong with a request or a response.
type problem struct {
	// path leads to the value in the body. It is empty if the problem concerns
	// no particular field.
	path    []string
	message string
}

func (p problem) String() string {
	if len(p.path) == 0 {
		return p.message
	}

	return strings.Join(p.path, ".") + ": " + p.message
}

func joined(problems []problem) string {
	texts := make([]string, 0, len(problems))
	for _, p := range problems {
		texts = append(texts, p.String())
	}

	return strings.Join(texts, "; ")
}

// errorResponse returns a response that reports problems in the given shape.
func errorResponse(shape ErrorShape, status int, problems ...problem) response {
	switch shape {
	case FieldLists:
		return newResponse(status, jsonType, fieldLists(problems))
	case PlainText:
		return newResponse(status, textType, []byte(joined(problems)))
	default: // Empty
		return newResponse(status, "", nil)
	}
}

func fieldLists(problems []problem) []byte {
	lists := map[string][]string{}
	body := map[string]any{}

	var general []problem

	for _, p := range problems {
		if len(p.path) == 0 {
			general = append(general, p)
			body["detail"] = joined(general)

			continue
		}

		field := p.path[0]
		lists[field] = append(lists[field], problem{p.path[1:], p.message}.String())
		body[field] = lists[field]
	}

	return encodeJSON(body)
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
