// Package mockserver is a small implementation of the API as an http.Handler,
// for tests and for chatview-mock. It knows nothing about Terraform.
//
// openapi.yaml transcribes the API documentation. Every request and every
// response is checked against it and nothing else, so a limit that the client
// gets wrong fails a test. What the documentation leaves open is a switch
// (Behavior) or can be provoked for one request (Fault). The server keeps what
// it received, write-only values included, and a journal of the requests.
package mockserver

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

//go:embed openapi.yaml
var spec []byte

// The status of every successful response, and media types.
const (
	successStatus = http.StatusOK
	jsonType      = "application/json"
	textType      = "text/plain; charset=utf-8"
)

// Options configures a Server.
type Options struct {
	// APIKey is the required bearer token. If empty, any token is accepted.
	APIKey string
	// Behavior holds the initial switches.
	Behavior Behavior
	// Fault, unless nil, returns what goes wrong with a request to a path of the
	// API for which no fault is queued. number counts the requests to that path,
	// from 1.
	Fault func(number int) Fault
	// OnRequest, unless nil, is called with each request once its outcome is
	// known, before the response is written. It is called concurrently, and may
	// call the server's methods.
	OnRequest func(Request)
}

// Server is the API as an http.Handler. It is safe for concurrent use.
type Server struct {
	options Options
	now     func() time.Time

	mu       sync.Mutex
	behavior Behavior
	objects  map[Kind]map[int64]*object
	latest   time.Time // the time of the last change
	faults   []Fault
	arrivals map[string]int // counts the requests to each path of the API
	requests []*Request
	arrived  int // counts all requests, including those no longer in the journal
}

// document is openapi.yaml.
var document = sync.OnceValue(func() *openapi3.T { return must(openapi3.NewLoader().LoadFromData(spec)) })

// operations are those in openapi.yaml. Each updates objects of another kind.
var operations = sync.OnceValue(func() map[Kind]*openapi3.Operation {
	operations := map[Kind]*openapi3.Operation{}

	for _, path := range document().Paths.Map() {
		for _, operation := range path.Operations() {
			operations[kindOf(operation)] = operation
		}
	}

	return operations
})

func kindOf(operation *openapi3.Operation) Kind { return Kind(operation.Tags[0]) }

// router routes requests to the operations in openapi.yaml.
var router = sync.OnceValue(func() routers.Router { return must(gorillamux.NewRouter(document())) })

// must returns a value whose error can only be a mistake in this package or of its
// caller.
func must[T any](value T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("mockserver: %v", err))
	}

	return value
}

// New returns a server without objects.
func New(options Options) *Server {
	s := &Server{
		options:  options,
		now:      time.Now,
		behavior: options.Behavior,
		objects:  map[Kind]map[int64]*object{},
		arrivals: map[string]int{},
	}

	for kind := range operations() {
		s.objects[kind] = map[int64]*object{}
	}

	return s
}

// exchange is a request on its way through the server.
type exchange struct {
	request *http.Request
	entry   *Request
	// number counts the requests from 1.
	number int
	// The fault and the switches when the request arrived.
	fault    Fault
	behavior Behavior
}

const maxBody = 8 << 20 // bytes of a request

// ServeHTTP handles one request. It drops a connection by panicking with
// http.ErrAbortHandler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, isTooLarge := errors.AsType[*http.MaxBytesError](err); isTooLarge {
		errorResponse(http.StatusRequestEntityTooLarge, problem{message: "The body has more than 8 MiB."}).write(w)
		return
	}

	if err != nil {
		panic(http.ErrAbortHandler) // the client is gone
	}

	x := s.receive(r, body)
	result := s.respond(r.Context(), x)
	s.complete(x.entry, result.status)

	switch {
	case result.status == 0:
		panic(http.ErrAbortHandler)
	case x.fault.Response == TruncatedResponse:
		result.writeTruncated(w)
	default:
		result.write(w)
	}
}

