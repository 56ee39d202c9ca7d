package main

import (
	"fmt"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// mock is a running mock server with the pages.
type mock struct {
	*mockserver.Server

	url string
	// addresses are the resource addresses of the themes, by id.
	addresses map[int64]string
	// stop is called once.
	stop func() error
}

// Address returns the resource address of a theme, for the pages.
func (m *mock) Address(id int64) string { return m.addresses[id] }

// Sources returns no data sources, because the pages are about themes.
func (m *mock) Sources() []mockserver.Object { return nil }

// startMock starts a mock server that accepts every id.
func startMock() (*mock, error) {
	server, err := mockserver.New(mockserver.Options{Behavior: mockserver.Behavior{AcceptAnyID: true}})
	if err != nil {
		return nil, err
	}

	started := &mock{Server: server, addresses: map[int64]string{}}

	service, err := mockserver.Serve("127.0.0.1:0", pages.Handler(started, server))
	if err != nil {
		return nil, fmt.Errorf("start the mock server: %w", err)
	}

	started.url, started.stop = service.URL, service.Close

	return started, nil
}
