package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"slices"
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
	// Kind is that of the failure, empty after a success.
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
	// isTemporary reports whether another attempt may succeed.
	isTemporary bool
	// isLast reports whether the operation ends with this attempt, and final is its
	// error. Otherwise, wait precedes the next attempt.
	isLast bool
	final  *Error
	wait   time.Duration
	// failFastLocally reports whether the limits of Config.FailFastLocally apply.
	failFastLocally bool
	// outcomeUnknown reports whether this attempt may have made the change.
	outcomeUnknown bool
	// earlier is the failure of an attempt that may have made it, if this one
	// did not.
	earlier *Error
}

var errTimeout = errors.New("timed out")

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

	switch {
	// A response with an error status is complete even if its body breaks off.
	case err == nil, resp != nil && responseKind(resp) != "":
		kind := responseKind(resp)

		return result{
			Attempt: Attempt{StatusCode: resp.StatusCode, RequestID: o.requestID(resp.Header), Kind: kind},
			header:  resp.Header, body: body, isTemporary: kind != KindChallenged && retryableStatus(resp.StatusCode),
			// A 302 or 303 usually follows a change.
			outcomeUnknown: kind.outcomeUnknown() || kind == KindRedirect && slices.Contains([]int{http.StatusFound, http.StatusSeeOther}, resp.StatusCode),
		}
	case errors.Is(context.Cause(timed), errTimeout):
		err = fmt.Errorf("%w after %s: %s", errTimeout, o.client.config.RequestTimeout, stage.waitingFor(resp))
	}

	return o.noResponse(ctx, &stage, err)
}

// noResponse classifies an attempt without a complete response.
func (o *operation) noResponse(ctx context.Context, stage *connectionStage, err error) result {
	kind := transportKind(ctx, err)

	proxy, isProxy := errors.AsType[*proxyError](err)
	isTemporary := kind.retryable() || isProxy && retryableStatus(proxy.status)

	// A handshake that breaks off is retried. If none succeeds, the port most
	// likely does not speak TLS.
	if isTemporary && !stage.mayBeWritten.Load() && stage.handshaking.Load() {
		kind = KindTLS
	}

	return result{
		Attempt: Attempt{Kind: kind}, err: err, isTemporary: isTemporary,
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
