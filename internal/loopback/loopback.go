// Package loopback serves HTTP to programs on the same machine only.
package loopback

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// Service is a handler that listens on a loopback address.
type Service struct {
	// URL is the base URL, without a trailing slash.
	URL string

	server *http.Server
	ended  chan error
}

// Serve serves handler at address, a loopback host and port, until Close. Port
// 0 picks a free port.
//
// Any other address is an error: the mock server may accept any key, and the
// pages show what is not public.
func Serve(address string, handler http.Handler) (*Service, error) {
	resolved, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}

	if !resolved.IP.IsLoopback() {
		return nil, fmt.Errorf("listen: %s is not a loopback address, such as 127.0.0.1:8080", address)
	}

	listener, err := net.ListenTCP("tcp", resolved)
	if err != nil {
		free := net.JoinHostPort(resolved.IP.String(), "0")

		return nil, fmt.Errorf("listen: %w; to use a free port, set -address to %s", err, free)
	}

	s := &Service{
		URL:    "http://" + listener.Addr().String(),
		server: &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second},
		ended:  make(chan error, 1),
	}

	go func() { s.ended <- s.server.Serve(listener) }()

	return s, nil
}

// Close stops the service and drops its connections. It is called once.
func (s *Service) Close() error {
	err := s.server.Close()
	if ended := <-s.ended; !errors.Is(ended, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", ended)
	}

	return err
}

// IsHost reports whether a Host header, with or without a port, names this
// machine. A site could otherwise read what is served by resolving its own name
// to a loopback address (DNS rebinding).
func IsHost(header string) bool {
	host, _, err := net.SplitHostPort(header)
	if err != nil {
		host = strings.Trim(header, "[]")
	}

	address, err := netip.ParseAddr(host)

	return strings.EqualFold(host, "localhost") || err == nil && address.IsLoopback()
}
