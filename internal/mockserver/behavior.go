package mockserver

import (
	"net/http"
	"net/url"
)

// Behavior holds the switches. Each decides something that the API
// documentation leaves open; the zero value is the plainest choice.
type Behavior struct {
	// ResetOmittedFields makes a PUT set the optional fields that it omits to the
	// server's default, or remove them, instead of keeping their values.
	ResetOmittedFields bool
	// AcceptAnyID makes a valid request to an unknown integer id create the
	// object, without fields, instead of returning 404.
	AcceptAnyID bool
	// NormalizeValues returns free text in upper case. The stored value stays as
	// it was sent.
	NormalizeValues bool

	// The switches below break openapi.yaml on purpose, after the response is
	// checked: a client should cope with a service that does not follow its
	// documentation.

	// ReturnIDOnly returns the id and no other field.
	ReturnIDOnly bool
	// ReturnJob returns status 202 and a job instead of the object.
	ReturnJob bool
	// EchoRequests replaces the text of every error with the Authorization header
	// and the body, both raw and escaped for a URL.
	EchoRequests bool
}

// SetBehavior replaces the switches for the requests that arrive from now on.
func (s *Server) SetBehavior(b Behavior) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.behavior = b
}

// distorted applies the switches that break openapi.yaml to a response.
func (b Behavior) distorted(r response, x exchange) response {
	switch {
	case r.status >= http.StatusBadRequest && b.EchoRequests:
		received := x.request.Header.Get("Authorization") + " " + string(x.entry.Body)
		echo := "received " + received + " or " + url.QueryEscape(received)

		r.body = []byte(echo)
		if r.header.Get("Content-Type") == jsonType {
			r.body = errorResponse(r.status, problem{message: echo}).body
		}
	case x.entry.Changed && b.ReturnJob:
		r.status = http.StatusAccepted
		r.body = []byte(`{"id": "job-17", "status": "queued", "created_at": "2030-01-02T03:04:05Z", "url": "https://jobs.example.com/?code=c4fe"}`)
	case x.entry.Changed && b.ReturnIDOnly:
		r.body = encodeJSON(map[string]any{"id": decodeFields(r.body)["id"]})
	}

	return r
}
