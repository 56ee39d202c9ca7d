package client_test

import (
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"slices"
	"strconv"
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
	full := func(backoff time.Duration) (shortest, longest time.Duration) { return backoff, 2 * backoff }
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

				for index, wait := range service.waits() {
					shortest, longest := test.bounds(backoffs[min(index, len(backoffs)-1)])
					if wait < shortest || wait > longest {
						t.Errorf("wait %d is %s, want %s to %s", index+1, wait, shortest, longest)
					}
				}

				// Requests that failed together are too many for a limit if they return together.
				if waits := service.waits(); retries == client.MaxRetriesLimit && slices.Max(waits)-slices.Min(waits[len(backoffs):]) < 5*time.Second {
					t.Errorf("the waits are %s", waits)
				}
			})
		}
	}
}

func TestRetryWait_FollowsRetryAfter(t *testing.T) {
	// The fake clock of synctest starts here.
	start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	backoff := [2]time.Duration{time.Second, 2 * time.Second}
	in := func(wait time.Duration, layout string) string { return start.Add(wait).Format(layout) }
	atLeast := func(wait time.Duration) [2]time.Duration { return [2]time.Duration{wait, wait + time.Second} }

	tests := map[string]struct {
		header string
		want   [2]time.Duration
		date   string
	}{
		"seconds":                 {"12", atLeast(12 * time.Second), ""},
		"zero":                    {"0", backoff, ""},
		"almost a minute":         {"59", atLeast(59 * time.Second), ""},
		"over a minute":           {"61", atLeast(61 * time.Second), ""},
		"for three retries":       {"180", atLeast(180 * time.Second), ""},
		"a fraction":              {"8.2", atLeast(9 * time.Second), ""},
		"a whole number":          {"9.0", atLeast(9 * time.Second), ""},
		"seconds since 1970":      {strconv.FormatInt(start.Unix()+9, 10), atLeast(9 * time.Second), ""},
		"the same with parts":     {strconv.FormatInt(start.Unix()+8, 10) + ".25", atLeast(9 * time.Second), ""},
		"in milliseconds":         {strconv.FormatInt(start.UnixMilli()+9000, 10), atLeast(9 * time.Second), ""},
		"in nanoseconds":          {strconv.FormatInt(start.UnixNano()+9e9, 10), atLeast(9 * time.Second), ""},
		"the same that passed":    {strconv.FormatInt(start.Unix()-9, 10), backoff, ""},
		"by another clock":        {strconv.FormatInt(start.Unix()+69, 10), atLeast(9 * time.Second), start.Add(time.Minute).Format(http.TimeFormat)},
		"no number":               {"NaN", backoff, ""},
		"infinite":                {"Inf", backoff, ""},
		"an exponent":             {"9e0", backoff, ""},
		"hexadecimal":             {"0x9", backoff, ""},
		"with a sign":             {"+9", backoff, ""},
		"with a unit":             {"9s", backoff, ""},
		"without digits before":   {".9", backoff, ""},
		"a date in UTC":           {in(9*time.Second, "Mon, 02 Jan 2006 15:04:05 UTC"), atLeast(9 * time.Second), ""},
		"a short day":             {in(9*time.Second, "Mon, 2 Jan 2006 15:04:05 GMT"), atLeast(9 * time.Second), ""},
		"no offset":               {in(9*time.Second, time.RFC1123Z), atLeast(9 * time.Second), ""},
		"an offset":               {in(2*time.Hour+9*time.Second, "Mon, 02 Jan 2006 15:04:05") + " +0200", atLeast(9 * time.Second), ""},
		"another zone":            {in(time.Minute, "Mon, 02 Jan 2006 15:04:05 CET"), backoff, ""},
		"RFC 850":                 {in(9*time.Second, "Monday, 02-Jan-06 15:04:05 GMT"), atLeast(9 * time.Second), ""},
		"RFC 850 elsewhere":       {in(time.Minute, "Monday, 02-Jan-06 15:04:05 CET"), backoff, ""},
		"ISO 8601":                {in(9*time.Second, "2006-01-02T15:04:05Z"), atLeast(9 * time.Second), ""},
		"ISO 8601, parts":         {in(9*time.Second, "2006-01-02T15:04:05.000Z"), atLeast(9 * time.Second), ""},
		"ISO 8601, an offset":     {in(2*time.Hour+9*time.Second, "2006-01-02T15:04:05") + "+02:00", atLeast(9 * time.Second), ""},
		"ISO 8601, no colon":      {in(9*time.Second, "2006-01-02T15:04:05") + "+0000", atLeast(9 * time.Second), ""},
		"ISO 8601, no zone":       {in(time.Minute, "2006-01-02T15:04:05"), backoff, ""},
		"a date":                  {in(9*time.Second, http.TimeFormat), atLeast(9 * time.Second), ""},
		"a date in an old format": {in(9*time.Second, time.ANSIC), atLeast(9 * time.Second), ""},
		"a date by a slow clock":  {in(-51*time.Minute, http.TimeFormat), atLeast(9 * time.Second), in(-51*time.Minute-9*time.Second, http.TimeFormat)},
		"a moment long before":    {"1700000000", backoff, "Thu, 01 Jan 2595 00:00:00 GMT"},
		"a date that has passed":  {in(-time.Second, http.TimeFormat), backoff, ""},
		"absent":                  {"", backoff, ""},
		"negative":                {"-5", backoff, ""},
		"garbage":                 {"soon", backoff, ""},
	}

	for name, test := range tests {
		onFakeClock(t, name, func(t *testing.T) {
			c, service := scripted(t, client.Config{MaxRetries: 3},
				respond(429, "", "Retry-After", test.header, "Date", test.date), respond(408, "", "Retry-After", "3"), respond(503, "", "Retry-After", "3"),
				respond(200, sourceResponse))

			if failed := update(t.Context(), c); failed != nil {
				t.Fatal(failed)
			}

			for index, want := range [][2]time.Duration{test.want, {3 * time.Second, 5 * time.Second}, {4 * time.Second, 8 * time.Second}} {
				if wait := service.waits()[index]; wait < want[0] || wait > want[1] {
					t.Errorf("wait %d is %s, want %s", index+1, wait, want)
				}
			}
		})
	}
}

