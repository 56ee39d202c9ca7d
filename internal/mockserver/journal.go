package mockserver

import "net/http"

// Request is one entry of the journal.
type Request struct {
	Method string
	// Path is the path as it was sent, escapes included.
	Path   string
	Header http.Header
	Body   []byte
	// RemoteAddr identifies the connection.
	RemoteAddr string
	// Status is the status of the response, 0 before there is one and if the
	// connection was dropped.
	Status int
	// Changed reports whether the request was carried out, even if it changed no
	// value.
	Changed bool
}

// Requests returns the requests since the start or the last ClearRequests, in
// order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()

	requests := make([]Request, 0, len(s.requests))
	for _, request := range s.requests {
		requests = append(requests, *request)
	}

	return requests
}

// ClearRequests empties the journal.
func (s *Server) ClearRequests() {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.requests = nil
}

// complete sets the status of the journal's entry and calls OnRequest. It runs
// before the response is written, so a client that has the response finds its
// status in the journal.
func (s *Server) complete(entry *Request, status int) {
	s.mu.Lock()
	entry.Status = status
	completed := *entry
	s.mu.Unlock()

	if s.options.OnRequest != nil {
		s.options.OnRequest(completed)
	}
}
