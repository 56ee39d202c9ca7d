package protocol

import (
	"context"
	"sync/atomic"
	"time"
)

// requestContext is the context of a request until the request ends, and a
// canceled one afterwards. The framework keeps the context of every request
// until the process ends, and with each one 20 kB that gRPC and the loggers
// store in it.
type requestContext struct {
	served atomic.Pointer[context.Context]
}

// canceled replaces the context of a finished request.
var canceled = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()

	return ctx
}()

// newRequestContext returns a context for a request, and a function that ends
// it.
func newRequestContext(ctx context.Context) (served context.Context, end func()) {
	c := &requestContext{}
	c.served.Store(&ctx)

	return c, func() { c.served.Store(&canceled) }
}

// Deadline implements context.Context.
func (c *requestContext) Deadline() (time.Time, bool) { return (*c.served.Load()).Deadline() }

// Done implements context.Context.
func (c *requestContext) Done() <-chan struct{} { return (*c.served.Load()).Done() }

// Err implements context.Context.
func (c *requestContext) Err() error { return (*c.served.Load()).Err() }

// Value implements context.Context.
func (c *requestContext) Value(key any) any { return (*c.served.Load()).Value(key) }
