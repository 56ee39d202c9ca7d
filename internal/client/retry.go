package client

import (
	"errors"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

// Limits of the waits between attempts.
const (
	minRetryWait  = 500 * time.Millisecond
	maxRetryWait  = 30 * time.Second
	maxRetryAfter = 60 * time.Second // for each remaining retry
	minMoment     = 5e8              // seconds that are those since 1970: no wait is 15 years
)

// Limits of Config.FailFastLocally: most likely, nobody has started the service.
// All waits together are about five seconds.
const (
	failFastLocallyRetries = 4
	failFastLocallyWait    = 2 * time.Second
)

// failFastLocally reports whether a loopback address, also a proxy's, refused the connection
// and the operation is to end early because of it.
func (c *Client) failFastLocally(err error) bool {
	for failed, is := errors.AsType[*net.OpError](err); is; failed, is = errors.AsType[*net.OpError](failed.Err) { // that of a proxy has another
		if address, isTCP := failed.Addr.(*net.TCPAddr); isTCP && failed.Op == "dial" && address.IP.IsLoopback() {
			return c.config.FailFastLocally
		}
	}

	return false
}

// decide says of a result whether it is final, and else how long to wait.
func (c *Client) decide(next *result) {
	left := c.maxRetries(*next) + 1 - next.Number
	isTooLong := next.isTemporary && next.retryAfter > longestWait(left)
	next.isFinal, next.wait = !next.isTemporary || left <= 0 || isTooLong, retryWait(*next)

	if isTooLong {
		next.tooLong = next.retryAfter
	}
}

// maxRetries returns how many retries an operation has after an attempt.
func (c *Client) maxRetries(last result) int {
	if last.failFastLocally {
		return min(c.config.MaxRetries, failFastLocallyRetries)
	}

	return c.config.MaxRetries
}

// longestWait is how long that many retries can wait for a Retry-After, or the next run.
func longestWait(retries int) time.Duration { return maxRetryAfter * time.Duration(max(retries, 1)) }

// retryWait returns the wait after a failed attempt: an exponential backoff or, if it is
// longer, what the service asked for. A part is random, to spread requests that failed
// together. After 429, all of the backoff passes, to outlast a quota by the minute.
func retryWait(last result) time.Duration {
	longest := min(maxRetryWait, minRetryWait<<last.Number) // far from an overflow after MaxRetriesLimit
	if last.failFastLocally {
		longest = min(longest, failFastLocallyWait)
	}

	if last.retryAfter > 0 || last.Kind == KindRateLimited {
		return max(last.retryAfter, longest) + rand.N(longest) //nolint:gosec // not a secret
	}

	return longest/2 + rand.N(longest/2+1) //nolint:gosec // not a secret
}

var (
	// seconds matches a number of seconds: not all that strconv parses is plainly one.
	seconds = regexp.MustCompile(`^\d+(?:\.\d+)?$`)
	// utc matches the zones of a date that time.Parse takes for any zone, an hour wrong.
	utc = regexp.MustCompile(` (?:GMT|UTC)$`)
)

// retryAfter parses a Retry-After header: seconds, or a moment by the clock of the service,
// as a date or in seconds since 1970, or in thousandths. 0, a moment in the past, and what is
// not plainly a time are no waits.
func retryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")

	sent, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		sent = time.Now()
	}

	if seconds.MatchString(value) {
		wait, _ := strconv.ParseFloat(value, 64)                       // infinite if there are too many digits
		for units := 3; wait >= 1000*minMoment && units > 0; units-- { // milliseconds to nanoseconds
			wait /= 1000
		}

		if wait >= minMoment {
			wait -= float64(sent.Unix())
		}

		return time.Duration(max(0, min(math.Ceil(wait), float64(math.MaxInt64/time.Second)))) * time.Second
	}

	for _, layout := range []string{"Mon, 2 Jan 2006 15:04:05 -0700", "Monday, 2-Jan-06 15:04:05 -0700", time.ANSIC, time.RFC3339, "2006-01-02T15:04:05Z0700"} {
		if date, err := time.Parse(layout, utc.ReplaceAllString(value, " +0000")); err == nil {
			return date.Sub(sent)
		}
	}

	return 0
}
