package client_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// The wait for one of them is no part of the time-out.
func TestConnections_AreLimitedAndWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(req *http.Request) (*http.Response, error) {
			time.Sleep(1200 * time.Millisecond)

			return respond(200, sourceResponse)(req)
		}

		c, service := scripted(t, client.Config{RequestTimeout: 2 * time.Second}, times(3*client.MaxConnections, slow)...)

		together(3*client.MaxConnections, func() { updateSucceeds(t, c) })

		sentAt := map[time.Time]int{}
		for _, request := range service.requests {
			sentAt[request.At]++
		}

		for at, count := range sentAt {
			if count != client.MaxConnections {
				t.Errorf("%d requests were sent at once at %s, want %d", count, at, client.MaxConnections)
			}
		}
	})
}

func TestConnections_CanceledWaitSendsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c, _ := scripted(t, client.Config{}, times(client.MaxConnections, hang)...)

		time.AfterFunc(time.Second, cancel)

		together(client.MaxConnections+1, func() {
			if got := failure(t, update(ctx, c)); got.Kind != client.KindCanceled || (got.Outcome == client.OutcomeUnknown) != (got.Attempts == 1) {
				t.Errorf("got %#v, want a canceled operation", got)
			}
		})
	})
}

// silent accepts connections, reads, and never responds.
func silent(t *testing.T) string {
	t.Helper()

	return listen(t, func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
}

func TestOutcomeUnknown_OnlyAfterRequestIsWritten(t *testing.T) {
	// A handshake continues after its request has timed out.
	impatient, patient := client.NewTransport(nil, tls.Certificate{}), client.NewTransport(nil, tls.Certificate{})
	impatient.TLSHandshakeTimeout, patient.TLSHandshakeTimeout = 10*time.Millisecond, time.Second

	abort := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)

		panic(http.ErrAbortHandler)
	}

	blocked := client.NewTransport(nil, tls.Certificate{})
	blocked.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()

		return nil, ctx.Err()
	}

	closed := listen(t, func(net.Conn) {})
	aborting, trusting := startTLS(t, abort, nil)

	tests := map[string]struct {
		address   string
		transport *http.Transport
		timeout   time.Duration
		kind      client.Kind
		unknown   bool
		text      string // a part of it
	}{
		"no connection":                {"http://" + closedAddress(t), patient, time.Minute, client.KindUnreachable, false, ""},
		"no connection in time":        {"http://" + closed, blocked, 50 * time.Millisecond, client.KindUnreachable, false, "timed out after 50ms: no connection"},
		"no TLS handshake":             {"https://" + silent(t), impatient, time.Minute, client.KindTLS, false, ""},
		"no TLS handshake in time":     {"https://" + silent(t), patient, 50 * time.Millisecond, client.KindTLS, false, "timed out after 50ms: no TLS handshake"},
		"a handshake that breaks off":  {"https://" + closed, patient, time.Minute, client.KindTLS, false, ""},
		"no response in time":          {"http://" + silent(t), patient, 50 * time.Millisecond, client.KindTimeout, true, "timed out after 50ms: no response"},
		"a connection that breaks off": {"http://" + closed, patient, time.Minute, client.KindConnection, true, ""},
		"a request that is cut short":  {"https://" + aborting, trusting, time.Minute, client.KindConnection, true, ""},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			config := client.Config{Transport: test.transport, RequestTimeout: test.timeout}

			got := failure(t, update(t.Context(), newClient(t, test.address, config)))
			if got.Kind != test.kind || (got.Outcome == client.OutcomeUnknown) != test.unknown || got.Text == "" || !strings.Contains(got.Text, test.text) {
				t.Errorf("got %#v, want kind %q, unknown outcome %t, and a text with %q", got, test.kind, test.unknown, test.text)
			}
		})
	}

	// net/http refuses this header before it looks for a connection.
	config := client.Config{Transport: patient, Headers: map[string]string{"X-Gateway": "a\nb"}}
	if got := failure(t, update(t.Context(), newClient(t, "http://"+closed, config))); got.Outcome == client.OutcomeUnknown {
		t.Errorf("got %#v, want a known outcome", got)
	}
}

// The server reads the second request on a connection, and closes it.
func TestOutcomeUnknown_AfterRequestOnReusedConnection(t *testing.T) {
	address := listen(t, func(conn net.Conn) {
		reader := bufio.NewReader(conn)
		for _, response := range []string{fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(sourceResponse), sourceResponse), ""} {
			req, err := http.ReadRequest(reader)
			if err != nil {
				t.Errorf("the request does not arrive on the connection: %v", err)

				return
			}

			_, _ = io.Copy(io.Discard, req.Body)
			_, _ = io.WriteString(conn, response)
		}
	})

	c := newClient(t, "http://"+address, client.Config{})
	updateSucceeds(t, c)

	if got := failure(t, update(t.Context(), c)); got.Kind != client.KindConnection || got.Outcome != client.OutcomeUnknown {
		t.Errorf("got %#v, want a lost connection and an unknown outcome", got)
	}
}

func TestCanceling_EndsAtOnce(t *testing.T) {
	tests := map[string]struct {
		after    time.Duration
		steps    []step
		attempts int
	}{
		"before the start":         {0, nil, 0},
		"in the wait after one":    {4 * time.Second, []step{respond(503, "", "Retry-After", "60")}, 1},
		"in the request after one": {4 * time.Second, []step{respond(503, "", "Retry-After", "1"), hang}, 2},
		"in a response":            {4 * time.Second, []step{stuck(200)}, 1},
	}

	for name, test := range tests {
		onFakeClock(t, name, func(t *testing.T) {
			c, _ := scripted(t, client.Config{MaxRetries: 5}, test.steps...)

			ctx, cancel := context.WithTimeout(t.Context(), test.after)
			defer cancel()

			start := time.Now()
			got := failure(t, update(ctx, c))

			if got.Kind != client.KindCanceled || got.Attempts != test.attempts || time.Since(start) != test.after {
				t.Errorf("after %s got %#v, want a canceled operation after %s and %d attempts", time.Since(start), got, test.after, test.attempts)
			}
		})
	}
}
