package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync"
	"time"
)

// operation is one API call.
type operation struct {
	client       *Client
	method, path string
	// fields are the request fields that an error may name.
	fields []string
	body   []byte
	// secrets returns what must not be shown.
	secrets func() secrets
}

// newOperation returns the operation on a path below the base URL, escaped. The
// path has the trailing slash of API documentation, sections 4.1 and 4.2:
// without it a service may redirect. secrets is called when the first text has
// to be shown.
func (c *Client) newOperation(method, path string, fields []string, secrets func() secrets) *operation {
	path = c.config.BaseURL.EscapedPath() + path

	return &operation{client: c, method: method, path: path, fields: fields, secrets: sync.OnceValue(secrets)}
}

// send sends body to the object with the given id. It returns the response, or
// nil for an empty one.
func (o *operation) send(ctx context.Context, id string, body any) (map[string]any, error) {
	var err error
	if o.body, err = encode(body); err != nil {
		// Only a field of raw JSON can be invalid, and the encoder's error
		// quotes it.
		return nil, o.failure(attempt{}, KindUnsendable, "a value is not JSON")
	}

	last, failure := o.exchange(ctx)
	if failure != nil {
		return nil, failure
	}

	return o.readResponse(ctx, id, last)
}

// exchange sends the request until it succeeds, fails permanently, or runs out
// of retries. It returns the last attempt.
func (o *operation) exchange(ctx context.Context) (attempt, *Error) {
	var last attempt

	for {
		next, ok := o.attempt(ctx, last)
		if !ok {
			return last, o.ended(ctx, last)
		}

		last = next

		if !last.retryable {
			return last, last.final
		}

		select {
		case <-time.After(retryWait(last)):
		case <-ctx.Done():
		case <-o.client.breaker.stopped:
		}
	}
}

// ended returns the error of an operation that ended between two attempts.
func (o *operation) ended(ctx context.Context, last attempt) *Error {
	switch {
	case ctx.Err() != nil:
		return o.failure(last, KindCanceled, ctx.Err().Error())
	case last.Number > 0:
		return o.lastFailure(ctx, last)
	}

	notSent := *o.client.breaker.failure.Load()
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

		if id = o.secrets().show(id); id != Withheld {
			return id
		}
	}

	return ""
}

// Attempt describes one attempt of an operation, for logging.
type Attempt struct {
	Method, Path string
	// Number counts the attempts of one operation from 1.
	Number int
	// StatusCode is 0 without a response.
	StatusCode int
	RequestID  string
	// Failure is empty after a success.
	Failure Kind
	// Duration runs from connecting to the last byte of the response.
	Duration time.Duration
}

// attempt is an Attempt and its outcome. Number is 0 before the first one.
type attempt struct {
	Attempt

	header http.Header // of the response
	body   []byte      // of the response
	err    error       // why there is no response
	// retryable reports whether another attempt may follow.
	retryable bool
	// final is the error of the operation if this failure ends it.
	final *Error
	// failFastLocally reports whether the limits of Config.FailFastLocally apply.
	failFastLocally bool
	// outcomeUnknown reports whether this attempt may have made the change.
	outcomeUnknown bool
	// earlier is the failure of an attempt that may have made it, if this one
	// did not.
	earlier *Error
}

var errTimeout = errors.New("timed out")

// attempt sends the request once and reads the response. It reports false if
// nothing was sent, because the operation ended or the breaker tripped. A tripped
// breaker does not interrupt a request that is being sent.
func (o *operation) attempt(ctx context.Context, last attempt) (attempt, bool) {
	if !o.acquireConnection(ctx) {
		return attempt{}, false
	}

	defer func() { <-o.client.connections }()

	started := time.Now()
	next := o.roundTrip(ctx)
	next.Method, next.Path, next.Number, next.Duration = o.method, o.path, last.Number+1, time.Since(started)

	next.earlier = o.earlier(next, last)

	isTemporary := next.retryable
	next.retryable = isTemporary && next.Number <= o.client.maxRetries(next)

	if o.client.config.Observe != nil {
		o.client.config.Observe(ctx, next.Attempt)
	}

	if next.Failure != "" && !next.retryable {
		next.final = o.lastFailure(ctx, next)
	}

	if !next.retryable {
		o.client.breaker.record(next.final, isTemporary)
	}

	return next, true
}

