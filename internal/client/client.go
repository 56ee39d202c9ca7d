// Package client calls the two operations of the API: PUT an appearance
// configuration, and PATCH the connection settings of a data source. It defines
// their requests, responses, limits and errors. It knows nothing of Terraform.
//
// An operation is one call. It sends the request, retries failures that may
// pass, reads the response tolerantly, and returns either a result or an *Error
// that says what happened. A text of the API that repeats a secret is withheld,
// within the limits that the guide Security describes.
package client

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"net"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/time/rate"

	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// Usual values and bounds of a Config.
const (
	// DefaultRequestTimeout bounds one attempt.
	DefaultRequestTimeout = 30 * time.Second
	// DefaultMaxRetries covers, with the waits, an outage of half a minute.
	DefaultMaxRetries = 6
	// MaxRetriesLimit is the largest accepted number of retries.
	MaxRetriesLimit = 20
	// MinRequestsPerSecond is 86 requests a day.
	MinRequestsPerSecond = 0.001
)

// Config configures a Client. BaseURL, APIKey and RequestTimeout are required.
type Config struct {
	// BaseURL is the address of the service, from ParseBaseURL.
	BaseURL *url.URL
	// APIKey is sent as a bearer token (API documentation, section 5).
	APIKey string
	// RequestTimeout limits one attempt, from connecting to the last byte of
	// the response.
	RequestTimeout time.Duration
	MaxRetries     int
	// FailFastLocally ends an operation after about five seconds if a loopback
	// address refuses the connection.
	FailFastLocally bool
	// RequestsPerSecond limits the attempts of all operations; 0 means no limit.
	RequestsPerSecond float64
	// Roots and ClientCert are arguments of NewTransport, for a nil Transport.
	Roots      *x509.CertPool
	ClientCert tls.Certificate
	// ClientKey is the private key of the client's certificate in PEM. It is only
	// used to find a response that repeats it.
	ClientKey string
	// Headers are sent with every request, unless the client sets the header
	// itself. A value of 8 characters or more is a secret, as a whole.
	Headers   map[string]string
	UserAgent string
	// Transport sends the requests; nil means that of NewTransport. If it does not
	// support net/http/httptrace, every failed request counts as written.
	Transport http.RoundTripper
	// Observe, if set, is called after every attempt.
	Observe func(context.Context, Attempt)
}

// Client calls the operations of the API. It is safe for concurrent use. Its
// operations share their connections, and fail early with KindNotSent once
// earlier ones show that none can succeed.
type Client struct {
	config      Config
	connections chan struct{} // one element for each that is in use
	limiter     *rate.Limiter
	breaker     breaker
}

// New returns a client. It does not validate the configuration.
func New(config Config) *Client {
	if config.Transport == nil {
		transport := NewTransport(config.Roots, config.ClientCert)
		// net/http goes on connecting after a time-out; its own limits may be shorter.
		transport.DialContext = (&net.Dialer{Timeout: config.RequestTimeout}).DialContext
		transport.TLSHandshakeTimeout = config.RequestTimeout
		transport.ProxyConnectHeader = http.Header{"User-Agent": {config.UserAgent}} // some proxies decide by it
		config.Transport = transport
	}

	c := &Client{
		config:      config,
		connections: make(chan struct{}, MaxConnections),
		limiter:     rate.NewLimiter(rate.Limit(cmp.Or(config.RequestsPerSecond, float64(rate.Inf))), 1),
	}
	c.breaker.open, c.breaker.trip = context.WithCancel(context.Background())

	return c
}

// secrets returns the API key, the client's key, values of headers, the password for the
// proxy of the base URL, and what net/http sends of it.
func (c *Client) secrets() redact.Secrets {
	var hidden redact.Secrets

	hidden.Add(redact.Credential, c.config.APIKey)
	hidden.Add(redact.Credential, c.config.ClientKey)

	if proxy := c.proxy(); proxy != nil && proxy.User != nil {
		password, _ := proxy.User.Password()
		hidden.Add(redact.Header(""), password)
		hidden.Add(redact.Credential, base64.StdEncoding.EncodeToString([]byte(proxy.User.Username()+":"+password)))
	}

	for name, value := range c.config.Headers {
		hidden.Add(redact.Header(name), value)
	}

	return hidden
}

// proxy returns the proxy of the base URL, or nil.
func (c *Client) proxy() (proxy *url.URL) {
	if transport, isTransport := c.config.Transport.(*http.Transport); isTransport && transport.Proxy != nil {
		proxy, _ = transport.Proxy(&http.Request{URL: c.config.BaseURL}) // an attempt fails with the error
	}

	return proxy
}
