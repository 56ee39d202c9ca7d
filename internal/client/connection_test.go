package client_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestRequestTimeout_ExcludesWaitForConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int32

		slow := func(req *http.Request) (*http.Response, error) {
			defer running.Add(-1)

			for now := running.Add(1); ; {
				before := most.Load()
				if now <= before || most.CompareAndSwap(before, now) {
					break
				}
			}

			select {
			case <-time.After(1200 * time.Millisecond):
				return respond(200, sourceResponse)(req)
			case <-req.Context().Done():
				return nil, req.Context().Err()
			}
		}

		c, _ := scripted(t, client.Config{RequestTimeout: 2 * time.Second}, times(30, slow)...)

		var operations sync.WaitGroup
		for range 30 {
			operations.Go(func() {
				if err := update(t.Context(), c); err != nil {
					t.Error(err)
				}
			})
		}

		operations.Wait()

		if got := most.Load(); got != client.MaxConnections {
			t.Errorf("%d requests were sent at once, want %d", got, client.MaxConnections)
		}
	})
}

func TestConnections_CanceledWaitSendsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c, _ := scripted(t, client.Config{}, times(client.MaxConnections, hang)...)

		var operations sync.WaitGroup
		for range client.MaxConnections {
			operations.Go(func() { _ = update(ctx, c) })
		}

		synctest.Wait()
		time.AfterFunc(time.Second, cancel)

		got := failure(t, update(ctx, c))
		if got.Kind != client.KindCanceled || got.Attempts != 0 || got.OutcomeUnknown {
			t.Errorf("got %#v, want a canceled operation that sent nothing", got)
		}

		operations.Wait()
	})
}

// silent accepts connections, reads, and never responds.
func silent(t *testing.T) string {
	t.Helper()

	return listen(t, func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
}

func TestOutcomeUnknown_OnlyAfterRequestIsWritten(t *testing.T) {
	// A handshake continues after its request has timed out.
	impatient, patient := client.NewTransport(nil), client.NewTransport(nil)
	impatient.TLSHandshakeTimeout, patient.TLSHandshakeTimeout = 10*time.Millisecond, time.Second

	abort := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)

		panic(http.ErrAbortHandler)
	}

	closed := listen(t, func(net.Conn) {})
	half := listen(t, func(conn net.Conn) {
		_, _ = bufio.NewReader(conn).Peek(1)
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
		_, _ = io.Copy(io.Discard, conn)
	})
	http1, http1Transport := startTLS(t, abort, nil)
	http2, http2Transport := startTLS(t, abort, func(server *httptest.Server) { server.EnableHTTP2 = true })

	tests := map[string]struct {
		address   string
		transport *http.Transport
		timeout   time.Duration
		kind      client.Kind
		unknown   bool
		text      string // a part of it
	}{
		"no connection":                 {"http://" + closedAddress(t), patient, time.Minute, client.KindUnreachable, false, ""},
		"no TLS handshake":              {"https://" + silent(t), impatient, time.Minute, client.KindTLS, false, ""},
		"no TLS handshake in time":      {"https://" + silent(t), patient, 50 * time.Millisecond, client.KindTLS, false, "timed out after 50ms: no TLS handshake"},
		"a handshake that breaks off":   {"https://" + closed, patient, time.Minute, client.KindTLS, false, ""},
		"no response in time":           {"http://" + silent(t), patient, 50 * time.Millisecond, client.KindTimeout, true, "timed out after 50ms: no response"},
		"half a response in time":       {"http://" + half, patient, 50 * time.Millisecond, client.KindTimeout, true, "timed out after 50ms: the response is incomplete"},
		"a connection that breaks off":  {"http://" + closed, patient, time.Minute, client.KindConnection, true, ""},
		"an HTTP/1.1 request cut short": {"https://" + http1, http1Transport, time.Minute, client.KindConnection, true, ""},
		"an HTTP/2 request cut short":   {"https://" + http2, http2Transport, time.Minute, client.KindConnection, true, ""},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			config := client.Config{Transport: test.transport, RequestTimeout: test.timeout}

			got := failure(t, update(t.Context(), newClient(t, test.address, config)))
			if got.Kind != test.kind || got.OutcomeUnknown != test.unknown || got.Text == "" || !strings.Contains(got.Text, test.text) {
				t.Errorf("got %#v, want kind %q, unknown outcome %t, and a text with %q", got, test.kind, test.unknown, test.text)
			}
		})
	}
}

func TestRequestTimeout_LimitsOneAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, service := scripted(t, client.Config{MaxRetries: 1, RequestTimeout: 2 * time.Second}, respond(503, "", "Retry-After", "50"), hang)

		if got := failure(t, update(t.Context(), c)); got.Kind != client.KindTimeout {
			t.Errorf("the error is of kind %q, want %q", got.Kind, client.KindTimeout)
		}

		if got := time.Since(service.requests[1].At); got != 2*time.Second {
			t.Errorf("the last attempt took %s, want 2s", got)
		}
	})
}

func TestRequestTimeout_ZeroIsNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(req *http.Request) (*http.Response, error) {
			select {
			case <-time.After(24 * time.Hour):
				return respond(200, sourceResponse)(req)
			case <-req.Context().Done():
				return nil, req.Context().Err()
			}
		}

		service := &script{t: t, steps: []step{slow}}
		if err := update(t.Context(), client.New(client.Config{BaseURL: parseBaseURL(t, "https://chat.example"), APIKey: "k", Transport: service})); err != nil {
			t.Error(err)
		}
	})
}

func TestCanceling_EndsAtOnce(t *testing.T) {
	tests := map[string]struct {
		after    time.Duration
		steps    []step
		attempts int
	}{
		"before the start":         {0, nil, 0},
		"in a request":             {4 * time.Second, []step{hang}, 1},
		"in the wait after one":    {4 * time.Second, []step{respond(503, "", "Retry-After", "60")}, 1},
		"in the request after one": {4 * time.Second, []step{respond(503, "", "Retry-After", "1"), hang}, 2},
		"in a response":            {4 * time.Second, []step{stuck(200)}, 1},
	}

	for name, test := range tests {
		for cause, with := range map[string]func(context.Context, time.Duration) (context.Context, context.CancelFunc){
			"deadline": context.WithTimeout, "canceled": canceledAfter,
		} {
			bubble(t, name+" by "+cause, func(t *testing.T) {
				c, _ := scripted(t, client.Config{MaxRetries: 5}, test.steps...)

				ctx, cancel := with(t.Context(), test.after)
				defer cancel()

				start := time.Now()
				got := failure(t, update(ctx, c))

				if got.Kind != client.KindCanceled || got.Attempts != test.attempts || time.Since(start) != test.after {
					t.Errorf("after %s got %#v, want a canceled operation after %s and %d attempts", time.Since(start), got, test.after, test.attempts)
				}
			})
		}
	}
}

// canceledAfter returns a context that is canceled after a while.
func canceledAfter(ctx context.Context, wait time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)

	if wait == 0 {
		cancel()
	}

	time.AfterFunc(wait, cancel)

	return ctx, cancel
}
