package mockserver

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Fault is what goes wrong with one request. Its fields combine; the zero value is no fault.
type Fault struct {
	// Status, unless 0, is answered instead of acting. A redirect is a Status of 3xx and a Location in Header.
	Status int
	// Header is set on the answer, over the server's own.
	Header http.Header
	// Body is the body that goes with Status; nil is an error in the shape in force, or no body below 400.
	Body []byte
	// Delay passes before anything else. Where the request's context ends first, the connection is dropped.
	Delay time.Duration
	// Drop closes the connection without an answer.
	Drop Drop
	// Answer spoils the answer, after the change is made.
	Answer Answer
}

// Drop says when a connection is dropped.
type Drop int

const (
	// NoDrop keeps the connection.
	NoDrop Drop = iota
	// DropBeforeChange drops it before the request is carried out.
	DropBeforeChange
	// DropAfterChange drops it once the request is carried out.
	DropAfterChange
)

// Answer says how an answer is spoilt.
type Answer int

const (
	// WholeAnswer is the answer as it should be.
	WholeAnswer Answer = iota
	// TruncatedAnswer announces the whole body, sends the first half and drops the connection.
	TruncatedAnswer
	// NotJSONAnswer has a page of HTML for its body.
	NotJSONAnswer
	// OversizedAnswer has a body of more than 8 MiB.
	OversizedAnswer
)

// oversize is how many bytes OversizedAnswer adds to a body.
const oversize = 8<<20 + 1

// QueueFault has faults happen to the coming requests, one each, in order.
func (s *Server) QueueFault(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// ForgetFaults empties the queue.
func (s *Server) ForgetFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// QueuedFaults returns how many faults wait for a request.
func (s *Server) QueuedFaults() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.faults)
}

// nextFault takes the fault for an arriving request; s.mu is held.
func (s *Server) nextFault() Fault {
	if len(s.faults) == 0 {
		return Fault{}
	}
	fault := s.faults[0]
	s.faults = s.faults[1:]
	return fault
}

// wait lets delay pass and reports whether ctx outlasted it.
func wait(ctx context.Context, delay time.Duration) bool {
	if delay <= 0 {
		return true
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// faultResponse is the answer that fault gives instead of acting.
func faultResponse(fault Fault, shape ErrorShape) response {
	switch {
	case fault.Body == nil && fault.Status >= http.StatusBadRequest:
		return errorResponse(shape, fault.Status, problem{message: "this fault was queued"})
	case json.Valid(fault.Body):
		return newResponse(fault.Status, "application/json", fault.Body)
	default:
		return newResponse(fault.Status, "text/plain; charset=utf-8", fault.Body)
	}
}

// spoilt is the response that fault makes of r. TruncatedAnswer is not its business: that is a matter of writing.
func (r response) spoilt(fault Fault) response {
	switch fault.Answer {
	case NotJSONAnswer:
		r.header.Set("Content-Type", "text/html; charset=utf-8")
		r.body = htmlPage("Welcome", "This is a page, not the service.")
	case OversizedAnswer:
		// White space in front keeps it valid JSON, and keeps a reader that stops early from finding a value.
		r.body = append(bytes.Repeat([]byte(" "), oversize), r.body...)
	case WholeAnswer, TruncatedAnswer:
	}
	for name, values := range fault.Header {
		r.header[http.CanonicalHeaderKey(name)] = values
	}
	return r
}
