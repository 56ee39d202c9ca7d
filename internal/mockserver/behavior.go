package mockserver

import (
	"net/http"
	"net/url"
	"time"
)

// Behavior holds the switches. Each decides something that the API
// documentation leaves open; the zero value is the plainest choice.
type Behavior struct {
	// ResetOmittedFields makes a PUT set the optional fields that it omits to the
	// server's default, or remove them, instead of keeping their values.
	ResetOmittedFields bool
	// OmitOptionalResponseFields omits every optional field from responses.
	OmitOptionalResponseFields bool
	// AcceptAnyID makes a valid request to an unknown integer id create the
	// object, without fields, instead of returning 404.
	AcceptAnyID bool
	// NormalizeValues returns free text in upper case. The stored value stays as
	// it was sent.
	NormalizeValues bool

	// The switches below break openapi.yaml on purpose, after the response is
	// checked: a client should cope with a service that does not follow its
	// documentation.

	// ReturnedFields selects the fields of successful responses.
	ReturnedFields ReturnedFields
	// UndocumentedTypes returns the id as a string, is_default as a boolean,
	// times as numbers, and recommendations and type as objects.
	UndocumentedTypes bool
	// ReturnJob returns status 202 and a job instead of the object.
	ReturnJob bool
	// ChangingCreatedAt returns a different created_at each time.
	ChangingCreatedAt bool
	// EchoRequests replaces the text of every error with the Authorization header
	// and the body, both raw and escaped for a URL.
	EchoRequests bool
}

// ReturnedFields selects the fields of a successful response.
type ReturnedFields string

const (
	ReturnAll    ReturnedFields = ""      // every field
	ReturnNulls  ReturnedFields = "nulls" // null for everything but the id
	ReturnIDOnly ReturnedFields = "id"    // the id and nothing else
)

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
	case x.entry.Changed && (b.ReturnedFields != ReturnAll || b.UndocumentedTypes || b.ChangingCreatedAt):
		r.body = encodeJSON(b.distortedFields(decodeFields(r.body), x.number))
	}

	return r
}

// distortedFields alters the fields of the response to the request with the
// given number.
func (b Behavior) distortedFields(fields map[string]any, number int) map[string]any {
	if b.ChangingCreatedAt {
		replace(fields, "created_at", time.Unix(int64(number), 0).UTC().Format(time.RFC3339))
	}

	if b.UndocumentedTypes {
		undocumentedTypes(fields, number)
	}

	for name := range fields {
		switch {
		case name == "id":
		case b.ReturnedFields == ReturnNulls:
			fields[name] = nil
		case b.ReturnedFields == ReturnIDOnly:
			delete(fields, name)
		}
	}

	return fields
}

// undocumentedTypes gives fields types that another implementation might use.
func undocumentedTypes(fields map[string]any, number int) {
	replace(fields, "id", string(encodeJSON(fields["id"])))
	replace(fields, "is_default", false)
	replace(fields, "created_at", 1700000000)
	replace(fields, "last_modified", 1700000000+number)
	replace(fields, "type", map[string]any{"name": fields["type"]})

	questions, _ := fields["recommendations"].([]any)
	for index, question := range questions {
		questions[index] = map[string]any{"question": question}
	}
}

// replace sets a field if it is present.
func replace(fields map[string]any, name string, value any) {
	if _, found := fields[name]; found {
		fields[name] = value
	}
}
