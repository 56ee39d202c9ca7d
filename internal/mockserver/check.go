package mockserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
)

// checkOptions make every check report all problems and change nothing. The
// server checks the API key itself.
var checkOptions = &openapi3filter.Options{
	MultiError: true, SkipSettingDefaults: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
}

// unauthorized says why a request may not be carried out, or "".
func (s *Server) unauthorized(r *http.Request) string {
	key, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")

	switch {
	case !isBearer || strings.TrimSpace(key) == "":
		return "the request has no bearer token"
	case s.options.APIKey != "" && key != s.options.APIKey:
		return "the API key is not known"
	}

	return ""
}

// isForeign reports whether a page of another machine sent a request: browsers say so.
func isForeign(r *http.Request) bool {
	origin, err := url.Parse(r.Header.Get("Origin"))

	return r.Header.Get("Origin") != "" && (err != nil || !IsLoopback(origin.Hostname()))
}

// IsLoopback reports whether a host, without a port, names this machine.
func IsLoopback(host string) bool {
	address, err := netip.ParseAddr(host)

	return strings.EqualFold(host, "localhost") || err == nil && address.IsLoopback()
}

// checkRequest checks a request against openapi.yaml.
func checkRequest(ctx context.Context, input *openapi3filter.RequestValidationInput, body []byte) []problem {
	problems := problemsOf(openapi3filter.ValidateRequest(ctx, input))

	// kin-openapi reads the first JSON value of a body and ignores what follows.
	if len(problems) == 0 && !json.Valid(body) {
		problems = []problem{{message: "the body is more than one JSON value"}}
	}

	return problems
}

// checkResponse checks a response of the server against openapi.yaml.
func checkResponse(ctx context.Context, input *openapi3filter.RequestValidationInput, r response) []problem {
	return problemsOf(openapi3filter.ValidateResponse(ctx, &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input,
		Status:                 r.status,
		Header:                 r.header,
		Body:                   io.NopCloser(bytes.NewReader(r.body)),
		Options:                checkOptions,
	}))
}

// problemsOf converts an error of kin-openapi. It never uses the text of a
// schema error, which quotes the value: a value may be a secret.
func problemsOf(err error) []problem {
	several, isSeveral := errors.AsType[openapi3.MultiError](err)
	schema, isSchema := errors.AsType[*openapi3.SchemaError](err)

	switch {
	case err == nil:
		return nil
	case isSeveral:
		var problems []problem
		for _, each := range several {
			problems = append(problems, problemsOf(each)...)
		}

		return problems
	case isSchema:
		return []problem{schemaProblem(schema)}
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
