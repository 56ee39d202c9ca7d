package mockserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
)

var (
	errNoBearerToken = errors.New("the request has no bearer token")
	errOtherKey      = errors.New("the API key is not known")
)

// checkOptions are the options of every check: report everything that is wrong, change nothing.
func (s *Server) checkOptions() *openapi3filter.Options {
	return &openapi3filter.Options{
		MultiError:          true,
		SkipSettingDefaults: true,
		AuthenticationFunc:  s.authenticate,
	}
}

func (s *Server) authenticate(_ context.Context, input *openapi3filter.AuthenticationInput) error {
	header := input.RequestValidationInput.Request.Header.Get("Authorization")
	key, isBearer := strings.CutPrefix(header, "Bearer ")
	switch {
	case !isBearer || strings.TrimSpace(key) == "":
		return errNoBearerToken
	case s.apiKey != "" && key != s.apiKey:
		return errOtherKey
	default:
		return nil
	}
}

// checkRequest holds a request against the document. problems are what is wrong with its body; unauthorized is the
// reason why it may not act at all, nil if it may.
func checkRequest(input *openapi3filter.RequestValidationInput, body []byte) (problems []problem, unauthorized error) {
	err := openapi3filter.ValidateRequest(input.Request.Context(), input)
	var security *openapi3filter.SecurityRequirementsError
	if errors.As(err, &security) {
		return nil, errors.Join(security.Errors...)
	}
	problems = problemsOf(err)
	// kin-openapi reads the first JSON value of a body and does not look at what follows.
	if len(problems) == 0 && !json.Valid(body) {
		problems = []problem{{message: "the body is more than one JSON value"}}
	}
	return problems, nil
}

// checkResponse holds an answer of the server's own against the document.
func (s *Server) checkResponse(input *openapi3filter.RequestValidationInput, r response) []problem {
	return problemsOf(openapi3filter.ValidateResponse(input.Request.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input,
		Status:                 r.status,
		Header:                 r.header,
		Body:                   io.NopCloser(bytes.NewReader(r.body)),
		Options:                s.checkOptions(),
	}))
}

// problemsOf takes an error of kin-openapi apart. It never uses the text of a schema error, which quotes the value: a
// value may be a secret.
func problemsOf(err error) []problem {
	if err == nil {
		return nil
	}
	var several openapi3.MultiError
	if errors.As(err, &several) {
		var problems []problem
		for _, each := range several {
			problems = append(problems, problemsOf(each)...)
		}
		return problems
	}
	var schema *openapi3.SchemaError
	if errors.As(err, &schema) {
		return []problem{schemaProblem(schema)}
	}
	var request *openapi3filter.RequestError
	if errors.As(err, &request) && request.Reason != "" {
		return []problem{{message: request.Reason}}
	}
	return []problem{{message: err.Error()}}
}

func schemaProblem(err *openapi3.SchemaError) problem {
	path := err.JSONPointer()
	// A field that the schema does not have is reported on the object around it, and named in the text only.
	var unknown string
	if _, scanErr := fmt.Sscanf(err.Reason, "property %q is unsupported", &unknown); scanErr == nil {
		path = append(path, unknown)
	}
	return problem{path: path, message: err.Reason}
}
