package client

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
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
	switch k {
	case "", KindServerFailure, KindUnexpected, KindTimeout:
		return true
	}

	return false
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
	// A server that does not speak TLS (ErrSchemeMismatch if it speaks HTTP),
	// or one that sends a TLS alert.
	case errors.As(err, &certificate), errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch), op == "remote error":
		return KindTLS
	case op == "dial", op == "proxyconnect":
		return KindUnreachable
	}

	return KindConnection
}

// retryable reports whether a transport failure may be temporary. An invalid
// certificate or unknown host is not.
func (k Kind) retryable() bool {
	return k == KindTimeout || k == KindUnreachable || k == KindConnection
}
