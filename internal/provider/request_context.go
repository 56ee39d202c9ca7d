package provider

import (
	"context"
	"sync/atomic"
	"time"
)

// requestContext is the context of a request for as long as that is served, and
// a cancelled one from then on. The framework keeps the context of every request
// until the process ends, so as to cancel them all where it is stopped, and with
// each one what gRPC and the loggers have stored for the request: 20 kB, of
// which a run with a thousand objects has thousands.
type requestContext struct {
	served atomic.Pointer[context.Context]
}

// cancelled is what is left of a request.
var cancelled = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()

	return ctx
}()

// newRequestContext returns a context for a request, and what ends it.
func newRequestContext(ctx context.Context) (served context.Context, end func()) {
	c := &requestContext{}
	c.served.Store(&ctx)

	return c, func() { c.served.Store(&cancelled) }
}

// Deadline is the request's.
func (c *requestContext) Deadline() (time.Time, bool) { return (*c.served.Load()).Deadline() }

// Done is the request's.
func (c *requestContext) Done() <-chan struct{} { return (*c.served.Load()).Done() }

// Err is the request's.
func (c *requestContext) Err() error { return (*c.served.Load()).Err() }

// Value is the request's.
func (c *requestContext) Value(key any) any { return (*c.served.Load()).Value(key) }
