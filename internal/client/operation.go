package client

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// operation is one API call: its request, and the outcome of its last attempt.
type operation struct {
	client *Client
	method string
	path   string
	// fields are the request fields that an error may name.
	fields []string
	// secrets are prepared on first use: a success needs none.
	secrets func() secrets
	body    []byte

	attempts int
	last     attempt
	// outcomeUnknown reports whether any attempt may have made the change.
	outcomeUnknown bool
}

// send sends body to the object with the given id. It returns the response, or
// nil for an empty one.
func (o *operation) send(ctx context.Context, id string, body any) (map[string]any, error) {
	var err error
	if o.body, err = encode(body); err != nil {
		// Only a field of raw JSON can be invalid, and the encoder's error
		// quotes it.
		return nil, o.failure(KindUnsendable, "a value is not JSON")
	}

	if failure := o.exchange(ctx); failure != nil {
		return nil, failure
	}

	return o.readResponse(id)
}

// exchange sends the request until it succeeds, fails permanently, or runs out
// of retries.
func (o *operation) exchange(ctx context.Context) *Error {
	waiting, cancel := o.client.breaker.wait(ctx)
	defer cancel()

	req, err := o.request(waiting)
	if err != nil {
		return o.failure(KindUnsendable, o.secrets().show(err.Error(), withoutUserinfo))
	}

	// Both clients are cheap wrappers around the shared transport, with the
	// hooks of this operation.
	retrying := retryablehttp.Client{
		HTTPClient: &http.Client{
			Transport:     roundTripper(func(req *http.Request) (*http.Response, error) { return o.attempt(ctx, req) }),
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		RetryMax:     o.client.config.MaxRetries,
		CheckRetry:   func(context.Context, *http.Response, error) (bool, error) { return o.last.retryable, nil },
		Backoff:      retryWait,
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}

	resp, err := retrying.Do(req)
	if err == nil {
		_ = resp.Body.Close()
	}

	return o.outcome(ctx, err)
}

// outcome returns the failure of an exchange that ended with err, or nil.
func (o *operation) outcome(ctx context.Context, err error) *Error {
	switch {
	case err != nil && ctx.Err() != nil:
		return o.failure(KindCanceled, ctx.Err().Error())
	case o.attempts == 0:
		failure := o.failure(KindNotSent, "")
		failure.Cause = o.client.breaker.tripped()

		return failure
	case o.last.kind != "":
		return o.lastFailure()
	}

	return nil
}

// request returns the request with its headers (API documentation, section 5).
func (o *operation) request(ctx context.Context) (*retryablehttp.Request, error) {
	base := o.client.config.BaseURL
	origin := url.URL{Scheme: base.Scheme, Host: base.Host}

	req, err := retryablehttp.NewRequestWithContext(ctx, o.method, origin.String()+o.path, o.body)
	if err != nil {
		return nil, err
	}

	for name, value := range o.client.config.Headers {
		req.Header.Set(name, value)
	}

	req.Header.Set("Authorization", "Bearer "+o.client.config.APIKey)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", o.client.config.UserAgent)

	return req, nil
}

func (o *operation) observe(ctx context.Context) {
	if o.client.config.Observe == nil {
		return
	}

	o.client.config.Observe(ctx, Attempt{
		Method:     o.method,
		Path:       o.path,
		Number:     o.attempts,
		StatusCode: o.last.statusCode(),
		RequestID:  o.requestID(),
		Failure:    o.last.kind,
		Duration:   time.Since(o.last.started),
	})
}

// maxRequestIDLength is in bytes.
const maxRequestIDLength = 200

// requestID returns the id by which operators can find the last attempt in
// their logs. The API documentation names no header; these are the usual ones.
func (o *operation) requestID() string {
	if o.last.response == nil {
		return ""
	}

	for _, header := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id", "X-Amzn-Trace-Id", "Cf-Ray"} {
		id := o.last.response.Header.Get(header)
		if id == "" || len(id) > maxRequestIDLength {
			continue
		}

		if id = o.secrets().show(id); id != Withheld {
			return id
		}
	}

	return ""
}
