package client

import "sync/atomic"

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
