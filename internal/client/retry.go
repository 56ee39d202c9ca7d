package client

import (
	"errors"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"time"
)

// Limits of the waits between attempts.
const (
	minRetryWait  = 500 * time.Millisecond
	maxRetryWait  = 30 * time.Second
	maxRetryAfter = 60 * time.Second
)

// Limits of Config.FailFastLocally: most likely, nobody has started the service.
// All waits together are about five seconds.
const (
	failFastLocallyRetries = 4
	failFastLocallyWait    = 2 * time.Second
)

// failFastLocally reports whether a loopback address refused the connection and
// the operation is to end early because of it.
func (c *Client) failFastLocally(err error) bool {
	connection, isConnection := errors.AsType[*net.OpError](err)
	if !c.config.FailFastLocally || !isConnection || connection.Op != "dial" {
		return false
	}

	address, isTCP := connection.Addr.(*net.TCPAddr)

	return isTCP && address.IP.IsLoopback()
}

// decide says of a result whether it is final, or how long to wait.
func (c *Client) decide(next *result) {
	left, after := c.maxRetries(*next)+1-next.Number, retryAfter(next.header)
	isTooLong := next.isTemporary && after > longestWait(left)
	next.isFinal = !next.isTemporary || left <= 0 || isTooLong

	switch {
	case !next.isFinal:
		next.wait = retryWait(*next, after)
	case isTooLong:
		next.tooLong = after
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
func retryWait(last result, after time.Duration) time.Duration {
	longest := min(maxRetryWait, minRetryWait<<last.Number) // far from an overflow after MaxRetriesLimit
	if last.failFastLocally {
		longest = min(longest, failFastLocallyWait)
	}

	if after > 0 || last.Kind == KindRateLimited {
		return min(max(after, longest)+rand.N(longest), maxRetryAfter) //nolint:gosec // not a secret
	}

	return longest/2 + rand.N(longest/2+1) //nolint:gosec // not a secret
}

// retryAfter parses a Retry-After header: seconds, or a date by the clock of the service.
// 0, a date in the past, and an invalid value are no waits.
func retryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")

	// If there are too many digits, seconds is the largest uint64.
	if seconds, err := strconv.ParseUint(value, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, math.MaxInt64/uint64(time.Second))) * time.Second
	}

	date, err := http.ParseTime(value)
	if err != nil {
		return 0
	}

	sent, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		sent = time.Now()
	}

	return date.Sub(sent)
}
