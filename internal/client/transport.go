package client

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/url"

	"golang.org/x/net/http/httpproxy"
)

// MaxConnections is how many requests of a Client are sent at once, the default
// parallelism of Terraform.
const MaxConnections = 10

// MaxResponseBytes is how much of a response is read, in bytes (8 MiB).
const MaxResponseBytes = 8 << 20

// NewTransport returns a transport that follows the current values of
// HTTPS_PROXY, HTTP_PROXY and NO_PROXY. roots are the trusted certificate
// authorities; nil means those of the system.
func NewTransport(roots *x509.CertPool) *http.Transport {
	// Cloned, because http.DefaultTransport belongs to the whole process.
	transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // documented to be one
	transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	transport.MaxIdleConnsPerHost = MaxConnections // net/http keeps two

	// http.ProxyFromEnvironment reads the environment once per process.
	proxy := httpproxy.FromEnvironment().ProxyFunc()
	transport.Proxy = func(req *http.Request) (*url.URL, error) { return proxy(req.URL) }

	return transport
}
