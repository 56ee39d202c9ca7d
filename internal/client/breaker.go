package client

import (
	"context"
	"sync"
)

// breaker stops the operations of a Client once one of them has failed in a way
// that every other one would: the API key was refused, or all retries went by
// without any response ever. A service that has responded once may recover.
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

// wait returns a context that ends when ctx does, or when the operations are
// stopped. Its cancel function has to be called.
func (b *breaker) wait(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	detach := context.AfterFunc(b.stopped, cancel)

	return ctx, func() { detach(); cancel() }
}

// reached notes that the service responded.
func (b *breaker) reached() {
	b.mu.Lock()
	defer b.mu.Unlock()

	b.responded = true
}

// failed notes the kind of failure by which an operation ends, and stops the
// others if they cannot succeed. A canceled operation says nothing about them.
func (b *breaker) failed(kind Kind, failure func() *Error) {
	b.mu.Lock()
	defer b.mu.Unlock()

	isFinal := kind == KindUnauthorized || !b.responded && kind != KindCanceled
	if isFinal && b.cause == nil {
		b.cause = failure()
		b.stop()
	}
}

// tripped returns the failure that stopped the operations, or nil.
func (b *breaker) tripped() *Error {
	b.mu.Lock()
	defer b.mu.Unlock()

	return b.cause
}
