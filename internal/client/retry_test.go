package client_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestRetries_FollowTemporaryStatuses(t *testing.T) {
	const once, retried = 1, 3

	tests := map[int]struct {
		kind     client.Kind
		attempts int
	}{
		300: {client.KindUnexpected, once},
		304: {client.KindUnexpected, once},
		400: {client.KindRefused, once},
		401: {client.KindUnauthorized, once},
		402: {client.KindRefused, once},
		403: {client.KindForbidden, once},
		404: {client.KindNotFound, once},
		408: {client.KindTimeout, retried},
		409: {client.KindConflict, once},
		422: {client.KindRefused, once},
		425: {client.KindServerFailure, retried},
		429: {client.KindRateLimited, retried},
		499: {client.KindRefused, once},
		500: {client.KindServerFailure, retried},
		501: {client.KindServerFailure, once},
		502: {client.KindServerFailure, retried},
		503: {client.KindServerFailure, retried},
		504: {client.KindServerFailure, retried},
		599: {client.KindServerFailure, retried},
		600: {client.KindUnexpected, once},
	}

	for status, test := range tests {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := scripted(t, client.Config{MaxRetries: 2}, times(test.attempts, respond(status, "", "X-Request-Id", "r-1"))...)

				// A 4xx status rejects the change, except a timeout of the service.
				updateFails(t, c, client.Error{
					Kind: test.kind, StatusCode: status, RequestID: "r-1", Attempts: test.attempts,
					OutcomeUnknown: status < 400 || status > 499 || status == 408 || status == 425,
				})
			})
		})
	}
}

// dialError is what net.Dialer returns if it cannot connect.
func dialError(err error) error {
	return &net.OpError{Op: "dial", Net: "tcp", Err: err}
}

// cut is a body that breaks off.
func cut() io.Reader {
	return io.MultiReader(strings.NewReader(`{"id":`), iotest.ErrReader(io.ErrUnexpectedEOF))
}

// waiting is a body that never arrives.
type waiting struct{ ctx context.Context }

func (w waiting) Read([]byte) (int, error) {
	<-w.ctx.Done()

	return 0, w.ctx.Err()
}

func TestRetries_FollowBrokenConnections(t *testing.T) {
	stuck := func(req *http.Request) (*http.Response, error) {
		return respondFrom(200, func() io.Reader { return waiting{req.Context()} })(req)
	}
	unknownHost := dialError(&net.DNSError{Err: "no such host", Name: "chat.example", IsNotFound: true})

	tests := map[string]struct {
		broken step
		kind   client.Kind
	}{
		"refused":              {failUnconnected(dialError(os.NewSyscallError("connect", syscall.ECONNREFUSED))), client.KindUnreachable},
		"no proxy":             {failUnconnected(&net.OpError{Op: "proxyconnect", Net: "tcp", Err: dialError(syscall.ECONNREFUSED)}), client.KindUnreachable},
		"a slow name server":   {failUnconnected(dialError(&net.DNSError{Err: "i/o timeout", IsTimeout: true})), client.KindUnreachable},
		"reset":                {fail(&net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}), client.KindConnection},
		"lost in the response": {respondFrom(200, cut), client.KindConnection},
		"no response in time":  {hang, client.KindTimeout},
		"half a response":      {stuck, client.KindTimeout},
		"no handshake in time": {fail(errors.New("net/http: TLS handshake timeout")), client.KindConnection},
		"a malformed response": {fail(errors.New(`malformed HTTP response "SSH-2.0"`)), client.KindConnection},
		// These are not retried.
		"unknown host":            {failUnconnected(unknownHost), client.KindUnknownHost},
		"unknown host of a proxy": {failUnconnected(&net.OpError{Op: "proxyconnect", Err: unknownHost}), client.KindUnknownHost},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				steps := []step{respond(503, ""), respond(200, sourceResponse), test.broken}
				if test.kind != client.KindUnknownHost {
					steps = append(steps, test.broken, test.broken)
				}

				c, _ := scripted(t, client.Config{MaxRetries: 2}, steps...)

				if err := update(t.Context(), c); err != nil {
					t.Error(err)
				}

				got := failure(t, update(t.Context(), c))
				if got.Kind != test.kind || got.Attempts != len(steps)-2 || got.StatusCode != 0 || got.Text == "" {
					t.Errorf("got %#v, want kind %q with a text", got, test.kind)
				}

				unconnected := test.kind == client.KindUnreachable || test.kind == client.KindUnknownHost
				if got.OutcomeUnknown == unconnected {
					t.Errorf("the outcome is unknown: %t", got.OutcomeUnknown)
				}
			})
		})
	}
}

// A response with an error status has arrived, even if its body breaks off or
// never ends.
func TestResponse_ErrorMayBreakOff(t *testing.T) {
	stuck := func(status int) step {
		return func(req *http.Request) (*http.Response, error) {
			return respondFrom(status, func() io.Reader { return waiting{req.Context()} })(req)
		}
	}
	broken := func(status int) step { return respondFrom(status, cut, "X-Request-Id", "r-1", "Retry-After", "7") }

	tests := map[string]struct {
		steps []step
		want  client.Error
	}{
		"a refusal":               {[]step{broken(400)}, client.Error{Kind: client.KindRefused, StatusCode: 400, RequestID: "r-1", Text: `{"id":`}},
		"a refused API key":       {[]step{broken(401)}, client.Error{Kind: client.KindUnauthorized, StatusCode: 401, RequestID: "r-1", Text: `{"id":`}},
		"a refusal in the middle": {[]step{stuck(422)}, client.Error{Kind: client.KindRefused, StatusCode: 422}},
		"a busy service": {
			times(3, broken(429)), client.Error{Kind: client.KindRateLimited, StatusCode: 429, RequestID: "r-1", Text: `{"id":`},
		},
		"a failure": {
			times(3, stuck(503)), client.Error{Kind: client.KindServerFailure, StatusCode: 503, OutcomeUnknown: true},
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, service := scripted(t, client.Config{MaxRetries: 2}, test.steps...)

				test.want.Attempts = len(test.steps)
				updateFails(t, c, test.want)

				if test.want.StatusCode == 429 {
					checkEqual(t, "waits", []time.Duration{7 * time.Second, 7 * time.Second}, service.waits())
				}

				if test.want.StatusCode == 401 && failure(t, update(t.Context(), c)).Kind != client.KindNotSent {
					t.Error("a request was sent with the refused API key")
				}
			})
		})
	}
}

