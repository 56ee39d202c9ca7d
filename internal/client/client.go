// Package client calls the two operations of the API: PUT an appearance
// configuration, and PATCH the connection settings of a data source. It defines
// their requests, responses, limits and errors. It knows nothing of Terraform.
//
// An operation is one call. It sends the request, retries failures that may
// pass, reads the response tolerantly, and returns either a result or an *Error
// that says what happened. No text of an Error contains a secret that was sent.
package client

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Defaults and bounds of a Config.
const (
	// DefaultRequestTimeout bounds one attempt, from connecting to the last
	// byte of the response.
	DefaultRequestTimeout = 30 * time.Second
	// DefaultMaxRetries is how often a request is sent again after the first
	// attempt. With the waits in between it covers an outage of about half a
	// minute.
	DefaultMaxRetries = 6
	// MaxMaxRetries is the largest number of retries that is accepted.
	MaxMaxRetries = 20
)

// Config configures a Client. All fields except BaseURL and APIKey may be zero.
type Config struct {
	// BaseURL is the address of the service, as ParseBaseURL returns it.
	BaseURL *url.URL
	// APIKey is sent as a bearer token (API documentation, section 5); see
	// ValidateAPIKey.
	APIKey string
	// RequestTimeout bounds one attempt; zero means DefaultRequestTimeout.
	// Waiting for one of the MaxConnections connections does not count.
	RequestTimeout time.Duration
	// MaxRetries is how often a request is sent again; zero turns retries off.
	MaxRetries int
	// UserAgent is sent with every request.
	UserAgent string
	// Transport carries the requests; nil means NewTransport(nil). A transport
	// that does not support net/http/httptrace has to be expected to have
	// written every request that fails.
	Transport http.RoundTripper
	// Observe, if set, is called after every attempt with the context of the
	// operation. It sees neither headers nor bodies.
	Observe func(context.Context, Attempt)
}

// Attempt describes one attempt of an operation, for a log.
type Attempt struct {
	// Method and Path are those of the request.
	Method, Path string
	// Number counts the attempts of one operation from 1.
	Number int
	// StatusCode is that of the response, or 0 without one.
	StatusCode int
	// RequestID is the request id header of the response, if it has one.
	RequestID string
	// Failure is the kind of failure, empty after a success.
	Failure Kind
	// Duration is the time from connecting to the last byte of the response.
	Duration time.Duration
}

// Client calls the operations of the API. It is safe for concurrent use. All
// its operations share their connections, and end early once one of them shows
// that none can succeed; see KindNotSent.
type Client struct {
	config      Config
	connections chan struct{} // one element for each that is in use
	breaker     *breaker
}

// New returns a client. It does not validate the configuration; see
// ParseBaseURL and ValidateAPIKey.
func New(config Config) *Client {
	if config.RequestTimeout == 0 {
		config.RequestTimeout = DefaultRequestTimeout
	}

	if config.Transport == nil {
		config.Transport = NewTransport(nil)
	}

	return &Client{config: config, connections: make(chan struct{}, MaxConnections), breaker: newBreaker()}
}

// endpoint returns the path of an operation. The paths of the API end in a
// slash (API documentation, sections 4.1 and 4.2); without it a service may
// redirect.
func (c *Client) endpoint(segments ...string) string {
	path := c.config.BaseURL.EscapedPath() + "/api/v1/"
	for _, segment := range segments {
		path += url.PathEscape(segment) + "/"
	}

	return path
}
