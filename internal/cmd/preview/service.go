package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// headerTimeout is how long a client has for its headers.
const headerTimeout = 10 * time.Second

// service is a mock of the service while it listens, with the pages.
type service struct {
	mock    *mockserver.Server
	address string

	server *http.Server
	ended  chan error
}

// startService starts a mock that accepts every id.
func startService() (*service, error) {
	mock, err := mockserver.New(mockserver.Options{Behavior: mockserver.Behavior{AcceptAnyID: true}})
	if err != nil {
		return nil, err
	}

	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return nil, fmt.Errorf("start the mock: %w", err)
	}

	s := &service{
		mock:    mock,
		address: "http://" + listener.Addr().String(),
		server:  &http.Server{Handler: preview.Handler(mock, mock), ReadHeaderTimeout: headerTimeout},
		ended:   make(chan error, 1),
	}

	go func() { s.ended <- s.server.Serve(listener) }()

	return s, nil
}

// stop ends the service, and tells why it ended if it did before.
func (s *service) stop() error {
	closed := s.server.Close()

	if err := <-s.ended; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("the mock ended: %w", errors.Join(err, closed))
	}

	return closed
}
