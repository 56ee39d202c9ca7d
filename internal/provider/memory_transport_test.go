package provider

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
)

// memoryTransport carries requests to a handler in this process, so that a test
// with a fake clock (testing/synctest) has no sockets to wait for.
type memoryTransport struct{ handler http.Handler }

// RoundTrip calls the handler. http.ErrAbortHandler is how a handler drops the
// connection, here as behind net/http.
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

	// A handler that waits does so in this goroutine, and ends with the
	// request's context.
	t.handler.ServeHTTP(recorder, req)

	if cause := req.Context().Err(); cause != nil {
		return nil, errors.Join(cause)
	}

	return recorder.Result(), nil
}
