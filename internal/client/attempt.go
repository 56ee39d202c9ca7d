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
	"strings"
	"time"
)

// Attempt describes one attempt of an operation, for logging.
type Attempt struct {
	Method, Path string
	// Number counts the attempts of one operation from 1.
	Number int
	// StatusCode is 0 without a response.
	StatusCode int
	RequestID  string
	// Kind is that of the failure, zero after a success.
	Kind Kind
	// Duration runs from connecting to the last byte of the response.
	Duration time.Duration
}

// result is an Attempt with its outcome. Number is 0 before the first one.
type result struct {
	Attempt

	header http.Header // of the response
	body   []byte      // of the response
	err    error       // why there is no response
	// retryAfter is the header of the response, or not positive.
	retryAfter time.Duration
	// isTemporary reports whether another attempt may succeed.
	isTemporary bool
	// isFinal reports whether the operation ends with this attempt. Then failed is its error, if
	// any, and tooLong a Retry-After that ended it. Otherwise, wait precedes the next attempt.
	isFinal       bool
	failed        *Error
	tooLong, wait time.Duration
	// failFastLocally reports whether the limits of Config.FailFastLocally apply.
	failFastLocally bool
	outcome         Outcome
	// earlier says how an attempt ended that may have made the change, if the outcome of this
	// one is known.
	earlier string
}

// attempt sends the request once, decides whether its result is final, and concludes the
// operation. It reports false if nothing was sent, because the operation ended.
func (o *operation) attempt(ctx, waiting context.Context, previous result) (result, bool) {
	if !o.acquireConnection(ctx, waiting) {
		return result{}, false
	}

	defer func() { <-o.client.connections }() // once the breaker knows of the result

	next := o.send(ctx, previous)
	if o.client.decide(&next); next.isFinal {
		next.failed = o.errorOf(ctx, next)
		o.client.breaker.record(next.failed, next.isTemporary, longestWait(o.client.maxRetries(next)))
	}

	return next, true
}

// send sends the request, and reports it to Config.Observe.
func (o *operation) send(ctx context.Context, previous result) result {
	started := time.Now()
	next := o.roundTrip(ctx)
	next.Method, next.Path, next.Number, next.Duration = o.method, o.path, previous.Number+1, time.Since(started)
	next.earlier = o.earlier(next, previous)

	if o.client.config.Observe != nil {
		o.client.config.Observe(ctx, next.Attempt)
	}

	return next
}

// earlier says how the attempt before next ended that may have made the change, if next
// did not.
func (o *operation) earlier(next, previous result) string {
	switch {
	case next.outcome == OutcomeUnknown:
		return ""
	case previous.outcome != OutcomeUnknown:
		return previous.earlier
	case previous.err != nil:
		return "got no complete response (" + o.connectionText(previous) + ")"
	}

	return strings.TrimSuffix("returned status "+StatusText(previous.StatusCode)+", request id "+previous.RequestID, ", request id ")
}

var (
	errTimeout = errors.New("timed out")
	errConnect = errors.New("connecting through the proxy")
)

// roundTrip sends the request and classifies the outcome.
func (o *operation) roundTrip(ctx context.Context) result {
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

	if resp != nil {
		// A response with an error status is complete even if its body breaks off.
		if next := o.response(resp, body); err == nil || next.Kind != (Kind{}) {
			return next
		}
	}

	if errors.Is(context.Cause(timed), errTimeout) {
		err = fmt.Errorf("%w after %s: %s", errTimeout, o.client.config.RequestTimeout, stage.waitingFor(resp))
	}

	return o.noResponse(ctx, &stage, err)
}

// response classifies an attempt by its response.
func (o *operation) response(resp *http.Response, body []byte) result {
	after := retryAfter(resp.Header)
	said := statusOfResponse(resp, after)

	if resp.StatusCode == http.StatusProxyAuthRequired && o.client.config.BaseURL.Scheme == "http" && o.client.proxy() != nil {
		said.kind = loginKind(offers(resp.Header)) // over CONNECT, OnProxyConnectResponse is called
	}

	return result{
		Attempt: Attempt{StatusCode: resp.StatusCode, RequestID: o.requestID(resp.Header), Kind: said.kind},
		header:  resp.Header, body: body, retryAfter: after, isTemporary: said.kind.Class == Temporary, outcome: said.outcome,
	}
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
	for _, header := range []string{
		"X-Request-Id", "Request-Id", "X-Correlation-Id", "X-Kong-Request-Id", "X-Amzn-Requestid", "X-Amzn-Trace-Id", "X-Amz-Cf-Id",
		"X-Azure-Ref", "Apim-Request-Id", "X-Ms-Request-Id", "Cf-Ray",
	} {
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

// noResponse classifies an attempt without a complete response.
func (o *operation) noResponse(ctx context.Context, stage *connectionStage, err error) result {
	kind := transportKind(ctx, err)

	proxy, isProxy := errors.AsType[*proxyError](err)
	isTemporary := kind.Class == Temporary || isProxy && statusOf(proxy.status).kind.Class == Temporary

	through := o.client.proxy()

	switch isNamed := kind != KindTimeout && kind != KindConnection; {
	case !isTemporary || stage.mayBeWritten.Load():
	// A handshake that breaks off is retried. If none succeeds, the port most
	// likely does not speak TLS.
	case stage.handshaking.Load():
		kind = KindTLS
	case isNamed:
	case through != nil:
		kind, err = KindProxyFailure, fmt.Errorf("%w %s://%s: %w", errConnect, through.Scheme, through.Host, err)
	case kind == KindTimeout:
		kind = KindUnreachable
	}

	next := result{Attempt: Attempt{Kind: kind}, err: err, isTemporary: isTemporary, failFastLocally: o.client.failFastLocally(err)}

	// With TLS 1.3 or a renegotiation, the server refuses a certificate, or that there is
	// none, after the handshake, but before it handles a request.
	if stage.mayBeWritten.Load() && kind != KindClientCert && kind != KindHandshake {
		next.outcome = OutcomeUnknown
	}

	return next
}

// readBody reads and closes the body of a response, without a byte order mark.
// It skips that of a redirect, which is not needed, and that of a 101, which is
// the connection itself: no timeout closes it.
func readBody(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()

	if statusOf(resp.StatusCode).kind == KindRedirect || resp.StatusCode == http.StatusSwitchingProtocols {
		return nil, nil
	}

	// One byte over the limit reveals that a response is too large.
	body, err := io.ReadAll(io.LimitReader(resp.Body, MaxResponseBytes+1))

	return bytes.TrimPrefix(body, []byte("\ufeff")), err
}
