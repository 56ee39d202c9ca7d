package mockserver

import (
	"net/http"
	"strconv"
)

// response is an answer before it is written.
type response struct {
	status int
	header http.Header
	body   []byte
	// changed says whether the request behind it was carried out.
	changed bool
}

func newResponse(status int, contentType string, body []byte) response {
	header := http.Header{}
	if len(body) > 0 {
		header.Set("Content-Type", contentType)
	}
	return response{status: status, header: header, body: body}
}

// write sends the response; nothing can be done about a client that does not take it.
func (r response) write(w http.ResponseWriter) {
	r.writeHeader(w)
	_, _ = w.Write(r.body)
}

// writeTruncated announces the whole body, sends the first half and drops the connection.
func (r response) writeTruncated(w http.ResponseWriter) {
	r.header.Set("Content-Length", strconv.Itoa(len(r.body)))
	r.writeHeader(w)
	_, _ = w.Write(r.body[:len(r.body)/2])
	// A writer that can not flush keeps nothing back either.
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

func (r response) writeHeader(w http.ResponseWriter) {
	for name, values := range r.header {
		w.Header()[name] = values
	}
	w.WriteHeader(r.status)
}
