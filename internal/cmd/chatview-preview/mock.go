package main

import (
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
	// stop ends it.
	stop func() error
}

// Address returns the resource address of a theme, for the pages.
func (m *mock) Address(id int64) string { return m.addresses[id] }

// startMock starts a mock server that accepts every id.
func startMock() (*mock, error) {
	held, err := mockserver.New(mockserver.Options{Behavior: mockserver.Behavior{AcceptAnyID: true}})
	if err != nil {
		return nil, err
	}

	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return nil, fmt.Errorf("start the mock server: %w", err)
	}

	started := &mock{Server: held, url: "http://" + listener.Addr().String(), addresses: map[int64]string{}}
	server := &http.Server{Handler: pages.Handler(started, held), ReadHeaderTimeout: headerTimeout}
	started.stop = server.Close

	go func() { _ = server.Serve(listener) }() // without it, the provider's requests fail

	return started, nil
}
