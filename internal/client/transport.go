package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// MaxConnections is how many requests of a Client are sent at once. The parallelism of
// the CLI is usually lower: 10, unless -parallelism raises it.
const MaxConnections = 100

// idleTimeout is how long an unused connection stays open. It is shorter than
// that of servers, some of which wait for two seconds: a request that is sent
// while the server closes its connection is lost.
const idleTimeout = time.Second

// MaxResponseBytes is how much of a response is read, in bytes (8 MiB).
const MaxResponseBytes = 8 << 20

// NewTransport returns a transport that follows the current values of
// HTTPS_PROXY, HTTP_PROXY and NO_PROXY. roots are the trusted certificate
// authorities; nil means those of the system. A certificate is sent to
// a server that asks for one, unless it is empty.
func NewTransport(roots *x509.CertPool, certificate tls.Certificate) *http.Transport {
	// Cloned, because http.DefaultTransport belongs to the whole process.
	transport, _ := http.DefaultTransport.(*http.Transport) // documented to be one
	transport = transport.Clone()

	// Over HTTP/2, net/http sends requests again without asking, and after a
	// timeout uses the same connection. A server that accepts only HTTP/2 refuses
	// the handshake if it is offered only HTTP/1.1.
	transport.Protocols = new(http.Protocols)
	transport.Protocols.SetHTTP1(true)
	transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}
	// With TLS 1.2, a gateway may ask for the certificate once it has read a path, and again for another one.
	transport.TLSClientConfig.Renegotiation = tls.RenegotiateFreelyAsClient
	// Certificates would not be sent if the server names only the root authority.
	transport.TLSClientConfig.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &certificate, nil }
	transport.MaxIdleConnsPerHost = MaxConnections // net/http keeps two
	transport.IdleConnTimeout = idleTimeout

	transport.Proxy = proxyFromEnvironment()

	// Without this, the error is only the text of the status.
	transport.OnProxyConnectResponse = func(_ context.Context, proxy *url.URL, connect *http.Request, resp *http.Response) error {
		if resp.StatusCode == http.StatusOK {
			return nil
		}

		return &proxyError{proxy: proxy.Scheme + "://" + proxy.Host, host: connect.Host, status: resp.StatusCode, offers: offers(resp.Header)}
	}

	return transport
}

var errProxySetting = errors.New("the proxy cannot be used")

// proxyFromEnvironment returns the Proxy of a transport. That of net/http reads the
// environment once per process, and ignores an address that is no URL or has no host:
// the API key would go past the proxy (golang/go#38166).
func proxyFromEnvironment() func(*http.Request) (*url.URL, error) {
	config := httpproxy.FromEnvironment()
	config.HTTPProxy, config.HTTPSProxy = withHost(config.HTTPProxy), withHost(config.HTTPSProxy)
	proxyFor := config.ProxyFunc()

	return func(req *http.Request) (*url.URL, error) {
		proxy, err := proxyFor(req.URL)

		switch {
		case err != nil: // REQUEST_METHOD is set, as in a CGI script, where HTTP_PROXY may come from a request
			return nil, fmt.Errorf("%w: %w", errProxySetting, err)
		case proxy != nil && proxy.Hostname() == "":
			return nil, fmt.Errorf("%w: %s_PROXY (or %s_proxy) is not a URL with a host", errProxySetting, strings.ToUpper(req.URL.Scheme), req.URL.Scheme)
		}

		return proxy, nil
	}
}

// withHost returns the address of a proxy, or one without a host if it is no URL.
func withHost(address string) string {
	withScheme := address
	if !strings.Contains(address, "://") {
		withScheme = "http://" + address
	}

	if proxy, err := url.Parse(withScheme); address != "" && (err != nil || proxy.Hostname() == "") {
		return "//"
	}

	return address
}

// connectionStage is how far an attempt has come.
type connectionStage struct {
	// mayBeWritten reports whether the request had a connection, so some of it
	// may have been written. net/http asks for a second connection only if the
	// first was closed before anything was written: it never sends a PUT or a PATCH
	// again over HTTP/1.1, unless it has an idempotency key.
	mayBeWritten atomic.Bool
	// handshaking reports that the TLS handshake has not completed.
	handshaking atomic.Bool
}

func (s *connectionStage) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn:           func(string) { s.mayBeWritten.Store(false) },
		GotConn:           func(httptrace.GotConnInfo) { s.mayBeWritten.Store(true) },
		TLSHandshakeStart: func() { s.handshaking.Store(true) },
		TLSHandshakeDone:  func(_ tls.ConnectionState, err error) { s.handshaking.Store(err != nil) },
	}
}

func (s *connectionStage) waitingFor(resp *http.Response) string {
	switch {
	case resp != nil:
		return "the response is incomplete"
	case s.mayBeWritten.Load():
		return "no response"
	case s.handshaking.Load():
		return "no TLS handshake"
	}

	return "no connection"
}
