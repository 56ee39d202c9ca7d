// Package client speaks the service's interface: the two operations it
// documents (PUT an appearance configuration, PATCH a data source's connection
// settings), their wire types, limits and errors. It knows nothing of
// Terraform.
//
// An operation is one call: it sends the request, retries what is worth
// retrying, reads the answer with tolerance and returns either the answer or an
// *Error that says what happened. No text in an Error holds a secret that was
// sent.
package client

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Settings of a Client where its Config leaves them out, and their bounds.
const (
	// DefaultRequestTimeout is how long one attempt may take, from the dial to
	// the last byte of the answer.
	DefaultRequestTimeout = 30 * time.Second
	// DefaultMaxRetries is how often a request is sent again after the first
	// attempt. With the waits of this package it covers an outage of about
	// half a minute.
	DefaultMaxRetries = 6
	// MaxMaxRetries is the largest number of retries that can be asked for.
	MaxMaxRetries = 20
)

// Config is what a Client is made of. All but BaseURL and APIKey may be zero.
type Config struct {
	// BaseURL is the service's address, as ParseBaseURL returns it.
	BaseURL *url.URL
	// APIKey is sent as a bearer token (interface, section 5); see
	// ValidateAPIKey.
	APIKey string
	// RequestTimeout bounds one attempt; zero stands for
	// DefaultRequestTimeout.
	RequestTimeout time.Duration
	// MaxRetries is how often a request is sent again; zero switches retrying
	// off.
	MaxRetries int
	// UserAgent is sent with every request.
	UserAgent string
	// Transport carries the requests; nil stands for NewTransport(nil).
	Transport http.RoundTripper
	// Observe, where set, is called after every attempt with the context of
	// the operation. It sees neither headers nor bodies.
	Observe func(context.Context, Attempt)
}

// Attempt describes one request on the wire, for a log.
type Attempt struct {
	// Method and Path are the request's.
	Method, Path string
	// Number counts the attempts of one operation from 1.
	Number int
	// StatusCode is the answer's, or 0 where none came.
	StatusCode int
	// RequestID is the answer's request id header, if it has one.
	RequestID string
	// Failure is the kind of failure, empty after a success.
	Failure Kind
	// Duration is the time from the request's start to the answer's last byte.
	Duration time.Duration
}

// Client sends the interface's two operations. It is safe for concurrent use
// and holds the connections of all its calls; make one for a process.
type Client struct {
	config Config
	http   *http.Client
}

// New returns a client. The configuration is taken as it is: ParseBaseURL and
// ValidateAPIKey are the caller's to ask.
func New(config Config) *Client {
	if config.RequestTimeout == 0 {
		config.RequestTimeout = DefaultRequestTimeout
	}

	if config.Transport == nil {
		config.Transport = NewTransport(nil)
	}

	return &Client{
		config: config,
		http: &http.Client{
			Transport: attemptTransport{next: config.Transport, timeout: config.RequestTimeout},
		},
	}
}

// endpoint returns the path of an operation below the base address. The
// interface's paths end in a slash (sections 4.1 and 4.2): without it a service
// would answer with a redirect.
func (c *Client) endpoint(segments ...string) string {
	path := c.config.BaseURL.EscapedPath() + "/api/v1/"
	for _, segment := range segments {
		path += url.PathEscape(segment) + "/"
	}

	return path
}
