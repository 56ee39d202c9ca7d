package mockserver

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"strings"
)

// ErrorShape is the format of an error's body.
type ErrorShape int

const (
	FieldLists     ErrorShape = iota // {"name": ["…"]}, and {"detail": "…"} for no particular field
	Detail                           // {"detail": "…"}
	ProblemDetails                   // application/problem+json, RFC 9457
	PlainText                        // text/plain
	HTML                             // a small page, like a proxy's
	Empty                            // no body
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
	case Detail:
		return newResponse(status, jsonType, encodeJSON(map[string]any{"detail": joined(problems)}))
	case ProblemDetails:
		return newResponse(status, "application/problem+json", problemDetails(status, problems))
	case PlainText:
		return newResponse(status, "text/plain; charset=utf-8", []byte(joined(problems)))
	case HTML:
		return newResponse(status, htmlType, htmlPage(fmt.Sprintf("%d %s", status, http.StatusText(status)), joined(problems)))
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

func problemDetails(status int, problems []problem) []byte {
	body := map[string]any{
		"type": "about:blank", "title": http.StatusText(status), "status": status, "detail": joined(problems),
	}

	var members []map[string]string

	for _, p := range problems {
		if len(p.path) > 0 {
			members = append(members, map[string]string{"pointer": jsonPointer(p.path), "detail": p.message})
			body["errors"] = members
		}
	}

	return encodeJSON(body)
}

// jsonPointer returns path as a URI fragment, as in the example of RFC 9457.
func jsonPointer(path []string) string {
	pointer := "#"
	for _, key := range path {
		pointer += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
	}

	return pointer
}

const htmlType = "text/html; charset=utf-8"

func htmlPage(title, text string) []byte {
	return fmt.Appendf(nil, "<!doctype html>\n<html><head><title>%[1]s</title></head><body><h1>%[1]s</h1><p>%[2]s</p></body></html>\n",
		html.EscapeString(title), html.EscapeString(text))
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
