package client

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
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
	// ownField is in the response with an object, and in that with a job never.
	ownField string
	body     []byte
	// secrets returns what must not be shown.
	secrets func() redact.Secrets
	// warnings are those of the response, without its values.
	warnings Warnings
}

// newOperation returns the operation on a path below the base URL, escaped. The
// path has the trailing slash of API documentation, sections 4.1 and 4.2:
// without it a service may redirect. secrets is called when the first text has
// to be shown.
func (c *Client) newOperation(method, path string, fields []string, ownField string, secrets func() redact.Secrets) *operation {
	path = c.config.BaseURL.EscapedPath() + path

	return &operation{client: c, method: method, path: path, fields: fields, ownField: ownField, secrets: sync.OnceValue(secrets)}
}

// run sends body to the object with the given id. It returns the response, or
// nil for an empty one.
func (o *operation) run(ctx context.Context, id string, body any) (map[string]any, *Error) {
	var err error
	if o.body, err = redact.EncodeJSON(body); err != nil {
		// Only a field of raw JSON can be invalid, and the encoder's error
		// quotes it.
		return nil, o.newError(result{}, KindUnsendable, "a value is not JSON")
	}

	last, failed := o.retry(ctx)
	if failed != nil {
		return nil, failed
	}

	return o.readResponse(id, last)
}

// retry makes attempts until a result is final, or the operation ends between two
// of them. It returns the last result.
func (o *operation) retry(ctx context.Context) (result, *Error) {
	var last result

	for {
		next, ok := o.attempt(ctx, last)
		if !ok {
			return last, o.ended(ctx, last)
		}

		last = next

		if last.isLast {
			return last, last.final
		}

		select {
		case <-time.After(last.wait):
		case <-ctx.Done():
		case <-o.client.breaker.stopped:
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

	notSent := *o.client.breaker.tripped.Load()
	notSent.Method, notSent.Path = o.method, o.path

	return &notSent
}

// request returns the request with its headers (API documentation, section 5).
func (o *operation) request(ctx context.Context) *http.Request {
	base := o.client.config.BaseURL
	origin := url.URL{Scheme: base.Scheme, Host: base.Host}

	// Every address that ParseBaseURL accepts is valid (FuzzParseBaseURL).
	req, _ := http.NewRequestWithContext(ctx, o.method, origin.String()+o.path, bytes.NewReader(o.body))

	for name, value := range o.client.config.Headers {
		req.Header.Set(name, value)
	}

	req.Header.Set("Authorization", "Bearer "+o.client.config.APIKey)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", o.client.config.UserAgent)

	return req
}

const maxRequestIDLength = 200 // bytes

// requestID returns the id by which operators can find an attempt in their
// logs. The API documentation names no header; these are the usual ones.
func (o *operation) requestID(headers http.Header) string {
	for _, header := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id", "X-Amzn-Trace-Id", "Cf-Ray"} {
		id := headers.Get(header)
		if id == "" || len(id) > maxRequestIDLength {
			continue
		}

		if id = o.secrets().Show(id); id != Withheld {
			return id
		}
	}

	return ""
}

// attempt sends the request once, and decides whether its result is final. It
// reports false if nothing was sent, because the operation ended.
func (o *operation) attempt(ctx context.Context, last result) (result, bool) {
	if !o.acquireConnection(ctx) {
		return result{}, false
	}

	defer func() { <-o.client.connections }()

	started := time.Now()
	next := o.roundTrip(ctx)
	next.Method, next.Path, next.Number, next.Duration = o.method, o.path, last.Number+1, time.Since(started)
	next.earlier = o.earlier(next, last)

	outOfRetries := next.Number > o.client.maxRetries(next)
	if next.isLast = !next.isTemporary || outOfRetries; !next.isLast {
		next.wait = retryWait(next)
	}

	if o.client.config.Observe != nil {
		o.client.config.Observe(ctx, next.Attempt)
	}

	if next.isLast {
		next.final = o.errorOf(ctx, next)
		o.client.breaker.record(next.final, next.isTemporary && outOfRetries)
	}

	return next, true
}

// earlier returns the failure of the attempt before next that may have made the
// change, if next did not.
func (o *operation) earlier(next, last result) *Error {
	switch {
	case next.outcomeUnknown:
		return nil
	case last.outcomeUnknown:
		return o.newError(last, last.Kind, o.connectionText(last))
	}

	return last.earlier
}

// acquireConnection waits for a connection, and until the rate limit allows a
// request; meanwhile others may use the connection. It reports false if the
// operation ended.
func (o *operation) acquireConnection(ctx context.Context) bool {
	for {
		select {
		case o.client.connections <- struct{}{}:
		case <-ctx.Done():
			return false
		}

		// Whatever trips the breaker frees its connection.
		isEnded := ctx.Err() != nil || o.client.breaker.tripped.Load() != nil
		if !isEnded && o.client.limiter.Allow() {
			return true
		}

		<-o.client.connections

		if isEnded {
			return false
		}

		seconds := (1 - o.client.limiter.Tokens()) / o.client.config.RequestsPerSecond

		select {
		case <-time.After(time.Duration(min(seconds, 60)*float64(time.Second)) + time.Microsecond): // another operation may have taken the token
		case <-ctx.Done():
		case <-o.client.breaker.stopped:
		}
	}
}