// receive adds a request to the journal and takes its fault.
func (s *Server) receive(r *http.Request, body []byte) exchange {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.arrived++
	entry := &Request{
		Method:     r.Method,
		Path:       r.URL.EscapedPath(),
		Header:     r.Header.Clone(),
		Body:       body,
		RemoteAddr: r.RemoteAddr,
	}
	s.requests = append(s.requests, entry)

	return exchange{request: r, entry: entry, number: s.arrived, fault: s.nextFault(r), behavior: s.behavior}
}

// respond carries out the request as far as its fault allows. If the connection
// is to be dropped, the response has no status.
func (s *Server) respond(ctx context.Context, x exchange) response {
	if !wait(ctx, x.fault.Delay) || x.fault.Drop {
		return response{}
	}

	var result response
	if x.fault.Status != 0 {
		result = faultResponse(x.fault)
	} else {
		result = s.operate(ctx, x)
	}

	if x.fault.Response == NoResponse {
		return response{}
	}

	result = x.behavior.distorted(result, x)
	result.header.Set("X-Request-Id", fmt.Sprintf("mock-%06d", x.number))

	for name, values := range x.fault.Header {
		result.header[http.CanonicalHeaderKey(name)] = values
	}

	return result
}

// operate handles the request as documented.
func (s *Server) operate(ctx context.Context, x exchange) response {
	// The checks replace the body, so they get a request of their own.
	r := x.request.Clone(ctx)
	r.Body, r.GetBody = io.NopCloser(bytes.NewReader(x.entry.Body)), nil

	route, parameters, err := router().FindRoute(r)
	if err != nil {
		return unrouted(r, err)
	}

	input := &openapi3filter.RequestValidationInput{Request: r, PathParams: parameters, Route: route, Options: checkOptions}
	result := s.update(ctx, x, input)

	if problems := checkResponse(ctx, input, result); len(problems) > 0 {
		return errorResponse(http.StatusInternalServerError, append(problems, problem{message: "the mock server's response breaks openapi.yaml"})...)
	}

	return result
}

// unrouted returns the response to a path or method that is not documented.
func unrouted(r *http.Request, err error) response {
	if !errors.Is(err, routers.ErrMethodNotAllowed) {
		return errorResponse(http.StatusNotFound, problem{message: "there is nothing at this path"})
	}

	result := errorResponse(http.StatusMethodNotAllowed, problem{message: "the method is not allowed"})

	// The router does not say which method is allowed.
	for _, r.Method = range []string{http.MethodPut, http.MethodPatch} {
		if _, _, err := router().FindRoute(r); err == nil {
			result.header.Set("Allow", r.Method)
		}
	}

	return result
}

// update checks a request for an operation and carries it out.
func (s *Server) update(ctx context.Context, x exchange, input *openapi3filter.RequestValidationInput) response {
	if isForeign(x.request) {
		return errorResponse(http.StatusForbidden, problem{message: "a page of another machine sent the request"})
	}

	if reason := s.unauthorized(x.request); reason != "" {
		result := errorResponse(http.StatusUnauthorized, problem{message: reason})
		result.header.Set("WWW-Authenticate", "Bearer")

		return result
	}

	problems := checkRequest(ctx, input, x.entry.Body)

	s.mu.Lock()
	defer s.mu.Unlock()

	kind := kindOf(input.Route.Operation)
	id, isID := parseID(input.PathParams["id"])
	target, found := s.objects[kind][id]

	switch {
	case !isID || !found && !x.behavior.AcceptAnyID:
		return errorResponse(http.StatusNotFound, problem{message: "there is no object with this id"})
	case len(problems) > 0:
		return errorResponse(http.StatusBadRequest, problems...)
	case !found:
		target = s.add(kind, id, map[string]any{})
	}

	s.apply(x, input.Route.Operation, target)

	return newResponse(successStatus, jsonType, encodeJSON(responseFields(input.Route.Operation, target, x.behavior)))
}
