package mockserver

import (
	"net/http"
	"slices"
)

// Request is one entry of the journal.
type Request struct {
	Method string
	// Path is the path as it was sent, escapes included.
	Path   string
	Header http.Header
	Body   []byte
	// RemoteAddr tells connections apart.
	RemoteAddr string
	// Status is the status that was answered, 0 while there is none and where the connection was dropped.
	Status int
	// Changed says whether the request was carried out; it is, also where it sent the values there were.
	Changed bool
}

// Requests returns the requests since the start or the last ForgetRequests, in order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	requests := make([]Request, 0, len(s.requests))
	for _, request := range s.requests {
		requests = append(requests, *request)
	}
	return requests
}

// ForgetRequests empties the journal.
func (s *Server) ForgetRequests() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = nil
}

// Violations lists the server's own answers that broke openapi.yaml, each of which was a 500. There are none unless
// the server has a bug or was started with data that the interface does not allow.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// finish enters the outcome into the journal and reports the request. It comes before the answer is written, so that
// whoever has the answer finds the journal complete.
func (s *Server) finish(entry *Request, status int, changed bool) {
	s.mu.Lock()
	entry.Status, entry.Changed = status, changed
	finished := *entry
	s.mu.Unlock()
	if s.onRequest != nil {
		s.onRequest(finished)
	}
}
