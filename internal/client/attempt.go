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

// attempt is one attempt of an operation, and its outcome.
type attempt struct {
	number   int            // from 1; 0 before the first
	response *http.Response // nil without one
	body     []byte         // of the response
	err      error          // why there is no response
	// kind is empty for a success.
	kind Kind
	// retryable reports whether another attempt may follow.
	retryable bool
	// failure is nil for a success, and if another attempt may follow.
	failure *Error
	// outcomeUnknown reports whether this attempt or one before it may have
	// made the change.
	outcomeUnknown bool
}

func (a attempt) statusCode() int {
	if a.response == nil {
		return 0
	}

	return a.response.StatusCode
}

var errTimeout = errors.New("timed out")

// attempt sends the request once and reads the response. It reports false if
// nothing was sent, because the operation ended or the breaker tripped while it
// waited for a connection. A tripped breaker does not interrupt a request that
// is being sent.
func (o *operation) attempt(ctx context.Context, last attempt) (attempt, bool) {
	select {
	case o.client.connections <- struct{}{}:
		defer func() { <-o.client.connections }()
	case <-ctx.Done():
	}

	// Whatever trips the breaker frees its connection.
	if ctx.Err() != nil || o.client.breaker.failure.Load() != nil {
		return attempt{}, false
	}

	started := time.Now()
	next := o.roundTrip(ctx)
	next.number = last.number + 1
	next.outcomeUnknown = next.outcomeUnknown || last.outcomeUnknown
	next.retryable = next.retryable && next.number <= o.client.config.MaxRetries
	o.observe(ctx, next, time.Since(started))

	if next.kind != "" && !next.retryable {
		next.failure = o.lastFailure(next)
		o.client.breaker.failed(next.failure)
	}

	return next, true
}

// roundTrip sends the request and classifies the outcome.
func (o *operation) roundTrip(ctx context.Context) attempt {
	var stage connectionStage

	// A transport that does not support tracing may write at any time.
	_, isTraced := o.client.config.Transport.(*http.Transport)
	stage.unconnected.Store(isTraced)

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
			response: resp, body: body, kind: kind,
			retryable: kind.retryable() && resp.StatusCode != http.StatusNotImplemented,
			// A 303 usually follows a change.
			outcomeUnknown: kind.outcomeUnknown() || resp.StatusCode == http.StatusSeeOther,
		}
	case errors.Is(context.Cause(timed), errTimeout):
		err = fmt.Errorf("%w after %s: %s", errTimeout, o.client.config.RequestTimeout, stage.waitingFor(resp))
	}

	kind := transportKind(ctx, err)
	a := attempt{err: err, kind: kind, retryable: kind.retryable(), outcomeUnknown: !stage.unconnected.Load()}

	// A handshake that breaks off is retried. If none succeeds, the port most
	// likely does not speak TLS.
	if a.retryable && stage.unconnected.Load() && stage.handshaking.Load() {
		a.kind = KindTLS
	}

	return a
}

// readBody reads and closes the body of a response. It skips that of a
// redirect, which is not needed, and that of a 101, which is the connection
// itself: no timeout closes it.
func readBody(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()

	if statusKind(resp.StatusCode) == KindRedirect || resp.StatusCode == http.StatusSwitchingProtocols {
		return nil, nil
	}

	// One byte over the limit reveals that a response is too large.
	return io.ReadAll(io.LimitReader(resp.Body, MaxResponseBytes+1))
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
