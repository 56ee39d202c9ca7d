package client_test

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// notSent is the error of an operation that was not sent because of cause.
func notSent(cause *client.Error) *client.Error {
	return &client.Error{Kind: client.KindNotSent, Method: "PATCH", Path: sourcePath, Cause: cause}
}

func TestBreaker_StopsOperationsThatCannotSucceed(t *testing.T) {
	refused := failUnconnected(dialError(syscall.ECONNREFUSED))

	tests := map[string]struct {
		retries int
		steps   []step
		kind    client.Kind
	}{
		"a refused API key":                   {3, []step{respond(401, "")}, client.KindUnauthorized},
		"a refused API key in half an error":  {3, []step{respondFrom(401, cut)}, client.KindUnauthorized},
		"a refused API key after a retry":     {3, []step{respond(503, ""), respond(401, "")}, client.KindUnauthorized},
		"no connection after all retries":     {2, times(3, refused), client.KindUnreachable},
		"no connection without retries":       {0, []step{refused}, client.KindUnreachable},
		"no response":                         {1, times(2, hang), client.KindTimeout},
		"an unknown host":                     {3, []step{failUnconnected(&net.DNSError{IsNotFound: true})}, client.KindUnknownHost},
		"another failure after no connection": {1, []step{refused, hang}, client.KindTimeout},
	}

	for name, test := range tests {
		bubble(t, name, func(t *testing.T) {
			c, _ := scripted(t, client.Config{MaxRetries: test.retries}, test.steps...)

			first := failure(t, update(t.Context(), c))
			if first.Kind != test.kind {
				t.Errorf("the first error is of kind %q, want %q", first.Kind, test.kind)
			}

			for range 3 {
				checkEqual(t, "error of a later operation", notSent(first), failure(t, update(t.Context(), c)))
			}
		})
	}
}

func TestBreaker_AllowsOperationsThatMaySucceed(t *testing.T) {
	refused := failUnconnected(dialError(syscall.ECONNREFUSED))

	tests := map[string][]step{
		"a forbidden object":          {respond(403, "")},
		"an unavailable service":      times(3, respond(503, "")),
		"a redirect":                  {respond(302, "", "Location", "/x")},
		"an outage after a response":  {respond(503, ""), refused, refused},
		"an outage after a half one":  {respondFrom(200, cut), refused, refused},
		"a wrong object":              {respond(200, `{"id":9}`)},
		"a certificate after a retry": {respond(503, ""), failUnconnected(&net.DNSError{IsNotFound: true})},
	}

	for name, steps := range tests {
		bubble(t, name, func(t *testing.T) {
			c, _ := scripted(t, client.Config{MaxRetries: 2}, append(steps, respond(200, sourceResponse))...)

			_ = failure(t, update(t.Context(), c))

			if err := update(t.Context(), c); err != nil {
				t.Errorf("the next operation returned %v", err)
			}
		})
	}
}

func TestBreaker_IgnoresCanceledAndInvalidRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := scripted(t, client.Config{}, hang, respond(200, sourceResponse))

		canceled, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()

		_ = failure(t, update(canceled, c))

		_, err := c.UpdateAppearance(t.Context(), "7", client.Appearance{}, client.Appearance{})
		_ = failure(t, err)

		if err := update(t.Context(), c); err != nil {
			t.Error(err)
		}
	})
}

// A rejected key ends the waits for a connection or a retry. Requests being
// sent are not interrupted.
func TestBreaker_StopsWaitsNotRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var number atomic.Int32

		service := func(req *http.Request) (*http.Response, error) {
			switch number.Add(1) {
			case 1:
				<-time.After(10 * time.Second)

				return respond(401, "")(req)
			case 2:
				return respond(503, "", "Retry-After", "60")(req)
			}

			<-time.After(20 * time.Second)

			return respond(200, sourceResponse)(req)
		}

		// One more request is sent while the second one waits for its retry.
		c, _ := scripted(t, client.Config{MaxRetries: 3}, times(client.MaxConnections+1, service)...)

		var (
			mu         sync.Mutex
			kinds      = map[client.Kind]int{}
			ended      = map[client.Kind]time.Duration{}
			start      = time.Now()
			operations sync.WaitGroup
		)

		for range 30 {
			operations.Go(func() {
				kind := client.Kind("")
				if err := update(t.Context(), c); err != nil {
					kind = failure(t, err).Kind
				}

				mu.Lock()
				defer mu.Unlock()

				kinds[kind]++
				ended[kind] = time.Since(start)
			})
		}

		operations.Wait()

		wantKinds := map[client.Kind]int{"": 9, client.KindUnauthorized: 1, client.KindServerFailure: 1, client.KindNotSent: 19}
		checkEqual(t, "kinds of the errors", wantKinds, kinds)

		wantEnded := map[client.Kind]time.Duration{
			"": 20 * time.Second, client.KindUnauthorized: 10 * time.Second, client.KindServerFailure: 10 * time.Second,
			client.KindNotSent: 10 * time.Second,
		}
		checkEqual(t, "when the last operation of each kind ended", wantEnded, ended)
	})
}
