package client

import (
	"errors"
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

// maxRetries returns how many retries an operation has after an attempt.
func (c *Client) maxRetries(last result) int {
	if last.failFastLocally {
		return min(c.config.MaxRetries, failFastLocallyRetries)
	}

	return c.config.MaxRetries
}

// retryWait returns the wait after a failed attempt: that of Retry-After, or an
// exponential backoff. Half of the backoff is random, to spread requests that
// failed together. After 429, all of it passes, to outlast a quota by the minute.
func retryWait(last result) time.Duration {
	if wait := retryAfter(last.header.Get("Retry-After")); wait > 0 {
		return wait
	}

	longest := min(maxRetryWait, minRetryWait<<last.Number) // far from an overflow after MaxRetriesLimit
	if last.Kind == KindRateLimited {
		return longest + rand.N(time.Second) //nolint:gosec // not a secret
	}

	if last.failFastLocally {
		longest = min(longest, failFastLocallyWait)
	}

	return longest/2 + rand.N(longest/2+1) //nolint:gosec // not a secret
}

// retryAfter parses a Retry-After header: seconds or a date. 0, a date in the
// past, which suggests a wrong clock, and an invalid value are no waits.
func retryAfter(value string) time.Duration {
	// If there are too many digits, seconds is the largest uint64.
	if seconds, err := strconv.ParseUint(value, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, uint64(maxRetryAfter/time.Second))) * time.Second
	}

	date, err := http.ParseTime(value)
	if err != nil {
		return 0
	}

	return min(time.Until(date), maxRetryAfter)
}
