package client

import (
	"context"
	"sync"
)

// breaker stops the operations of a Client once one of them has failed in a
// way that all others would: the API key was rejected, or all retries were
// used up and no response has ever arrived. A service that has responded once
// may recover.
type breaker struct {
	mu        sync.Mutex
	responded bool
	cause     *Error
	stopped   context.Context
	stop      context.CancelFunc
}

func newBreaker() *breaker {
	stopped, stop := context.WithCancel(context.Background())

	return &breaker{stopped: stopped, stop: stop}
}

// wait returns a context that ends when ctx ends or the breaker trips. The
// caller must call the cancel function.
func (b *breaker) wait(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	detach := context.AfterFunc(b.stopped, cancel)

	return ctx, func() { detach(); cancel() }
}

// reached records that the service responded.
func (b *breaker) reached() {
	b.mu.Lock()
	defer b.mu.Unlock()

	b.responded = true
}

// failed records how an operation failed, and trips the breaker if no other
// operation can succeed. A canceled operation does not count.
func (b *breaker) failed(kind Kind, failure func() *Error) {
	b.mu.Lock()
	defer b.mu.Unlock()

	isFinal := kind == KindUnauthorized || !b.responded && kind != KindCanceled
	if isFinal && b.cause == nil {
		b.cause = failure()
		b.stop()
	}
}

// tripped returns the failure that tripped the breaker, or nil.
func (b *breaker) tripped() *Error {
	b.mu.Lock()
	defer b.mu.Unlock()

	return b.cause
}
