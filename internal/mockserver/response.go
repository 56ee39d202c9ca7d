package mockserver

import (
	"maps"
	"net/http"
	"strconv"
)

// response is a response before it is written.
type response struct {
	status int
	header http.Header
	body   []byte
	// changed reports whether the request was carried out.
	changed bool
}

func newResponse(status int, contentType string, body []byte) response {
	header := http.Header{}
	if len(body) > 0 {
		header.Set("Content-Type", contentType)
	}
	return response{status: status, header: header, body: body}
}

// write sends the response. A client that does not read it is not an error.
func (r response) write(w http.ResponseWriter) {
	maps.Copy(w.Header(), r.header)
	w.WriteHeader(r.status)
	_, _ = w.Write(r.body)
}

// writeTruncated announces the complete body, sends the first half and drops the connection.
func (r response) writeTruncated(w http.ResponseWriter) {
	r.header.Set("Content-Length", strconv.Itoa(len(r.body)))
	r.body = r.body[:len(r.body)/2]
	r.write(w)
	_ = http.NewResponseController(w).Flush() // a writer without Flush does not buffer
	panic(http.ErrAbortHandler)
}
