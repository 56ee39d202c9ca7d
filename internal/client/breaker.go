package client

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// An outage ends a run. A rate limit or a few broken objects do not last so
// long, or are not in a row.
const (
	outageOperations = 10
	outageDuration   = 3 * time.Minute
)

// breaker stops the operations of a Client once none can succeed: an operation failed
// before any response had arrived; the API key was rejected, or the service asked for a
// wait that is longer than all retries can be, before any success, or outageOperations
// times since the last one; or as many in a row have used up their retries, over
// outageDuration.
type breaker struct {
	responded atomic.Bool
	tripped   atomic.Pointer[Error] // the KindNotSent of the operations that it stops, without the request
	// trust is how many failures for all may follow the last success: some services reject
	// the key, or ask to wait, for one object only. It is 0 before the first success.
	trust atomic.Int64
	open  context.Context // ends when it trips
	trip  context.CancelFunc

	mutex     sync.Mutex
	exhausted int       // operations in a row that have used up their retries
	since     time.Time // when the first of them ended
}

// record records the end of an operation: its error, if any, and whether it used up its
// retries, or could not wait for the next. A canceled one does not count. patience is what all
// retries can wait.
func (b *breaker) record(failed *Error, usedUpRetries bool, patience time.Duration) {
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

	if failed == nil {
		return
	}

	isForAll := failed.Kind == KindUnauthorized || failed.RetryAfter > patience
	if isForAll {
		b.trust.Add(-1)
	}

	isOutage := b.exhausted >= outageOperations && time.Since(b.since) >= outageDuration
	if trips := isOutage || isForAll && b.trust.Load() <= 0 || !b.responded.Load(); !trips || b.tripped.Load() != nil {
		return
	}

	notSent := &Error{Kind: KindNotSent, Cause: failed}
	if isOutage {
		notSent.FailedInARow = b.exhausted
	}

	b.tripped.Store(notSent)
	b.trip()
}
