package client_test

import (
	"context"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

// waits returns the intervals between the received requests.
func (s *script) waits() []time.Duration {
	var waits []time.Duration
	for index := 1; index < len(s.requests); index++ {
		waits = append(waits, s.requests[index].At.Sub(s.requests[index-1].At))
	}

	return waits
}

func TestRetryWait_GrowsWithinBounds(t *testing.T) {
	bounds := []struct{ shortest, longest time.Duration }{
		{500 * time.Millisecond, time.Second},
		{time.Second, 2 * time.Second},
		{2 * time.Second, 4 * time.Second},
		{4 * time.Second, 8 * time.Second},
		{8 * time.Second, 16 * time.Second},
		{15 * time.Second, 30 * time.Second},
	}

	for name, broken := range map[string]step{"status": respond(503, ""), "connection": fail(io.EOF)} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, service := scripted(t, client.Config{MaxRetries: client.MaxRetriesLimit}, times(client.MaxRetriesLimit+1, broken)...)

				_ = failure(t, update(t.Context(), c))

				for index, wait := range service.waits() {
					bound := bounds[min(index, len(bounds)-1)]
					if wait < bound.shortest || wait > bound.longest {
						t.Errorf("wait %d is %s, want %s to %s", index+1, wait, bound.shortest, bound.longest)
					}
				}
			})
		})
	}
}

func TestRetryWait_IsRandom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := map[time.Duration]bool{}

		for range 20 {
			c, service := scripted(t, client.Config{MaxRetries: 1}, respond(503, ""), respond(200, sourceResponse))

			if err := update(t.Context(), c); err != nil {
				t.Fatal(err)
			}

			waits[service.waits()[0]] = true
		}

		if len(waits) < 15 {
			t.Errorf("20 first waits have only %d different lengths", len(waits))
		}
	})
}

func TestRetryWait_FollowsRetryAfter(t *testing.T) {
	// The fake clock of synctest starts here.
	start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	backoff := [2]time.Duration{500 * time.Millisecond, time.Second}
	exactly := func(wait time.Duration) [2]time.Duration { return [2]time.Duration{wait, wait} }

	tests := map[string]struct {
		header string
		want   [2]time.Duration
	}{
		"seconds":                 {"7", exactly(7 * time.Second)},
		"zero":                    {"0", exactly(0)},
		"over a minute":           {"61", exactly(time.Minute)},
		"absurd":                  {"99999999999999999999999999", exactly(time.Minute)},
		"a date":                  {start.Add(9 * time.Second).Format(http.TimeFormat), exactly(9 * time.Second)},
		"a date in an old format": {start.Add(9 * time.Second).Format(time.ANSIC), exactly(9 * time.Second)},
		"a date far ahead":        {start.AddDate(5, 0, 0).Format(http.TimeFormat), exactly(time.Minute)},
		"a date that has passed":  {start.Add(-time.Second).Format(http.TimeFormat), backoff},
		"absent":                  {"", backoff},
		"negative":                {"-5", backoff},
		"garbage":                 {"soon", backoff},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, service := scripted(t, client.Config{MaxRetries: 2},
					respond(429, "", "Retry-After", test.header), respond(408, "", "Retry-After", "3"), respond(200, sourceResponse))

				if err := update(t.Context(), c); err != nil {
					t.Fatal(err)
				}

				waits := service.waits()
				if waits[0] < test.want[0] || waits[0] > test.want[1] || waits[1] != 3*time.Second {
					t.Errorf("the waits are %s, want %s to %s, then 3s", waits, test.want[0], test.want[1])
				}
			})
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
		steps    []step
		attempts int
	}{
		"in a request":             {[]step{hang}, 1},
		"in the wait after one":    {[]step{respond(503, "", "Retry-After", "60")}, 1},
		"in the request after one": {[]step{respond(503, "", "Retry-After", "1"), hang}, 2},
	}

	ends := map[string]func(context.Context) (context.Context, context.CancelFunc){
		"canceled": func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(4*time.Second, cancel)

			return ctx, cancel
		},
		"deadline": func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 4*time.Second)
		},
	}

	for name, test := range tests {
		for endName, end := range ends {
			t.Run(name+" by "+endName, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c, _ := scripted(t, client.Config{MaxRetries: 5}, test.steps...)

					ctx, cancel := end(t.Context())
					defer cancel()

					start := time.Now()
					got := failure(t, update(ctx, c))

					if got.Kind != client.KindCanceled || got.Attempts != test.attempts {
						t.Errorf("the error is of kind %q after %d attempts, want %q after %d",
							got.Kind, got.Attempts, client.KindCanceled, test.attempts)
					}

					if elapsed := time.Since(start); elapsed != 4*time.Second {
						t.Errorf("the operation ended after %s, want 4s", elapsed)
					}
				})
			})
		}
	}
}

func TestCanceling_BeforeTheStartSendsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	c, _ := scripted(t, client.Config{MaxRetries: 5})

	if got := failure(t, update(ctx, c)); got.Kind != client.KindCanceled {
		t.Errorf("the error is of kind %q, want %q", got.Kind, client.KindCanceled)
	}
}