// A wait that is longer than all retries can be ends the run; one that only the remaining
// ones cannot wait ends the operation.
func TestRetryAfter_MayEndTheRun(t *testing.T) {
	tests := map[string]struct {
		steps []step
		want  time.Duration
		stops bool
	}{
		"an hour":               {[]step{respond(503, "", "Retry-After", "3600")}, time.Hour, true},
		"an hour of a quota":    {[]step{respond(403, "", "Retry-After", "3600")}, time.Hour, true},
		"absurd":                {[]step{respond(429, "", "Retry-After", "999999999999999999999999999")}, time.Duration(math.MaxInt64).Truncate(time.Second), true},
		"a date far ahead":      {[]step{respond(429, "", "Retry-After", "Sat, 01 Jan 2000 05:00:00 GMT")}, 5 * time.Hour, true},
		"for remaining retries": {[]step{respond(503, ""), respond(503, "", "Retry-After", "61")}, 61 * time.Second, false},
		"for the next run":      {[]step{respond(503, ""), respond(503, ""), respond(503, "", "Retry-After", "120")}, 2 * time.Minute, false},
		"honest until the end":  {times(3, respond(503, "", "Retry-After", "1")), 0, false},
		"of a refusal":          {[]step{respond(400, "", "Retry-After", "3600")}, 0, false},
	}

	for name, test := range tests {
		onFakeClock(t, name, func(t *testing.T) {
			steps := test.steps
			if !test.stops {
				steps = append(steps, respond(200, sourceResponse))
			}

			c, _ := scripted(t, client.Config{MaxRetries: 2}, steps...)
			first := failure(t, update(t.Context(), c))

			if first.RetryAfter != test.want || first.Attempts != len(test.steps) {
				t.Errorf("got %#v, want a wait of %s", first, test.want)
			}

			if test.stops {
				updateFails(t, c, client.Error{Kind: client.KindNotSent, Cause: first})
			} else {
				updateSucceeds(t, c)
			}
		})
	}
}

// Nobody has started the mock server, for example.
func TestRetries_AreFewForALoopbackAddress(t *testing.T) {
	dial := func(address string) error {
		return &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.ParseIP(address), Port: 8080}, Err: syscall.ECONNREFUSED}
	}
	refused := func(address string) step { return failUnconnected(dial(address)) }

	tests := map[string]struct {
		refused         step
		failFastLocally bool
		attempts        int
	}{
		"IPv4":                     {refused("127.0.0.1"), true, 5},
		"IPv6":                     {refused("::1"), true, 5},
		"a configured number":      {refused("127.0.0.1"), false, 7},
		"a proxy":                  {failUnconnected(&net.OpError{Op: "proxyconnect", Net: "tcp", Err: dial("127.0.0.1")}), true, 5},
		"another proxy":            {failUnconnected(&net.OpError{Op: "socks connect", Net: "tcp", Err: dial("192.0.2.1")}), true, 7},
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

			config.MaxRetries = 0
			c, _ = scripted(t, config, test.refused)
			_ = failure(t, update(t.Context(), c))
		})
	}
}
