package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
)

// Kind says what went wrong, as far as a person can do something about it.
type Kind string

// The kinds of failure. The interface documents no error (section 7), so the
// status code and the transport are all there is to go by.
const (
	KindUnauthorized     Kind = "unauthorized"      // 401
	KindForbidden        Kind = "forbidden"         // 403
	KindNotFound         Kind = "not found"         // 404
	KindConflict         Kind = "conflict"          // 409
	KindRateLimited      Kind = "rate limited"      // 429
	KindRefused          Kind = "refused"           // any other 4xx
	KindServerFailure    Kind = "server failure"    // 5xx, and 425, which blames the moment and not the request
	KindRedirect         Kind = "redirect"          // 301, 302, 303, 307, 308
	KindUnexpected       Kind = "unexpected status" // anything else that is not 2xx
	KindTimeout          Kind = "timed out"         // 408, or no complete answer within the request time-out
	KindUnreachable      Kind = "unreachable"       // no connection: refused, no route
	KindConnection       Kind = "connection lost"   // a connection that broke
	KindUnknownHost      Kind = "unknown host"      // the name does not resolve
	KindTLS              Kind = "TLS failure"       // certificate or handshake
	KindCanceled         Kind = "cancelled"         // the caller's context ended
	KindUnreadable       Kind = "unreadable answer" // 2xx that is not a JSON object
	KindResponseTooLarge Kind = "answer too large"  // 2xx over MaxResponseBytes
	KindWrongObject      Kind = "wrong object"      // 2xx for another id than the one asked for
	KindNotSent          Kind = "not sent"          // an earlier failure of this client says that no request can succeed (Error.Cause)
	KindUnsendable       Kind = "unsendable"        // nothing was sent: the request can not be written
)

// retryable reports whether a failure of the transport may be gone at the next
// attempt. A certificate or a name that is wrong stays wrong.
func (k Kind) retryable() bool {
	return k == KindTimeout || k == KindUnreachable || k == KindConnection
}

// unconfirmed reports whether the change may have been made although the
// attempt failed: it was made before the answer was lost or spoilt (2xx is the
// empty kind), or before the service failed. A 4xx refuses a change, and the
// other kinds come about before a request is sent.
func (k Kind) unconfirmed() bool {
	switch k {
	case "", KindServerFailure, KindUnexpected, KindTimeout, KindConnection, KindCanceled:
		return true
	}

	return false
}

// FieldError is what the service says of one request field.
type FieldError struct {
	// Path is a request field's name, and the index of an element where the
	// service names one, as in "recommendations", "3".
	Path []string
	// Message is the service's text, without secrets and control characters.
	Message string
}

// Error is a failed operation. Its texts hold no secret that was sent.
type Error struct {
	Kind Kind
	// Method and Path are the request's.
	Method, Path string
	// StatusCode is the last answer's, or 0 where none came.
	StatusCode int
	// RequestID is the last answer's request id header, if it has one.
	RequestID string
	// Attempts is how often the request was sent.
	Attempts int
	// OutcomeUnknown reports whether the change may have been made all the same.
	OutcomeUnknown bool
	// Cause is the earlier failure because of which this operation was not
	// sent (KindNotSent), else nil.
	Cause *Error
	// Location is where a redirect points to.
	Location string
	// Fields are the messages that the service gives for request fields.
	Fields []FieldError
	// Text is everything else that the service, or the transport, says. At
	// most MaxTextLength characters.
	Text string
}

// Error returns one line for a log or a test.
func (e *Error) Error() string {
	return fmt.Sprintf("%s %s: %s (status %d): %s", e.Method, e.Path, e.Kind, e.StatusCode, e.Text)
}

// failure returns an error of the given kind with a text from this side of the
// connection.
func (o *operation) failure(kind Kind, err error) *Error {
	text := ""
	if err != nil {
		text = o.secrets.showAddress(err.Error())
	}

	return &Error{
		Kind:           kind,
		Method:         o.method,
		Path:           o.path,
		StatusCode:     o.statusCode,
		RequestID:      o.requestID(),
		Attempts:       o.attempts,
		OutcomeUnknown: o.unconfirmed,
		Text:           text,
	}
}

// transportFailure returns the error for an operation without an answer.
func (o *operation) transportFailure(ctx context.Context, err error) *Error {
	kind := transportKind(ctx, err)

	var redirect *redirectError
	if errors.As(err, &redirect) {
		failure := o.failure(kind, nil)
		failure.Location = o.secrets.showAddress(redirect.answer.Header.Get("Location"))

		return failure
	}

	// *url.Error repeats method and address, which stand in the Error already.
	if inner := errors.Unwrap(err); inner != nil {
		err = inner
	}

	return o.failure(kind, err)
}

// transportKind tells apart why no answer came.
func transportKind(ctx context.Context, err error) Kind {
	var (
		redirect    *redirectError
		dns         *net.DNSError
		certificate *tls.CertificateVerificationError
		record      tls.RecordHeaderError
		connection  *net.OpError
	)

	op := ""
	if errors.As(err, &connection) {
		op = connection.Op
	}

	switch {
	case ctx.Err() != nil:
		return KindCanceled
	case errors.As(err, &redirect):
		return KindRedirect
	case errors.Is(err, errAttemptTimeout):
		return KindTimeout
	case errors.As(err, &dns) && dns.IsNotFound:
		return KindUnknownHost
	// A server that speaks no TLS (http.ErrSchemeMismatch where it speaks http),
	// and an alert of one that does.
	case errors.As(err, &certificate), errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch), op == "remote error":
		return KindTLS
	case op == "dial", op == "proxyconnect":
		return KindUnreachable
	}

	return KindConnection
}

// statusKind returns the kind of failure a status stands for, empty for 2xx.
func statusKind(status int) Kind {
	switch {
	case status >= 200 && status <= 299:
		return ""
	case status == http.StatusUnauthorized:
		return KindUnauthorized
	case status == http.StatusForbidden:
		return KindForbidden
	case status == http.StatusNotFound:
		return KindNotFound
	case status == http.StatusConflict:
		return KindConflict
	case status == http.StatusTooManyRequests:
		return KindRateLimited
	case status == http.StatusRequestTimeout:
		return KindTimeout
	case status == http.StatusTooEarly:
		return KindServerFailure
	case status >= 400 && status <= 499:
		return KindRefused
	case status >= 500 && status <= 599:
		return KindServerFailure
	}

	return KindUnexpected
}
