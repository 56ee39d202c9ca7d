package client

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
)

// statusKinds are the kinds of statuses with a meaning of their own.
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

// statusKind returns the kind of failure of a response, empty for 2xx.
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

// outcomeUnknown reports whether a change may have been made although its
// response is of this kind, empty for 2xx: a 2xx response may turn out to be
// unreadable. A 4xx status refuses a change.
func (k Kind) outcomeUnknown() bool {
	switch k {
	case "", KindServerFailure, KindUnexpected, KindTimeout:
		return true
	}

	return false
}

// transportKind returns the kind of failure of an attempt without a response.
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
	// A server that does not speak TLS (ErrSchemeMismatch if it speaks HTTP), and
	// an alert of one that does.
	case errors.As(err, &certificate), errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch), op == "remote error":
		return KindTLS
	case op == "dial", op == "proxyconnect":
		return KindUnreachable
	}

	return KindConnection
}

// retryable reports whether a failure of the transport may pass. A wrong
// certificate or host name stays wrong.
func (k Kind) retryable() bool {
	return k == KindTimeout || k == KindUnreachable || k == KindConnection
}
