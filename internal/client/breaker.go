package client

import (
	"context"
	"errors"
	"sync/atomic"
)

// breaker stops the operations of a Client once one of them has failed in a
// way that all others would: the API key was rejected, or all retries were
// used up and no response has ever arrived. A service that has responded once
// may recover.
type breaker struct {
	responded atomic.Bool
	stopped   context.Context // canceled with the *Error that tripped the breaker
	stop      context.CancelCauseFunc
}

func newBreaker() *breaker {
	stopped, stop := context.WithCancelCause(context.Background())

	return &breaker{stopped: stopped, stop: stop}
}

// failed trips the breaker if an operation that failed in this way shows that
// no other can succeed. A canceled operation does not count.
func (b *breaker) failed(kind Kind, failure func() *Error) {
	if kind == KindUnauthorized || !b.responded.Load() && kind != KindCanceled {
		b.stop(failure())
	}
}

// tripped returns the failure that tripped the breaker, or nil.
func (b *breaker) tripped() *Error {
	var failure *Error

	errors.As(context.Cause(b.stopped), &failure)

	return failure
}
