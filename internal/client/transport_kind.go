package client

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
)

// transportKind classifies a failure without a response.
func transportKind(ctx context.Context, err error) Kind {
	dns, _ := errors.AsType[*net.DNSError](err)
	proxy, isProxy := errors.AsType[*proxyError](err)
	_, isCertificate := errors.AsType[*tls.CertificateVerificationError](err)
	invalid, _ := errors.AsType[x509.CertificateInvalidError](err)
	_, isRecord := errors.AsType[tls.RecordHeaderError](err)

	op, reason := "", ""
	if connection, isConnection := errors.AsType[*net.OpError](err); isConnection {
		op, reason = connection.Op, fmt.Sprint(connection.Err)
	}

	if isProxy && ctx.Err() == nil {
		return proxy.kind()
	}

	for _, cause := range []struct {
		is bool
		Kind
	}{
		{ctx.Err() != nil, KindCanceled},
		{errors.Is(err, errTimeout), KindTimeout},
		{errors.Is(err, errProxySetting), KindProxySetting},
		{dns != nil && dns.IsNotFound && op == "proxyconnect", KindUnknownProxy},
		{dns != nil && dns.IsNotFound, KindUnknownHost},
		{errors.Is(err, gzip.ErrHeader), KindUnreadable},
		{isCertificate && invalid.Reason == x509.Expired, KindCertificateDates},
		{strings.Contains(err.Error(), "tls: ") && strings.Contains(err.Error(), "protocol version"), KindTLSVersion},
		{op == "remote error", alertKind(reason)},
		{strings.HasPrefix(err.Error(), "tls: failed to parse certificate"), KindTLS},
		{isRecord, KindNoTLS},
		{isCertificate, KindTLS},
		{op == "proxyconnect" || op == "socks connect" && strings.HasPrefix(reason, "dial "), KindProxyUnreachable},
		{op == "dial" || op == "socks connect", KindUnreachable},
	} {
		if cause.is {
			return cause.Kind
		}
	}

	return KindConnection
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
