package client_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"syscall"
	"testing"
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

func TestRetries_AreLimited(t *testing.T) {
	backoffs := []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second, 30 * time.Second}

	// A quota of a minute outlasts half of each.
	full := func(backoff time.Duration) (shortest, longest time.Duration) { return backoff, backoff + time.Second }
	half := func(backoff time.Duration) (shortest, longest time.Duration) { return backoff / 2, backoff }

	for _, retries := range []int{0, 1, client.DefaultMaxRetries, client.MaxRetriesLimit} {
		for name, test := range map[string]struct {
			failed step
			bounds func(time.Duration) (shortest, longest time.Duration)
		}{
			"503": {respond(503, ""), half}, "425": {respond(425, ""), half}, "a broken connection": {fail(io.EOF), half}, "429": {respond(429, ""), full},
		} {
			onFakeClock(t, fmt.Sprintf("%d after %s", retries, name), func(t *testing.T) {
				c, service := scripted(t, client.Config{MaxRetries: retries}, times(retries+1, test.failed)...)

				if got := failure(t, update(t.Context(), c)); got.Attempts != retries+1 {
					t.Errorf("the error counts %d attempts, want %d", got.Attempts, retries+1)
				}

				different := map[time.Duration]bool{}

				for index, wait := range service.waits() {
					different[wait] = true

					shortest, longest := test.bounds(backoffs[min(index, len(backoffs)-1)])
					if wait < shortest || wait > longest {
						t.Errorf("wait %d is %s, want %s to %s", index+1, wait, shortest, longest)
					}
				}

				if len(different) < retries*3/4 {
					t.Errorf("%d waits have only %d different lengths", retries, len(different))
				}
			})
		}
	}
}

func TestRetryWait_FollowsRetryAfter(t *testing.T) {
	// The fake clock of synctest starts here.
	start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	backoff := [2]time.Duration{time.Second, 2 * time.Second}
	exactly := func(wait time.Duration) [2]time.Duration { return [2]time.Duration{wait, wait} }

	tests := map[string]struct {
		header string
		want   [2]time.Duration
	}{
		"seconds":                 {"12", exactly(12 * time.Second)},
		"zero":                    {"0", backoff},
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
		onFakeClock(t, name, func(t *testing.T) {
			c, service := scripted(t, client.Config{MaxRetries: 2},
				respond(429, "", "Retry-After", test.header), respond(408, "", "Retry-After", "3"), respond(200, sourceResponse))

			updateSucceeds(t, c)

			waits := service.waits()
			if waits[0] < test.want[0] || waits[0] > test.want[1] || waits[1] != 3*time.Second {
				t.Errorf("the waits are %s, want %s to %s, then 3s", waits, test.want[0], test.want[1])
			}
		})
	}
}

// Nobody has started the mock server, for example.
func TestRetries_AreFewForALoopbackAddress(t *testing.T) {
	refused := func(address string) step {
		return failUnconnected(&net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.ParseIP(address), Port: 8080}, Err: syscall.ECONNREFUSED})
	}

	tests := map[string]struct {
		refused         step
		failFastLocally bool
		attempts        int
	}{
		"IPv4":                     {refused("127.0.0.1"), true, 5},
		"IPv6":                     {refused("::1"), true, 5},
		"a configured number":      {refused("127.0.0.1"), false, 7},
		"another address":          {refused("192.0.2.1"), true, 7},
		"a private address":        {refused("10.0.0.5"), true, 7},
		"a connection that breaks": {fail(io.EOF), true, 7},
		"one that is reset":        {fail(&net.OpError{Op: "read", Net: "tcp", Addr: &net.TCPAddr{IP: net.ParseIP("127.0.0.1"), Port: 8080}, Err: syscall.ECONNRESET}), true, 7},
	}

	for name, test := range tests {
		onFakeClock(t, name, func(t *testing.T) {
			config := client.Config{MaxRetries: client.DefaultMaxRetries, FailFastLocally: test.failFastLocally}
			c, service := scripted(t, config, times(test.attempts, test.refused)...)
			_ = failure(t, update(t.Context(), c))

			if longest := slices.Max(service.waits()); (longest <= 2*time.Second) != (test.attempts == 5) {
				t.Errorf("after %d attempts, the longest wait is %s", test.attempts, longest)
			}
		})
	}
}
