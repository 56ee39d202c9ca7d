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

func TestRequestsPerSecond_StaysWithinAQuota(t *testing.T) {
	config := client.Config{MaxRetries: client.DefaultMaxRetries, RequestsPerSecond: 1}

	got := updateAll(t, 400, config, sixtyAMinute())
	if len(got.failed) > 0 || got.requests != 400 || got.took > 401*time.Second {
		t.Errorf("got %+v, want 400 requests, one a second, and no failure", got)
	}
}

func TestRequestsPerSecond_CostsNothingByDefault(t *testing.T) {
	got := updateAll(t, 400, client.Config{}, succeed)
	if want := 400 / client.MaxConnections * 50 * time.Millisecond; got.took != want {
		t.Errorf("400 requests took %s, want %s", got.took, want)
	}
}

// More operations than connections wait while the service is slow. What they
// have waited for must not arrive at once.
func TestRequestsPerSecond_SpacesEveryAttempt(t *testing.T) {
	for rate, interval := range map[float64]time.Duration{0.5: 2 * time.Second, 4: 250 * time.Millisecond, 3: time.Second / 3} {
		synctest.Test(t, func(t *testing.T) {
			slow := func(req *http.Request) (*http.Response, error) {
				time.Sleep(time.Minute - time.Since(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)))

				return respond(503, "")(req)
			}
			c, service := scripted(t, client.Config{MaxRetries: 1, RequestsPerSecond: rate, RequestTimeout: 2 * time.Minute}, times(80, slow)...)

			var operations sync.WaitGroup
			for range 40 {
				operations.Go(func() { _ = failure(t, update(t.Context(), c)) })
			}

			operations.Wait()

			if least := slices.Min(service.waits()); least < interval {
				t.Errorf("at %g requests per second, two attempts are only %s apart", rate, least)
			}
		})
	}
}

func TestRequestsPerSecond_WaitIsNoPartOfTheTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := scripted(t, client.Config{RequestsPerSecond: 0.001, RequestTimeout: time.Second}, times(3, respond(200, sourceResponse))...)

		for range 3 {
			if err := update(t.Context(), c); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestRequestsPerSecond_WaitEnds(t *testing.T) {
	tests := map[string]struct {
		first, second step
		kind          client.Kind
		after         time.Duration
	}{
		"with a cancellation": {respond(200, sourceResponse), nil, client.KindCanceled, 10 * time.Second},
		"with a rejected key": {func(req *http.Request) (*http.Response, error) {
			time.Sleep(5 * time.Second)
			return respond(401, "")(req)
		}, nil, client.KindNotSent, 5 * time.Second},
		"for the next attempt": {respond(200, sourceResponse), respond(403, ""), client.KindForbidden, time.Minute},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				steps, timeout := []step{test.first}, 10*time.Second
				if test.second != nil {
					steps, timeout = append(steps, test.second), time.Hour
				}

				c, _ := scripted(t, client.Config{RequestsPerSecond: 1. / 60}, steps...)

				var first sync.WaitGroup

				first.Go(func() { _ = update(t.Context(), c) })
				synctest.Wait()

				ctx, cancel := context.WithTimeout(t.Context(), timeout)
				defer cancel()

				started := time.Now()
				got := failure(t, update(ctx, c))

				if took := time.Since(started).Truncate(10 * time.Millisecond); got.Kind != test.kind || took != test.after {
					t.Errorf("after %s got %#v, want kind %q after %s", took, got, test.kind, test.after)
				}

				first.Wait()
			})
		})
	}
}
