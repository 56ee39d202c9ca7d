package mockserver

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/getkin/kin-openapi/routers"
)

// Fault is what goes wrong with one request. Its fields combine; the zero value
// is no fault.
type Fault struct {
	// Status, unless 0, is returned instead of carrying out the request. For a
	// redirect, set a 3xx status and a Location in Header. A 200 with a Body is a
	// success that changes nothing.
	Status int
	// Header is set on the response and overrides the server's own.
	Header http.Header
	// Body goes with Status. If nil, it is that of an error, or empty below 400.
	Body []byte
	// Delay precedes everything else. If the request's context ends first, the
	// connection is dropped.
	Delay time.Duration
	// Drop closes the connection instead of carrying out the request.
	Drop bool
	// Response alters the response after the request was carried out.
	Response ResponseFault
}

// ResponseFault is how a response is altered.
type ResponseFault int

const (
	CompleteResponse  ResponseFault = iota // not at all
	TruncatedResponse                      // the connection breaks off after half of the body
	NoResponse                             // the connection is dropped
)

// QueueFaults makes faults happen to the next requests, one each, in order.
func (s *Server) QueueFaults(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.faults = append(s.faults, faults...)
}

// QueuedFaults returns the number of faults in the queue.
func (s *Server) QueuedFaults() int {
	s.mu.Lock()
	defer s.mu.Unlock()

	return len(s.faults)
}

// nextFault takes the fault for an arriving request; s.mu is held.
func (s *Server) nextFault(r *http.Request) Fault {
	if len(s.faults) > 0 {
		fault := s.faults[0]
		s.faults = s.faults[1:]

		return fault
	}

	if s.options.Fault == nil || !isAPIPath(r) {
		return Fault{}
	}

	s.arrivals[r.URL.Path]++

	return s.options.Fault(s.arrivals[r.URL.Path])
}

// isAPIPath reports whether openapi.yaml has the path of a request, for any
// method.
func isAPIPath(r *http.Request) bool {
	_, _, err := router().FindRoute(r)

	return err == nil || errors.Is(err, routers.ErrMethodNotAllowed)
}

// wait waits for delay and reports whether it passed before ctx ended.
func wait(ctx context.Context, delay time.Duration) bool {
	select {
	case <-time.After(delay):
		return true
	case <-ctx.Done():
		return false
	}
}

// faultResponse returns the response of a fault with a Status.
func faultResponse(fault Fault) response {
	switch {
	case fault.Body == nil && fault.Status >= http.StatusBadRequest:
		return errorResponse(fault.Status, problem{message: "the mock server was told to fail"})
	case json.Valid(fault.Body):
		return newResponse(fault.Status, jsonType, fault.Body)
	default:
		return newResponse(fault.Status, textType, fault.Body)
	}
}
