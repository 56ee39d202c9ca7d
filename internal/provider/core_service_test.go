package provider

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// startCore starts a run against a mock server in this process.
func startCore(tb testing.TB, behavior mockserver.Behavior) (*core, *service) {
	tb.Helper()

	service := newService(tb, behavior)

	return newCore(tb, &chatviewProvider{version: "test", transport: memoryTransport{service}}, map[string]any{
		"base_url": "https://chat.example.com", "api_key": testAPIKey,
	}), service
}

// memoryTransport passes requests to a handler in this process, so tests with
// a fake clock (testing/synctest) need no sockets.
type memoryTransport struct{ handler http.Handler }

// RoundTrip calls the handler. As in net/http, a handler drops the connection
// with http.ErrAbortHandler.
func (t memoryTransport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	recorder := httptest.NewRecorder()

	if req.Body == nil {
		req.Body = http.NoBody
	}

	defer func() {
		switch recovered := recover(); recovered {
		case nil:
		case http.ErrAbortHandler:
			resp, err = nil, io.ErrUnexpectedEOF
		default:
			panic(recovered)
		}
	}()

	// A handler that waits blocks this goroutine until the request's context
	// ends.
	t.handler.ServeHTTP(recorder, req)

	if cause := req.Context().Err(); cause != nil {
		return nil, errors.Join(cause)
	}

	return recorder.Result(), nil
}
