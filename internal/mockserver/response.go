package mockserver

import (
	"maps"
	"net/http"
	"strconv"
	"strings"
)

// response is a response before it is written.
type response struct {
	status int
	header http.Header
	body   []byte
}

func newResponse(status int, contentType string, body []byte) response {
	header := http.Header{}
	if len(body) > 0 {
		header.Set("Content-Type", contentType)
	}

	return response{status: status, header: header, body: body}
}

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

// write sends the response. A client that does not read it is not an error.
func (r response) write(w http.ResponseWriter) {
	maps.Copy(w.Header(), r.header)
	w.WriteHeader(r.status)
	_, _ = w.Write(r.body)
}

func (r response) writeTruncated(w http.ResponseWriter) {
	r.header.Set("Content-Length", strconv.Itoa(len(r.body)))
	r.body = r.body[:len(r.body)/2]
	r.write(w)
	_ = http.NewResponseController(w).Flush() // a writer without Flush does not buffer

	panic(http.ErrAbortHandler)
}
