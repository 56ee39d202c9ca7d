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
	errUnknownKey    = errors.New("the API key is not known")
)

// checkOptions make every check report all problems and change nothing.
func (s *Server) checkOptions() *openapi3filter.Options {
	return &openapi3filter.Options{MultiError: true, SkipSettingDefaults: true, AuthenticationFunc: s.authenticate}
}

func (s *Server) authenticate(_ context.Context, input *openapi3filter.AuthenticationInput) error {
	header := input.RequestValidationInput.Request.Header.Get("Authorization")
	key, isBearer := strings.CutPrefix(header, "Bearer ")

	switch {
	case !isBearer || strings.TrimSpace(key) == "":
		return errNoBearerToken
	case s.apiKey != "" && key != s.apiKey:
		return errUnknownKey
	default:
		return nil
	}
}

// checkRequest checks a request against openapi.yaml. problems are in its body;
// unauthorized is nil if the request may be carried out.
func checkRequest(
	ctx context.Context, input *openapi3filter.RequestValidationInput, body []byte,
) (problems []problem, unauthorized error) {
	err := openapi3filter.ValidateRequest(ctx, input)

	var security *openapi3filter.SecurityRequirementsError
	if errors.As(err, &security) {
		return nil, errors.Join(security.Errors...)
	}

	problems = problemsOf(err)

	// kin-openapi reads the first JSON value of a body and ignores what follows.
	if len(problems) == 0 && !json.Valid(body) {
		problems = []problem{{message: "the body is more than one JSON value"}}
	}

	return problems, nil
}

// checkResponse checks a response of the server against openapi.yaml.
func (s *Server) checkResponse(ctx context.Context, input *openapi3filter.RequestValidationInput, r response) []problem {
	return problemsOf(openapi3filter.ValidateResponse(ctx, &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input,
		Status:                 r.status,
		Header:                 r.header,
		Body:                   io.NopCloser(bytes.NewReader(r.body)),
		Options:                s.checkOptions(),
	}))
}

// problemsOf converts an error of kin-openapi. It never uses the text of a
// schema error, which quotes the value: a value may be a secret.
func problemsOf(err error) []problem {
	var (
		several openapi3.MultiError
		schema  *openapi3.SchemaError
		request *openapi3filter.RequestError
	)

	switch {
	case err == nil:
		return nil
	case errors.As(err, &several):
		var problems []problem
		for _, each := range several {
			problems = append(problems, problemsOf(each)...)
		}

		return problems
	case errors.As(err, &schema):
		return []problem{schemaProblem(schema)}
	case errors.As(err, &request) && request.Reason != "":
		return []problem{{message: request.Reason}}
	default:
		return []problem{{message: err.Error()}}
	}
}

func schemaProblem(err *openapi3.SchemaError) problem {
	path := err.JSONPointer()

	// An unknown field is reported on the object that holds it, and named only
	// in the text.
	var unknown string
	if _, scanErr := fmt.Sscanf(err.Reason, "property %q is unsupported", &unknown); scanErr == nil {
		path = append(path, unknown)
	}

	return problem{path: path, message: err.Reason}
}
