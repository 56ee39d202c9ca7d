package client_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// More operations than connections wait while the service is slow. What they
// have waited for must not arrive at once.
func TestRequestsPerSecond_SpacesEveryAttempt(t *testing.T) {
	for rate, interval := range map[float64]time.Duration{0.5: 2 * time.Second, 4: 250 * time.Millisecond, 3: time.Second / 3} {
		synctest.Test(t, func(t *testing.T) {
			slow := func(req *http.Request) (*http.Response, error) {
				time.Sleep(time.Minute - time.Since(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)))

				return respond(503, "")(req)
			}

			const operations = client.MaxConnections + 20

			steps := append(times(operations, slow), times(operations, respond(200, sourceResponse))...)
			c, service := scripted(t, client.Config{MaxRetries: 1, RequestsPerSecond: rate, RequestTimeout: 2 * time.Minute}, steps...)

			together(operations, func() { updateSucceeds(t, c) })

			if least := slices.Min(service.waits()); least < interval-time.Microsecond { // rounded
				t.Errorf("at %g requests per second, two attempts are only %s apart", rate, least)
			}
		})
	}
}

func TestRequestsPerSecond_WaitEnds(t *testing.T) {
	rejected := func(req *http.Request) (*http.Response, error) {
		time.Sleep(5 * time.Second)

		return respond(401, "")(req)
	}

	tests := map[string]struct {
		steps   []step
		timeout time.Duration
		kind    client.Kind
		after   time.Duration
	}{
		"with a cancellation":  {[]step{respond(200, sourceResponse)}, 10 * time.Second, client.KindCanceled, 10 * time.Second},
		"with a rejected key":  {[]step{rejected}, time.Hour, client.KindNotSent, 5 * time.Second},
		"for the next attempt": {[]step{respond(200, sourceResponse), respond(403, "")}, time.Hour, client.KindForbidden, time.Minute},
	}

	for name, test := range tests {
		onFakeClock(t, name, func(t *testing.T) {
			// The wait is no part of the time-out.
			c, _ := scripted(t, client.Config{RequestsPerSecond: 1. / 60, RequestTimeout: 6 * time.Second}, test.steps...)

			var first sync.WaitGroup

			first.Go(func() { _ = update(t.Context(), c) })
			synctest.Wait()

			ctx, cancel := context.WithTimeout(t.Context(), test.timeout)
			defer cancel()

			started := time.Now()
			got := failure(t, update(ctx, c))

			if took := time.Since(started).Truncate(10 * time.Millisecond); got.Kind != test.kind || took != test.after {
				t.Errorf("after %s got %#v, want kind %q after %s", took, got, test.kind, test.after)
			}

			first.Wait()
		})
	}
}
