package client

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"slices"
)

// Kind is the kind of a failure, by what the user can do about it.
type Kind string

// The kinds of failure. The API documentation defines no errors (section 7),
// so they are based on the status code and the connection.
const (
	KindUnauthorized     Kind = "unauthorized"        // 401
	KindForbidden        Kind = "forbidden"           // 403
	KindNotFound         Kind = "not found"           // 404
	KindConflict         Kind = "conflict"            // 409
	KindRateLimited      Kind = "rate limited"        // 429
	KindRefused          Kind = "refused"             // any other 4xx
	KindServerFailure    Kind = "server failure"      // 5xx, and 425, which is about timing, not the request
	KindRedirect         Kind = "redirect"            // 301, 302, 303, 307, 308
	KindUnexpected       Kind = "unexpected status"   // any other status except 2xx
	KindTimeout          Kind = "timed out"           // 408, or no complete response within the request timeout
	KindUnreachable      Kind = "unreachable"         // no connection: refused, no route
	KindConnection       Kind = "connection lost"     // a connection that broke
	KindUnknownHost      Kind = "unknown host"        // the host name does not resolve
	KindTLS              Kind = "TLS failure"         // certificate or handshake
	KindCanceled         Kind = "canceled"            // the context ended
	KindUnreadable       Kind = "unreadable response" // 2xx that is not a JSON object
	KindResponseTooLarge Kind = "response too large"  // 2xx with more than MaxResponseBytes
	KindWrongObject      Kind = "wrong object"        // 2xx with another id
	KindNotConfirmed     Kind = "not confirmed"       // 2xx without an id
	KindNotSent          Kind = "not sent"            // an earlier failure shows that no request can succeed (Error.Cause)
	KindUnsendable       Kind = "unsendable"          // nothing was sent: the request is invalid
)

// statusKinds are the statuses with a kind of their own.
var statusKinds = map[int]Kind{
	http.StatusUnauthorized:      KindUnauthorized,
	http.StatusForbidden:         KindForbidden,
	http.StatusNotFound:          KindNotFound,
	http.StatusConflict:          KindConflict,
	http.StatusTooManyRequests:   KindRateLimited,
	http.StatusRequestTimeout:    KindTimeout,
	http.StatusTooEarly:          KindServerFailure,
	http.StatusMovedPermanently:  KindRedirect,
	http.StatusFound:             KindRedirect,
	http.StatusSeeOther:          KindRedirect,
	http.StatusTemporaryRedirect: KindRedirect,
	http.StatusPermanentRedirect: KindRedirect,
}

// statusKind returns the kind of failure for a status, empty for 2xx.
func statusKind(status int) Kind {
	kind, ok := statusKinds[status]

	switch {
	case ok:
		return kind
	case status >= 200 && status <= 299:
		return ""
	case status >= 400 && status <= 499:
		return KindRefused
	case status >= 500 && status <= 599:
		return KindServerFailure
	}

	return KindUnexpected
}

// outcomeUnknown reports whether a change may have been made despite a
// response of this kind. The kind of a 2xx response, which may be unreadable,
// is empty. A 4xx status rejects the change.
func (k Kind) outcomeUnknown() bool {
	return slices.Contains([]Kind{"", KindServerFailure, KindUnexpected, KindTimeout}, k)
}

// transportKind classifies a failure without a response.
func transportKind(ctx context.Context, err error) Kind {
	var (
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
	case errors.Is(err, errTimeout):
		return KindTimeout
	case errors.As(err, &dns) && dns.IsNotFound:
		return KindUnknownHost
	// The last two: a server that does not speak TLS, or that sends a TLS alert.
	case errors.As(err, &certificate), errors.As(err, &record), op == "remote error":
		return KindTLS
	case op == "dial", op == "proxyconnect":
		return KindUnreachable
	}

	return KindConnection
}

// retryable reports whether a failure may be temporary. An invalid certificate
// or unknown host is not.
func (k Kind) retryable() bool {
	return slices.Contains([]Kind{KindRateLimited, KindServerFailure, KindTimeout, KindUnreachable, KindConnection}, k)
}