// earlier returns the failure of the attempt before next that may have made the
// change, if next did not.
func (o *operation) earlier(next, last attempt) *Error {
	switch {
	case next.outcomeUnknown:
		return nil
	case last.outcomeUnknown:
		return o.failure(last, last.Failure, o.connectionText(last))
	}

	return last.earlier
}

// acquireConnection waits for a connection, and until the rate limit allows a
// request; meanwhile others may use the connection. It reports false if the
// operation ended or the breaker tripped.
func (o *operation) acquireConnection(ctx context.Context) bool {
	for {
		select {
		case o.client.connections <- struct{}{}:
		case <-ctx.Done():
			return false
		}

		// Whatever trips the breaker frees its connection.
		isEnded := ctx.Err() != nil || o.client.breaker.failure.Load() != nil
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

// roundTrip sends the request and classifies the outcome.
func (o *operation) roundTrip(ctx context.Context) attempt {
	var stage connectionStage

	// A transport that does not support tracing may write at any time.
	_, isTraced := o.client.config.Transport.(*http.Transport)
	stage.mayBeWritten.Store(!isTraced)

	timed, cancel := context.WithTimeoutCause(ctx, o.client.config.RequestTimeout, errTimeout)
	defer cancel()

	var body []byte

	resp, err := o.client.config.Transport.RoundTrip(o.request(httptrace.WithClientTrace(timed, stage.trace())))
	if err == nil {
		o.client.breaker.responded.Store(true)

		body, err = readBody(resp)
	}

	switch {
	// A response with an error status is complete even if its body breaks off.
	case err == nil, resp != nil && statusKind(resp.StatusCode) != "":
		kind := statusKind(resp.StatusCode)

		return attempt{
			Attempt: Attempt{StatusCode: resp.StatusCode, RequestID: o.requestID(resp.Header), Failure: kind},
			header:  resp.Header, body: body,
			retryable: retryableStatus(resp.StatusCode),
			// A 303 usually follows a change.
			outcomeUnknown: kind.outcomeUnknown() || resp.StatusCode == http.StatusSeeOther,
		}
	case errors.Is(context.Cause(timed), errTimeout):
		err = fmt.Errorf("%w after %s: %s", errTimeout, o.client.config.RequestTimeout, stage.waitingFor(resp))
	}

	return o.noResponse(ctx, &stage, err)
}

// noResponse classifies an attempt without a complete response.
func (o *operation) noResponse(ctx context.Context, stage *connectionStage, err error) attempt {
	kind := transportKind(ctx, err)

	var proxy *proxyError

	retryable := kind.retryable() || errors.As(err, &proxy) && retryableStatus(proxy.status)

	// A handshake that breaks off is retried. If none succeeds, the port most
	// likely does not speak TLS.
	if retryable && !stage.mayBeWritten.Load() && stage.handshaking.Load() {
		kind = KindTLS
	}

	return attempt{
		Attempt: Attempt{Failure: kind}, err: err, retryable: retryable,
		// With TLS 1.3, the server refuses a certificate after the handshake, but
		// before it reads a request.
		outcomeUnknown:  stage.mayBeWritten.Load() && kind != KindClientCert,
		failFastLocally: o.client.failFastLocally(err),
	}
}

// readBody reads and closes the body of a response, without a byte order mark.
// It skips that of a redirect, which is not needed, and that of a 101, which is
// the connection itself: no timeout closes it.
func readBody(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()

	if statusKind(resp.StatusCode) == KindRedirect || resp.StatusCode == http.StatusSwitchingProtocols {
		return nil, nil
	}

	// One byte over the limit reveals that a response is too large.
	body, err := io.ReadAll(io.LimitReader(resp.Body, MaxResponseBytes+1))

	return bytes.TrimPrefix(body, []byte("\ufeff")), err
}
