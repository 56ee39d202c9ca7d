package client

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/url"

	"golang.org/x/net/http/httpproxy"
)

// MaxConnections is how many connections are open to the service at once, the
// default parallelism of Terraform. Without it, an apply of 1,000 objects opens
// hundreds, because net/http keeps two idle connections for a host.
const MaxConnections = 10

// MaxResponseBytes is how much of a response is read (8 MiB).
const MaxResponseBytes = 8 << 20

// NewTransport returns a transport with connections of its own, which follows
// HTTPS_PROXY, HTTP_PROXY and NO_PROXY as they are now. roots are the trusted
// certificate authorities; nil means those of the system.
func NewTransport(roots *x509.CertPool) *http.Transport {
	// A clone, because http.DefaultTransport belongs to the whole process.
	transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // documented to be one
	transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	transport.MaxConnsPerHost = MaxConnections
	transport.MaxIdleConnsPerHost = MaxConnections

	// http.ProxyFromEnvironment reads the environment once per process.
	proxy := httpproxy.FromEnvironment().ProxyFunc()
	transport.Proxy = func(req *http.Request) (*url.URL, error) { return proxy(req.URL) }

	return transport
}
