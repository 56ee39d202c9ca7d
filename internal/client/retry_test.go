package client_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
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
	tests := map[int]client.Kind{
		408: client.KindTimeout, 425: client.KindServerFailure, 429: client.KindRateLimited, 500: client.KindServerFailure,
		502: client.KindServerFailure, 503: client.KindServerFailure, 504: client.KindServerFailure, 599: client.KindServerFailure,
	}

	for status, kind := range tests {
		t.Run(http.StatusText(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				busy := respond(status, "")
				c, _ := scripted(t, client.Config{MaxRetries: 2}, busy, busy, respond(200, sourceResponse), busy, busy, busy)

				if err := update(t.Context(), c); err != nil {
					t.Error(err)
				}

				if got := failure(t, update(t.Context(), c)); got.Kind != kind || got.StatusCode != status {
					t.Errorf("the last error is of kind %q with status %d, want %q with %d", got.Kind, got.StatusCode, kind, status)
				}
			})
		})
	}
}

func TestRetries_DoNotFollowOtherStatuses(t *testing.T) {
	tests := map[int]client.Kind{
		300: client.KindUnexpected, 304: client.KindUnexpected, 600: client.KindUnexpected, 999: client.KindUnexpected,
		400: client.KindRefused, 401: client.KindUnauthorized, 402: client.KindRefused, 403: client.KindForbidden,
		404: client.KindNotFound, 409: client.KindConflict, 422: client.KindRefused, 499: client.KindRefused,
		501: client.KindServerFailure,
	}

	for status, kind := range tests {
		t.Run(http.StatusText(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := scripted(t, client.Config{MaxRetries: 2}, respond(status, "", "X-Request-Id", "r-1"))

				want := &client.Error{
					Kind: kind, Method: "PATCH", Path: sourcePath, StatusCode: status, RequestID: "r-1",
					Attempts: 1, OutcomeUnknown: status < 400 || status > 499,
				}
				checkEqual(t, "error", want, failure(t, update(t.Context(), c)))
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

func TestRetries_FollowBrokenConnections(t *testing.T) {
	stuck := func(req *http.Request) (*http.Response, error) {
		return respondFrom(200, func() io.Reader { return waiting{req.Context()} })(req)
	}

	tests := map[string]struct {
		broken step
		kind   client.Kind
	}{
		"refused":              {failUnconnected(dialError(os.NewSyscallError("connect", syscall.ECONNREFUSED))), client.KindUnreachable},
		"no route":             {failUnconnected(dialError(os.NewSyscallError("connect", syscall.EHOSTUNREACH))), client.KindUnreachable},
		"no proxy":             {failUnconnected(&net.OpError{Op: "proxyconnect", Net: "tcp", Err: dialError(syscall.ECONNREFUSED)}), client.KindUnreachable},
		"no name server":       {failUnconnected(dialError(&net.DNSError{Err: "server misbehaving", IsTemporary: true})), client.KindUnreachable},
		"a slow name server":   {failUnconnected(dialError(&net.DNSError{Err: "i/o timeout", IsTimeout: true})), client.KindUnreachable},
		"reset":                {fail(&net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}), client.KindConnection},
		"closed":               {fail(io.EOF), client.KindConnection},
		"lost in the response": {respondFrom(200, cut), client.KindConnection},
		"lost in an error":     {respondFrom(400, cut), client.KindConnection},
		"no response in time":  {hang, client.KindTimeout},
		"half a response":      {stuck, client.KindTimeout},
		"no handshake in time": {fail(errors.New("net/http: TLS handshake timeout")), client.KindConnection},
		"a malformed response": {fail(errors.New(`malformed HTTP response "SSH-2.0"`)), client.KindConnection},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := scripted(t, client.Config{MaxRetries: 2},
					test.broken, respond(200, sourceResponse), test.broken, test.broken, test.broken)

				if err := update(t.Context(), c); err != nil {
					t.Error(err)
				}

				got := failure(t, update(t.Context(), c))
				if got.Text == "" {
					t.Error("the error has no text")
				}

				got.Text = ""

				want := &client.Error{
					Kind: test.kind, Method: "PATCH", Path: sourcePath,
					Attempts: 3, OutcomeUnknown: test.kind != client.KindUnreachable,
				}
				checkEqual(t, "error", want, got)
			})
		})
	}
}

// waiting is a body that never arrives.
type waiting struct{ ctx context.Context }

func (w waiting) Read([]byte) (int, error) {
	<-w.ctx.Done()

	return 0, w.ctx.Err()
}

func TestRetries_DoNotFollowPermanentFailures(t *testing.T) {
	tests := map[string]struct {
		err  error
		kind client.Kind
	}{
		"unknown host": {dialError(&net.DNSError{Err: "no such host", Name: "chat.example", IsNotFound: true}), client.KindUnknownHost},
		"unknown host of a proxy": {
			&net.OpError{Op: "proxyconnect", Err: dialError(&net.DNSError{Err: "no such host", IsNotFound: true})}, client.KindUnknownHost,
		},
		"untrusted certificate": {&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, client.KindTLS},
		"another certificate": {
			&tls.CertificateVerificationError{Err: x509.HostnameError{Certificate: &x509.Certificate{}, Host: "chat.example"}}, client.KindTLS,
		},
		"http spoken on an https port":    {tls.RecordHeaderError{Msg: "no handshake", RecordHeader: [5]byte([]byte("HTTP/"))}, client.KindTLS},
		"no TLS spoken on an https port":  {tls.RecordHeaderError{Msg: "no handshake", RecordHeader: [5]byte([]byte("SSH-2"))}, client.KindTLS},
		"handshake refused by the server": {&net.OpError{Op: "remote error", Err: errors.New("tls: handshake failure")}, client.KindTLS},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := scripted(t, client.Config{MaxRetries: 2}, failUnconnected(test.err))

				got := failure(t, update(t.Context(), c))
				if got.Text == "" {
					t.Error("the error has no text")
				}

				got.Text = ""

				want := &client.Error{Kind: test.kind, Method: "PATCH", Path: sourcePath, Attempts: 1}
				checkEqual(t, "error", want, got)
			})
		})
	}
}

func TestRetries_AreLimited(t *testing.T) {
	for _, retries := range []int{0, 1, client.DefaultMaxRetries, client.MaxMaxRetries} {
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

				test.want.Method, test.want.Path, test.want.Attempts = "PATCH", sourcePath, 2
				checkEqual(t, "error", &test.want, failure(t, update(t.Context(), c)))
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
