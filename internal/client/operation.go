package client

import (
	"context"
	"sync"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// An operation runs until a result is final: a success, a failure that another
// attempt cannot cure, or that of the last attempt. Until then it waits for a
// connection, attempts, or waits for the next attempt. Its context ends it in any
// of these states. The breaker ends only waits: an attempt that was begun is
// completed, because the request may have arrived. The request timeout ends only
// an attempt.

// operation is one API call.
type operation struct {
	client       *Client
	method, path string
	// fields are the request fields that an error may name.
	fields []string
	body   []byte
	// secrets returns what must not be shown.
	secrets func() redact.Secrets
}

// newOperation returns the operation on a path below the base URL, escaped. The
// path has the trailing slash of API documentation, sections 4.1 and 4.2:
// without it a service may redirect. secrets is called when the first text has
// to be shown.
func (c *Client) newOperation(method, path string, fields []string, secrets func() redact.Secrets) *operation {
	path = c.config.BaseURL.EscapedPath() + path

	return &operation{client: c, method: method, path: path, fields: fields, secrets: sync.OnceValue(secrets)}
}

// run sends body to the object with the given id. It returns the object in the
// response, or nil if there is none, and the warnings that need no fields.
func (o *operation) run(ctx context.Context, id string, body any) (map[string]any, Warnings, *Error) {
	var err error
	if o.body, err = redact.EncodeJSON(body); err != nil {
		// Only a field of raw JSON can be invalid, and the encoder's error
		// quotes it.
		return nil, Warnings{}, o.newError(result{}, KindUnsendable, "a value is not JSON")
	}

	last, failed := o.retry(ctx)
	if failed != nil {
		return nil, Warnings{}, failed
	}

	object, warnings, failed := o.readResponse(ctx, id, last)
	if failed == nil {
		o.client.breaker.trust.Store(outageOperations) // a page has status 200, too
	}

	return object, warnings, failed
}

// retry makes attempts until a result is final, or the operation ends between two
// of them. It returns the last result.
func (o *operation) retry(ctx context.Context) (result, *Error) {
	var last result

	// Without the deadline of ctx: the limiter does not begin a wait that ends after it.
	waiting, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, end)()
	defer context.AfterFunc(o.client.breaker.open, end)() //nolint:contextcheck // the breaker's, for all operations

	for {
		next, isSent := o.attempt(ctx, waiting, last)
		if !isSent {
			return last, o.ended(ctx, last)
		}

		if next.isFinal {
			return next, next.failed
		}

		last = next

		select {
		case <-time.After(last.wait):
		case <-waiting.Done():
		}
	}
}

// ended returns the error of an operation that ended between two attempts.
func (o *operation) ended(ctx context.Context, last result) *Error {
	switch {
	case ctx.Err() != nil:
		return o.newError(last, KindCanceled, ctx.Err().Error())
	case last.Number > 0:
		return o.errorOf(ctx, last)
	}

	// Nothing else but the breaker prevents the first attempt.
	notSent := *o.client.breaker.tripped.Load()
	notSent.Method, notSent.Path = o.method, o.path

	return &notSent
}

// acquireConnection waits for a connection, and until the rate limit allows a request.
// It reports false if the operation ended. waiting may end a moment later.
func (o *operation) acquireConnection(ctx, waiting context.Context) bool {
	select {
	case o.client.connections <- struct{}{}:
	case <-waiting.Done():
		return false
	}

	if o.client.limiter.Wait(waiting) == nil && ctx.Err() == nil && o.client.breaker.tripped.Load() == nil {
		return true
	}

	<-o.client.connections

	return false
}
