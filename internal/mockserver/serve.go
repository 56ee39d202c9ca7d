package mockserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

const (
	// headerTimeout limits how long a client may take to send its headers.
	headerTimeout = 10 * time.Second
	// shutdownTimeout limits how long Close waits for requests in flight.
	shutdownTimeout = 5 * time.Second
)

// Service is a handler that listens on a loopback address.
type Service struct {
	// URL is the base URL, without a trailing slash.
	URL string

	server *http.Server
	ended  chan error
}

// Serve serves handler at address, a loopback host and port, until Close. Port 0 picks a free port.
//
// Any other address is an error: the mock server may accept any key, and shows what it received.
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
		return nil, fmt.Errorf("listen: %w", err)
	}
	s := &Service{
		URL:    "http://" + listener.Addr().String(),
		server: &http.Server{Handler: handler, ReadHeaderTimeout: headerTimeout},
		ended:  make(chan error, 1),
	}
	go func() { s.ended <- s.server.Serve(listener) }()
	return s, nil
}

// Close stops the service. Requests in flight have 5 seconds to finish. Close is called once; its error is that the
// service had stopped before.
func (s *Service) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if s.server.Shutdown(ctx) != nil {
		_ = s.server.Close() // the requests that are left are cut off
	}
	if err := <-s.ended; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