func TestRetries_AreLimited(t *testing.T) {
	for _, retries := range []int{0, 1, client.DefaultMaxRetries, client.MaxRetriesLimit} {
		for name, broken := range map[string]step{"status": respond(503, "overloaded"), "connection": fail(io.EOF)} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c, _ := scripted(t, client.Config{MaxRetries: retries}, times(retries+1, broken)...)

					if got := failure(t, update(t.Context(), c)); got.Attempts != retries+1 {
						t.Errorf("the error counts %d attempts, want %d", got.Attempts, retries+1)
					}
				})
			})
		}
	}
}

func TestRetries_ReturnTheLastError(t *testing.T) {
	tests := map[string]struct {
		steps []step
		want  client.Error
	}{
		"a status after a broken connection": {
			[]step{fail(io.EOF), respond(422, `{"detail":"no"}`, "X-Request-Id", "r-2")},
			client.Error{Kind: client.KindRefused, StatusCode: 422, RequestID: "r-2", OutcomeUnknown: true, Text: "no"},
		},
		"a status after no connection": {
			[]step{failUnconnected(dialError(syscall.ECONNREFUSED)), respond(422, `{"detail":"no"}`)},
			client.Error{Kind: client.KindRefused, StatusCode: 422, Text: "no"},
		},
		"a broken connection after a status": {
			[]step{respond(429, "busy", "X-Request-Id", "r-1"), fail(io.EOF)},
			client.Error{Kind: client.KindConnection, OutcomeUnknown: true, Text: "EOF"},
		},
		"no connection after a status": {
			[]step{respond(503, "busy", "X-Request-Id", "r-1"), failUnconnected(dialError(syscall.ECONNREFUSED))},
			client.Error{Kind: client.KindUnreachable, OutcomeUnknown: true, Text: "dial tcp: connection refused"},
		},
		"another status after a status": {
			[]step{respond(429, "busy", "X-Request-Id", "r-1"), respond(500, "broken")},
			client.Error{Kind: client.KindServerFailure, StatusCode: 500, OutcomeUnknown: true, Text: "broken"},
		},
		"no more than a busy service": {
			[]step{respond(429, "busy"), respond(429, "still busy")},
			client.Error{Kind: client.KindRateLimited, StatusCode: 429, Text: "still busy"},
		},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := scripted(t, client.Config{MaxRetries: 1}, test.steps...)

				test.want.Attempts = 2
				updateFails(t, c, test.want)
			})
		})
	}
}

func TestRetries_SendTheSameRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, service := scripted(t, client.Config{MaxRetries: 3, APIKey: "k"},
			respond(503, ""), fail(io.EOF), hang, respond(200, sourceResponse))

		if err := update(t.Context(), c); err != nil {
			t.Fatal(err)
		}

		first := service.requests[0]
		if want := `{"account_name":"Warehouse"}`; first.Body != want {
			t.Errorf("the first body is %s, want %s", first.Body, want)
		}

		for number, next := range service.requests[1:] {
			next.At = first.At
			if diff := cmp.Diff(first, next); diff != "" {
				t.Errorf("attempt %d (-first +this):\n%s", number+2, diff)
			}
		}
	})
}

func TestObserve_SeesEveryAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type key struct{}

		var got []client.Attempt

		slow := func(req *http.Request) (*http.Response, error) {
			<-time.After(3 * time.Second)

			return respond(200, sourceResponse, "X-Request-Id", "r-3\x1b[31m")(req)
		}

		c, _ := scripted(t, client.Config{
			MaxRetries:     3,
			RequestTimeout: 5 * time.Second,
			Observe: func(ctx context.Context, attempt client.Attempt) {
				if ctx.Value(key{}) != "the operation's" {
					t.Error("the context is not the operation's")
				}

				got = append(got, attempt)
			},
		}, respond(429, "", "Request-Id", "r-1"), hang, fail(io.EOF), slow)

		if err := update(context.WithValue(t.Context(), key{}, "the operation's"), c); err != nil {
			t.Fatal(err)
		}

		want := []client.Attempt{
			{Method: "PATCH", Path: sourcePath, Number: 1, StatusCode: 429, RequestID: "r-1", Failure: client.KindRateLimited},
			{Method: "PATCH", Path: sourcePath, Number: 2, Failure: client.KindTimeout, Duration: 5 * time.Second},
			{Method: "PATCH", Path: sourcePath, Number: 3, Failure: client.KindConnection},
			{Method: "PATCH", Path: sourcePath, Number: 4, StatusCode: 200, RequestID: "r-3", Duration: 3 * time.Second},
		}
		checkEqual(t, "attempts", want, got)
	})
}
