package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"
)

// connections are those of a run, for HTTP/1.1 only: with HTTP/2, net/http may send a
// request twice.
type connections struct {
	// fresh opens a connection for each request: on one that is used again, net/http
	// may send a request twice. kept is for the first request, and then idles.
	fresh, kept *http.Transport
	first       *http.Response
	idleFrom    time.Time
	closed      atomic.Pointer[time.Time]
}

func newConnections(transport *http.Transport) *connections {
	c := &connections{fresh: transport.Clone()}
	c.fresh.DisableKeepAlives = true
	c.fresh.Protocols = new(http.Protocols)
	c.fresh.Protocols.SetHTTP1(true)
	c.fresh.TLSClientConfig.NextProtos = []string{"http/1.1"}

	c.kept = c.fresh.Clone()
	c.kept.DisableKeepAlives, c.kept.IdleConnTimeout = false, 0
	c.kept.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		connection, err := c.fresh.DialContext(ctx, network, address)

		return watchedConn{connection, &c.closed}, err
	}

	return c
}

// watchedConn notes when it is closed, which net/http does as soon as the service has
// closed it.
type watchedConn struct {
	net.Conn
	closed *atomic.Pointer[time.Time]
}

func (w watchedConn) Close() error {
	now := time.Now()
	w.closed.CompareAndSwap(nil, &now)

	return w.Conn.Close()
}

// roundTrip sends a request once.
func (c *connections) roundTrip(request *http.Request) (*http.Response, error) {
	if c.first != nil {
		return c.fresh.RoundTrip(request)
	}

	return c.kept.RoundTrip(request)
}

// keepFirst keeps the first response, and when its connection became idle.
func (c *connections) keepFirst(response *http.Response) {
	if c.first == nil {
		c.first, c.idleFrom = response, time.Now()
	}
}

// idleTime says when the service closed the first connection.
func (c *connections) idleTime(isComplete bool) string {
	switch closed := c.closed.Load(); {
	case c.first == nil, closed == nil && !isComplete:
		return notSeen
	case closed == nil:
		return "open for the whole run"
	default:
		return fmt.Sprintf("closed after %.0f s", max(0, closed.Sub(c.idleFrom).Seconds()))
	}
}

// versions returns the versions of HTTP that the service has. A TLS handshake shows
// HTTP/2 without a request.
func (c *connections) versions(ctx context.Context, base *url.URL) string {
	if c.first == nil {
		return notSeen
	}

	if proxy, err := c.fresh.Proxy(&http.Request{URL: base}); base.Scheme == "http" || proxy != nil || err != nil {
		return c.first.Proto
	}

	config := c.fresh.TLSClientConfig.Clone()
	config.NextProtos = []string{"h2"}
	dialer := tls.Dialer{Config: config}

	connection, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(base.Hostname(), cmp.Or(base.Port(), "443")))
	if err != nil {
		return c.first.Proto
	}
	defer connection.Close()

	if secured, isTLS := connection.(*tls.Conn); isTLS && secured.ConnectionState().NegotiatedProtocol == "h2" {
		return c.first.Proto + ", HTTP/2.0"
	}

	return c.first.Proto
}

func (c *connections) close() {
	c.fresh.CloseIdleConnections()
	c.kept.CloseIdleConnections()
}
