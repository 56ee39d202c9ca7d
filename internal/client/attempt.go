package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// attempt is one attempt and its outcome.
type attempt struct {
	started  time.Time
	response *http.Response // nil without one
	body     []byte
	err      error // nil if the response is complete
	// kind is empty for a success.
	kind      Kind
	retryable bool
}

func (a attempt) statusCode() int {
	if a.response == nil {
		return 0
	}

	return a.response.StatusCode
}

// roundTripper is a function that implements http.RoundTripper.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

var errTimeout = errors.New("timed out")

// attempt sends the request once and reads the response. Only the wait for a
// connection ends with the context of req; everything after it ends with ctx.
// A tripped breaker therefore does not interrupt a request that is being sent.
func (o *operation) attempt(ctx context.Context, req *http.Request) (*http.Response, error) {
	select {
	case o.client.connections <- struct{}{}:
		defer func() { <-o.client.connections }()
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}

	if req.Context().Err() != nil || o.client.breaker.tripped() != nil {
		return nil, context.Canceled
	}

	stage := newConnectionStage(o.client.config.Transport)

	o.attempts++
	o.last = attempt{started: time.Now()}

	timed, cancel := context.WithTimeoutCause(ctx, o.client.config.RequestTimeout, errTimeout)
	defer cancel()

	resp, err := o.roundTrip(req.WithContext(httptrace.WithClientTrace(timed, stage.trace())))

	switch {
	case err == nil:
		o.last.response = resp
	case errors.Is(context.Cause(timed), errTimeout):
		o.last.err = fmt.Errorf("%w after %s: %s", errTimeout, o.client.config.RequestTimeout, stage.waitingFor(resp))
	default:
		o.last.err = err
	}

	o.classify(ctx, stage)
	o.observe(ctx)

	if o.last.kind != "" && (!o.last.retryable || o.attempts > o.client.config.MaxRetries) {
		o.client.breaker.failed(o.last.kind, o.lastFailure)
	}

	return o.last.response, o.last.err
}

// roundTrip sends a request and reads the response body into o.last. It
// returns the response with an empty body.
func (o *operation) roundTrip(req *http.Request) (*http.Response, error) {
	resp, err := o.client.config.Transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()

	o.client.breaker.responded.Store(true)

	// The body of a redirect is not needed. That of a 101 is the connection
	// itself, which no timeout closes.
	if statusKind(resp.StatusCode) != KindRedirect && resp.StatusCode != http.StatusSwitchingProtocols {
		// One byte over the limit reveals that a response is too large.
		o.last.body, err = io.ReadAll(io.LimitReader(resp.Body, MaxResponseBytes+1))
	}

	read := *resp
	read.Body = http.NoBody

	return &read, err
}

// classify sets the kind of the last attempt's failure, and whether to retry
// it.
func (o *operation) classify(ctx context.Context, stage *connectionStage) {
	if status := o.last.statusCode(); o.last.err == nil {
		o.last.kind = statusKind(status)
		o.last.retryable = o.last.kind.retryable() && status != http.StatusNotImplemented
		o.outcomeUnknown = o.outcomeUnknown || o.last.kind.outcomeUnknown()

		return
	}

	o.last.kind = transportKind(ctx, o.last.err)
	o.last.retryable = o.last.kind.retryable()
	o.outcomeUnknown = o.outcomeUnknown || !stage.unconnected.Load()

	// A handshake that breaks off is retried. If none succeeds, the port most
	// likely does not speak TLS.
	if o.last.retryable && stage.unconnected.Load() && stage.handshaking.Load() {
		o.last.kind = KindTLS
	}
}

// connectionStage is how far an attempt has come.
type connectionStage struct {
	// unconnected reports that the request never had a connection, so none of
	// it was written. net/http dials a second time only if nothing was written
	// to the first connection.
	unconnected atomic.Bool
	// handshaking reports that the TLS handshake has not completed.
	handshaking atomic.Bool
}

// newConnectionStage returns the initial stage. A transport that does not
// support tracing may write the request at any time.
func newConnectionStage(transport http.RoundTripper) *connectionStage {
	var stage connectionStage

	_, traces := transport.(*http.Transport)
	stage.unconnected.Store(traces)

	return &stage
}

func (s *connectionStage) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn:           func(string) { s.unconnected.Store(true) },
		GotConn:           func(httptrace.GotConnInfo) { s.unconnected.Store(false) },
		TLSHandshakeStart: func() { s.handshaking.Store(true) },
		TLSHandshakeDone:  func(_ tls.ConnectionState, err error) { s.handshaking.Store(err != nil) },
	}
}

// waitingFor describes what an attempt was waiting for.
func (s *connectionStage) waitingFor(resp *http.Response) string {
	switch {
	case resp != nil:
		return "the response is incomplete"
	case !s.unconnected.Load():
		return "no response"
	case s.handshaking.Load():
		return "no TLS handshake"
	}

	return "no connection"
}
