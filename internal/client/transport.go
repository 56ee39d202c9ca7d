package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// MaxConnections is how many connections are open to the service at once. It is
// Terraform's default parallelism: net/http keeps two idle connections for a
// host, so that without this an apply of 1,000 objects opens hundreds.
const MaxConnections = 10

// MaxResponseBytes is how much of an answer is read (8 MiB).
const MaxResponseBytes = 8 << 20

// NewTransport returns a transport with connections of its own, which follows
// HTTPS_PROXY, HTTP_PROXY and NO_PROXY as they are now. roots are the trusted
// certificate authorities; nil stands for the system's.
func NewTransport(roots *x509.CertPool) *http.Transport {
	// A clone, because http.DefaultTransport belongs to the whole process.
	transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // documented to be one
	transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	transport.MaxConnsPerHost = MaxConnections
	transport.MaxIdleConnsPerHost = MaxConnections

	// http.ProxyFromEnvironment would read the environment once for the whole
	// process.
	proxy := httpproxy.FromEnvironment().ProxyFunc()
	transport.Proxy = func(req *http.Request) (*url.URL, error) { return proxy(req.URL) }

	return transport
}

// attemptTransport carries one attempt: from the dial to the last byte of the
// answer within the time-out. Reading the answer here lets the retry policy see
// a connection lost in the middle of an answer as what it is.
type attemptTransport struct {
	next    http.RoundTripper
	timeout time.Duration
}

var errAttemptTimeout = errors.New("no complete answer came")

// redirectError is an answer that points elsewhere. It is an error of the
// transport so that nothing above can follow it: net/http would
// turn a redirected PUT or PATCH into a GET without a body.
type redirectError struct {
	answer *http.Response
}

func (e *redirectError) Error() string { return "the answer is a redirect" }

// RoundTrip sends the request and reads the answer whole.
func (t attemptTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeoutCause(req.Context(), t.timeout, errAttemptTimeout)
	defer cancel()

	resp, err := t.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, t.timeoutOr(ctx, err)
	}
	defer resp.Body.Close()

	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return nil, &redirectError{resp}
	case http.StatusSwitchingProtocols:
		// Its body is the connection, which neither the context nor the
		// time-out closes.
		resp.Body = http.NoBody
	}

	// One byte over the limit tells an answer that is too large.
	body, err := io.ReadAll(io.LimitReader(resp.Body, MaxResponseBytes+1))
	if err != nil {
		return nil, t.timeoutOr(ctx, err)
	}

	resp.Body = io.NopCloser(bytes.NewReader(body))

	return resp, nil
}

// timeoutOr tells the attempt's own time-out from every other failure.
func (t attemptTransport) timeoutOr(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errAttemptTimeout) {
		return fmt.Errorf("%w within %s", errAttemptTimeout, t.timeout)
	}

	return err
}

// requestID returns the header by which the service's operators find a
// request. The interface documents none; these are the usual ones.
func requestID(resp *http.Response) string {
	for _, header := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id", "X-Amzn-Trace-Id", "Cf-Ray"} {
		if id := resp.Header.Get(header); id != "" {
			return id
		}
	}

	return ""
}
