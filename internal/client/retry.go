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

// retryWait returns the wait after a failed attempt: that of Retry-After, or an
// exponential backoff. Half of the backoff is random, to spread requests that
// failed together.
func retryWait(a attempt) time.Duration {
	if wait := retryAfter(a.header.Get("Retry-After")); wait > 0 {
		return wait
	}

	longest := min(maxRetryWait, minRetryWait<<a.Number) // far from an overflow after MaxRetriesLimit

	return longest/2 + rand.N(longest/2+1) //nolint:gosec // not a secret
}

// retryAfter parses a Retry-After header: seconds or a date. 0, a date in the
// past, which suggests a wrong clock, and an invalid value are no waits.
func retryAfter(value string) time.Duration {
	value = strings.TrimSpace(value)

	if isDigits(value) {
		seconds, _ := strconv.ParseInt(value, 10, 64) // the largest int64 if there are too many

		return time.Duration(min(seconds, int64(maxRetryAfter/time.Second))) * time.Second
	}

	date, err := http.ParseTime(value)
	if err != nil {
		return 0
	}

	return min(time.Until(date), maxRetryAfter)
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
