package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// headerTimeout is how long a client has to send its headers.
const headerTimeout = 10 * time.Second

// mock is a mock server that listens, with the pages.
type mock struct {
	*mockserver.Server

	url string
	// addresses are the resource addresses of the themes, by id.
	addresses map[int64]string

	server *http.Server
	ended  chan error
}

// startMock starts a mock server that accepts every id.
func startMock() (*mock, error) {
	held, err := mockserver.New(mockserver.Options{Behaviour: mockserver.Behaviour{AcceptAnyID: true}})
	if err != nil {
		return nil, err
	}

	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return nil, fmt.Errorf("start the mock server: %w", err)
	}

	started := &mock{Server: held, url: "http://" + listener.Addr().String(), ended: make(chan error, 1)}
	started.server = &http.Server{Handler: pages.Handler(started, held), ReadHeaderTimeout: headerTimeout}

	go func() { started.ended <- started.server.Serve(listener) }()

	return started, nil
}

// Address returns the resource address of a theme, for the pages.
func (m *mock) Address(id int64) string { return m.addresses[id] }

// stop ends the server. It returns why it had ended before, if it had.
func (m *mock) stop() error {
	closed := m.server.Close()

	if err := <-m.ended; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("the mock server ended: %w", errors.Join(err, closed))
	}

	return closed
}
