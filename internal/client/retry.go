package client

import (
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
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
// failed together.
func retryWait(last result) time.Duration {
	if wait := retryAfter(last.header.Get("Retry-After")); wait > 0 {
		return wait
	}

	longest := min(maxRetryWait, minRetryWait<<last.Number) // far from an overflow after MaxRetriesLimit
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

// An outage ends a run. A rate limit or a few broken objects do not last so
// long, or are not in a row.
const (
	outageOperations = 10
	outageDuration   = 3 * time.Minute
)

// breaker stops the operations of a Client once none can succeed: the API key
// was rejected, an operation has used up its retries and no response has ever
// arrived, or outageOperations in a row have, over outageDuration.
type breaker struct {
	responded atomic.Bool
	tripped   atomic.Pointer[Error] // the KindNotSent of the operations that it stops, without the request
	stopped   chan struct{}         // closed when it trips

	mutex     sync.Mutex
	exhausted int       // operations in a row that have used up their retries
	since     time.Time // when the first of them ended
}

// record records the end of an operation: its error, if any, and whether it used up
// its retries. A canceled one does not count.
func (b *breaker) record(failed *Error, usedUpRetries bool) {
	if failed != nil && failed.Kind == KindCanceled {
		return
	}

	b.mutex.Lock()
	defer b.mutex.Unlock()

	switch {
	case !usedUpRetries:
		b.exhausted = 0
	case b.exhausted == 0:
		b.exhausted, b.since = 1, time.Now()
	default:
		b.exhausted++
	}

	isOutage := b.exhausted >= outageOperations && time.Since(b.since) >= outageDuration
	neverResponded := !b.responded.Load()

	trips := failed != nil && (isOutage || neverResponded || failed.Kind == KindUnauthorized)
	if !trips || b.tripped.Load() != nil {
		return
	}

	notSent := &Error{Kind: KindNotSent, Cause: failed}
	if isOutage {
		notSent.FailedInARow = b.exhausted
	}

	b.tripped.Store(notSent)
	close(b.stopped)
}
