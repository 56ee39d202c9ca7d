package mockserver

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"strings"
)

// problem is one thing wrong with a message.
type problem struct {
	// path leads to the value in the body; none where the problem concerns no field.
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

// errorResponse writes problems in the shape asked for.
func errorResponse(shape ErrorShape, status int, problems ...problem) response {
	switch shape {
	case FieldLists:
		return newResponse(status, "application/json", fieldLists(problems))
	case Detail:
		return newResponse(status, "application/json", encodeJSON(map[string]any{"detail": joined(problems)}))
	case ProblemDetails:
		return newResponse(status, "application/problem+json", problemDetails(status, problems))
	case PlainText:
		return newResponse(status, "text/plain; charset=utf-8", []byte(joined(problems)))
	case HTML:
		title := fmt.Sprintf("%d %s", status, http.StatusText(status))
		return newResponse(status, "text/html; charset=utf-8", htmlPage(title, joined(problems)))
	default: // Empty
		return newResponse(status, "", nil)
	}
}

func fieldLists(problems []problem) []byte {
	lists := map[string][]string{}
	var rest []problem
	for _, p := range problems {
		if len(p.path) == 0 {
			rest = append(rest, p)
			continue
		}
		message := problem{path: p.path[1:], message: p.message}.String()
		lists[p.path[0]] = append(lists[p.path[0]], message)
	}
	body := map[string]any{}
	if len(rest) > 0 {
		body["detail"] = joined(rest)
	}
	for field, messages := range lists {
		body[field] = messages
	}
	return encodeJSON(body)
}

func problemDetails(status int, problems []problem) []byte {
	type member struct {
		Pointer string `json:"pointer"`
		Detail  string `json:"detail"`
	}
	var members []member
	for _, p := range problems {
		if len(p.path) > 0 {
			members = append(members, member{Pointer: jsonPointer(p.path), Detail: p.message})
		}
	}
	body := map[string]any{
		"type":   "about:blank",
		"title":  http.StatusText(status),
		"status": status,
		"detail": joined(problems),
	}
	if len(members) > 0 {
		body["errors"] = members
	}
	return encodeJSON(body)
}

// jsonPointer writes path as a fragment, the form of the example in RFC 9457.
func jsonPointer(path []string) string {
	pointer := "#"
	for _, key := range path {
		pointer += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
	}
	return pointer
}

func htmlPage(title, text string) []byte {
	return fmt.Appendf(nil, "<!doctype html>\n<html><head><title>%[1]s</title></head><body><h1>%[1]s</h1><p>%[2]s</p></body></html>\n",
		html.EscapeString(title), html.EscapeString(text))
}

// encodeJSON encodes what came out of JSON, or was put together here; neither can fail.
func encodeJSON(value any) []byte {
	body, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("mockserver: %T is not JSON: %v", value, err))
	}
	return body
}
