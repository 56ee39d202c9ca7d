package client

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Limits of the waits between attempts.
const (
	minRetryWait  = 500 * time.Millisecond
	maxRetryWait  = 30 * time.Second
	maxRetryAfter = 60 * time.Second
)

// retryWait returns the wait after a failed attempt: the value of Retry-After,
// unless it is 0, or an exponential backoff. Half of the backoff is random, to
// spread requests that failed together.
func retryWait(a attempt) time.Duration {
	if wait, ok := retryAfter(a.header.Get("Retry-After"), time.Now()); ok && wait > 0 {
		return min(wait, maxRetryAfter)
	}

	longest := min(maxRetryWait, minRetryWait<<a.Number) // far from an overflow after MaxRetriesLimit

	return longest/2 + rand.N(longest/2+1) //nolint:gosec // not a secret
}

// retryAfter parses a Retry-After header: seconds, or a date in the future. A
// date in the past suggests a wrong clock, not a short wait, so it is ignored
// like any invalid value.
func retryAfter(value string, now time.Time) (time.Duration, bool) {
	value = strings.TrimSpace(value)

	if isDigits(value) {
		seconds, _ := strconv.ParseInt(value, 10, 64) // the largest int64 if there are too many

		return time.Duration(min(seconds, int64(maxRetryAfter/time.Second))) * time.Second, true
	}

	date, err := http.ParseTime(value)
	if err != nil || !date.After(now) {
		return 0, false
	}

	return date.Sub(now), true
}

// isDigits reports whether text is a decimal number without a sign.
func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// breaker stops the operations of a Client once one of them has failed in a
// way that all others would: the API key was rejected, or all retries were
// used up and no response has ever arrived. A service that has responded once
// may recover.
type breaker struct {
	responded atomic.Bool
	failure   atomic.Pointer[Error] // what tripped the breaker
	stopped   chan struct{}         // closed when it trips
}

// failed trips the breaker if the failure would hit every operation. A canceled
// operation does not count.
func (b *breaker) failed(failure *Error) {
	trips := failure.Kind == KindUnauthorized || !b.responded.Load() && failure.Kind != KindCanceled
	if trips && b.failure.CompareAndSwap(nil, failure) {
		close(b.stopped)
	}
}
