package mockserver

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

//go:embed openapi.yaml
var spec []byte

// What openapi.yaml calls the two operations, and how both answer.
const (
	updateAppearance   = "updateAppearance"
	updateSourceConfig = "updateSourceConfig"
	successStatus      = http.StatusOK
	jsonType           = "application/json"
)

// Options is what a Server starts with.
type Options struct {
	// APIKey is the bearer token asked for; empty accepts any token.
	APIKey string
	// Behavior holds the switches to begin with.
	Behavior Behavior
	// OnRequest, unless nil, is called with each request once its outcome is certain, before the answer is written.
	// It is called by several requests at once, and may call the server's methods.
	OnRequest func(Request)
}

// Server is the service: an http.Handler that is safe for concurrent use.
type Server struct {
	apiKey    string
	onRequest func(Request)
	router    routers.Router
	now       func() time.Time

	mu          sync.Mutex
	behavior    Behavior
	appearances map[string]*object
	sources     map[string]*object
	latest      time.Time // of the instants given to a change
	faults      []Fault
	requests    []*Request
	arrived     int // how many requests arrived, forgotten ones included
	violations  []string
}

// New returns a server that holds no objects yet.
func New(options Options) (*Server, error) {
	document, err := openapi3.NewLoader().LoadFromData(spec)
	if err != nil {
		return nil, fmt.Errorf("load openapi.yaml: %w", err)
	}
	if err := document.Validate(context.Background()); err != nil {
		return nil, fmt.Errorf("validate openapi.yaml: %w", err)
	}
	router, err := gorillamux.NewRouter(document)
	if err != nil {
		return nil, fmt.Errorf("route openapi.yaml: %w", err)
	}
	return &Server{
		apiKey:      options.APIKey,
		onRequest:   options.OnRequest,
		router:      router,
		now:         time.Now,
		behavior:    options.Behavior,
		appearances: map[string]*object{},
		sources:     map[string]*object{},
	}, nil
}

// Spec returns openapi.yaml, for tests that compare their own limits with it.
func Spec() []byte {
	return bytes.Clone(spec)
}

// exchange is a request on its way through the server.
type exchange struct {
	request   *http.Request
	body      []byte
	entry     *Request
	requestID string
	// number counts the requests from 1.
	number int
	// The fault and the switches that were in force on arrival.
	fault    Fault
	behavior Behavior
}

// ServeHTTP answers one request. A connection is dropped by panicking with http.ErrAbortHandler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := readBody(r)
	if err != nil {
		panic(http.ErrAbortHandler) // whoever sends it has gone, and nobody would read an answer
	}
	x := s.arrive(r, body)
	answer, answered := s.respond(x) //nolint:contextcheck // the request within x has it
	if !answered {
		s.finish(x.entry, 0, answer.changed)
		panic(http.ErrAbortHandler)
	}
	s.finish(x.entry, answer.status, answer.changed)
	if x.fault.Answer == TruncatedAnswer {
		answer.writeTruncated(w)
	} else {
		answer.write(w)
	}
}

func readBody(r *http.Request) ([]byte, error) {
	if r.Body == nil { // as a request has it that did not come through net/http's server
		return nil, nil
	}
	return io.ReadAll(r.Body)
}

// arrive enters a request into the journal and takes the fault that is meant for it.
func (s *Server) arrive(r *http.Request, body []byte) exchange {
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
	return exchange{
		request:   r,
		body:      body,
		entry:     entry,
		requestID: fmt.Sprintf("mock-%06d", s.arrived),
		number:    s.arrived,
		fault:     s.nextFault(),
		behavior:  s.behavior,
	}
}

// respond does what the request asks for, as far as its fault lets it. answered is false where the connection is to be
// dropped.
func (s *Server) respond(x exchange) (answer response, answered bool) {
	if !wait(x.request.Context(), x.fault.Delay) || x.fault.Drop == DropBeforeChange {
		return response{}, false
	}
	if x.fault.Status != 0 {
		answer = faultResponse(x.fault, x.behavior.ErrorShape)
	} else {
		answer = s.act(x)
	}
	answer = x.behavior.distorted(answer, x)
	answer.header.Set("X-Request-Id", x.requestID)
	return answer.spoilt(x.fault), x.fault.Drop == NoDrop
}

