package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// apiKey is nobody's.
const apiKey = "key-of-the-bench"

// traffic is what reached the service in some time.
type traffic struct {
	Requests    int `json:"requests"`
	Connections int `json:"connections"`
	// MostInFlight is how many requests were there at once.
	MostInFlight int `json:"most_in_flight"`
}

// service is the mock of the service. It runs in the bench's process, so that
// what it takes is not counted with what is measured.
type service struct {
	address string
	server  *http.Server
	failed  chan error // has the error of the server's end

	mu       sync.Mutex
	inFlight int
	seen     traffic
}

// startService starts a mock with n appearances and n sources, with the ids
// from 1.
func startService(n int) (*service, error) {
	s := &service{failed: make(chan error, 1)}

	var mock *mockserver.Server

	mock, err := mockserver.New(mockserver.Options{
		APIKey: apiKey,
		// Nobody reads the journal, which would grow.
		OnRequest: func(mockserver.Request) { mock.ForgetRequests() },
	})
	if err != nil {
		return nil, fmt.Errorf("make the mock of the service: %w", err)
	}

	for id := int64(1); id <= int64(n); id++ {
		mock.AddAppearance(id, nil)
		mock.AddSource(id, "postgres", nil)
	}

	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // there is nothing to wait for
	if err != nil {
		return nil, fmt.Errorf("start the mock of the service: %w", err)
	}

	s.address = "http://" + listener.Addr().String()
	s.server = &http.Server{Handler: s.counting(mock), ConnState: s.connection, ReadHeaderTimeout: time.Minute}

	go func() { s.failed <- s.server.Serve(listener) }()

	return s, nil
}

// counting returns a handler that counts what comes to another.
func (s *service) counting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen.Requests++
		s.inFlight++
		s.seen.MostInFlight = max(s.seen.MostInFlight, s.inFlight)
		s.mu.Unlock()

		defer func() {
			s.mu.Lock()
			defer s.mu.Unlock()

			s.inFlight--
		}()

		next.ServeHTTP(w, r)
	})
}

// connection counts connections.
func (s *service) connection(_ net.Conn, state http.ConnState) {
	if state != http.StateNew {
		return
	}

	s.mu.Lock()
	defer s.mu.Unlock()

	s.seen.Connections++
}

// take returns what came since the last call.
func (s *service) take() traffic {
	s.mu.Lock()
	defer s.mu.Unlock()

	seen := s.seen
	s.seen = traffic{}

	return seen
}

// stop ends the service.
func (s *service) stop() error {
	err := s.server.Close()

	if failed := <-s.failed; !errors.Is(failed, http.ErrServerClosed) {
		err = errors.Join(err, failed)
	}

	return err
}
