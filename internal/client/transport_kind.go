package client

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
)

// transportKind classifies a failure without a response.
func transportKind(ctx context.Context, err error) Kind {
	dns, _ := errors.AsType[*net.DNSError](err)
	proxy, isProxy := errors.AsType[*proxyError](err)

	op := ""
	if connection, isConnection := errors.AsType[*net.OpError](err); isConnection {
		op = connection.Op
	}

	switch {
	case ctx.Err() != nil:
		return KindCanceled
	case errors.Is(err, errTimeout):
		return KindTimeout
	case errors.Is(err, errProxySetting):
		return KindProxySetting
	case isProxy:
		return proxy.kind()
	case dns != nil && dns.IsNotFound:
		if op == "proxyconnect" {
			return KindUnknownProxy
		}

		return KindUnknownHost
	case strings.HasSuffix(err.Error(), "too many open files"):
		return KindOpenFiles
	case errors.Is(err, gzip.ErrHeader):
		return KindUnreadable
	case tlsKind(err) != "":
		return tlsKind(err)
	case op == "dial", op == "proxyconnect", op == "socks connect":
		return KindUnreachable
	}

	return KindConnection
}

// tlsKind classifies a failure of TLS, "" for any other.
func tlsKind(err error) Kind {
	_, isCertificate := errors.AsType[*tls.CertificateVerificationError](err)
	invalid, _ := errors.AsType[x509.CertificateInvalidError](err)
	_, isRecord := errors.AsType[tls.RecordHeaderError](err)
	connection, isConnection := errors.AsType[*net.OpError](err)

	switch {
	case isCertificate && invalid.Cert != nil && invalid.Reason == x509.Expired:
		return KindCertificateDates
	case strings.Contains(err.Error(), "tls: ") && strings.Contains(err.Error(), "protocol version"):
		return KindTLSVersion
	case isConnection && connection.Op == "remote error":
		return alertKind(fmt.Sprint(connection.Err))
	case isRecord:
		return KindNoTLS
	case isCertificate:
		return KindTLS
	}

	return ""
}

// alertKind classifies a TLS alert of the server.
func alertKind(alert string) Kind {
	switch {
	case strings.Contains(alert, "certificate"), alert == "tls: access denied":
		return KindClientCert
	// With TLS 1.2, a server that requires a certificate may send this, too.
	case alert == "tls: handshake failure":
		return KindHandshake
	case alert == "tls: no application protocol":
		return KindProtocol
	}

	return KindTLS
}

// retryable reports whether a failure without a response may be temporary. An invalid
// certificate or unknown host is not.
func (k Kind) retryable() bool {
	return slices.Contains([]Kind{KindTimeout, KindUnreachable, KindConnection, KindOpenFiles}, k)
}