// act treats the request as the documented interface says.
func (s *Server) act(x exchange) response {
	// The checks put a fresh body into the request; the caller's stays as it is.
	r := x.request.WithContext(x.request.Context())
	r.Body, r.GetBody = io.NopCloser(bytes.NewReader(x.body)), nil
	route, parameters, err := s.router.FindRoute(r)
	if err != nil {
		return s.unrouted(r, err, x.behavior.ErrorShape)
	}
	input := &openapi3filter.RequestValidationInput{
		Request: r, PathParams: parameters, Route: route, Options: s.checkOptions(),
	}
	answer := s.operate(x, input)
	if problems := s.checkResponse(input, answer); len(problems) > 0 {
		return s.violation(x, answer, problems)
	}
	return answer
}

// unrouted answers what the interface does not have.
func (s *Server) unrouted(r *http.Request, err error, shape ErrorShape) response {
	if !errors.Is(err, routers.ErrMethodNotAllowed) {
		return errorResponse(shape, http.StatusNotFound, problem{message: "there is nothing at this path"})
	}
	answer := errorResponse(shape, http.StatusMethodNotAllowed, problem{message: "the method is not allowed"})
	answer.header.Set("Allow", strings.Join(s.allowedMethods(r), ", "))
	return answer
}

// allowedMethods finds out what the router would have let through at the request's path: it does not say.
func (s *Server) allowedMethods(r *http.Request) []string {
	for _, method := range []string{http.MethodPut, http.MethodPatch} {
		attempt := r.WithContext(r.Context())
		attempt.Method = method
		if route, _, err := s.router.FindRoute(attempt); err == nil {
			return slices.Sorted(maps.Keys(route.PathItem.Operations()))
		}
	}
	return nil
}

// operate checks a request that has an operation, and carries it out.
func (s *Server) operate(x exchange, input *openapi3filter.RequestValidationInput) response {
	shape := x.behavior.ErrorShape
	problems, unauthorized := checkRequest(input, x.body)
	if unauthorized != nil {
		answer := errorResponse(shape, http.StatusUnauthorized, problem{message: unauthorized.Error()})
		answer.header.Set("WWW-Authenticate", "Bearer")
		return answer
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	operation := input.Route.Operation
	id := input.PathParams["id"]
	target, found := s.objectsOf(operation)[id]
	if isAccepted := x.behavior.AcceptAnyID && isObjectID(id); !found && !isAccepted {
		return errorResponse(shape, http.StatusNotFound, problem{message: "there is no object with this id"})
	}
	if len(problems) > 0 {
		return errorResponse(shape, http.StatusBadRequest, problems...)
	}
	if !found {
		target = s.bringIntoBeing(operation, id)
	}
	s.apply(operation, target, decodeFields(x.body), x.behavior.OmittedFields)
	answer := newResponse(successStatus, jsonType, encodeJSON(answerFields(operation, target, x.behavior)))
	answer.changed = true
	return answer
}

func (s *Server) objectsOf(operation *openapi3.Operation) map[string]*object {
	if operation.OperationID == updateAppearance {
		return s.appearances
	}
	return s.sources
}

// violation records an answer that breaks the document, and replaces it.
func (s *Server) violation(x exchange, broken response, problems []problem) response {
	text := fmt.Sprintf("%s %s answered %d: %s", x.entry.Method, x.entry.Path, broken.status, joined(problems))
	s.mu.Lock()
	s.violations = append(s.violations, text)
	s.mu.Unlock()
	answer := errorResponse(x.behavior.ErrorShape, http.StatusInternalServerError,
		problem{message: "the mock's own answer breaks openapi.yaml: " + text})
	answer.changed = broken.changed
	return answer
}
