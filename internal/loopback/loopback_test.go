package loopback

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestServe_ListensUntilCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	urls, ended := make(chan string), make(chan error)

	go func() {
		ended <- Serve(ctx, "127.0.0.1:0", http.NotFoundHandler(), func(url string) { urls <- url })
	}()

	url := <-urls
	address := strings.TrimPrefix(url, "http://")

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}

	result, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}

	if _ = result.Body.Close(); result.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", result.StatusCode)
	}

	cancel()

	if err := <-ended; err != nil {
		t.Error(err)
	}

	// Its context has ended, so it listens and ends at once.
	if err := Serve(ctx, address, nil, func(string) {}); err != nil {
		t.Errorf("the service still listens: %v", err)
	}
}

func TestServe_RefusesOtherAndTakenAddresses(t *testing.T) {
	taken, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()

	for address, want := range map[string]string{
		":8080":               "not a loopback address",
		"192.0.2.1:8080":      "not a loopback address",
		"127.0.0.1":           "missing port in address",
		taken.Addr().String(): "address already in use; to use a free port, set -address to 127.0.0.1:0",
	} {
		if err := Serve(t.Context(), address, nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", address, err, want)
		}
	}
}

func TestIsHost_AcceptsLoopbackOnly(t *testing.T) {
	for header, want := range map[string]bool{
		"127.0.0.1:8080": true, "127.0.0.1": true, "LOCALHOST:8080": true, "localhost:8080": true, "localhost": true, "[::1]:8080": true, "[::1]": true,
		"rebound.example:8080": false, "192.0.2.1:8080": false, "127.0.0.1.example": false, "localhost.example": false, "evillocalhost": false, "": false,
	} {
		if got := isHost(header); got != want {
			t.Errorf("%q: %t", header, got)
		}
	}
}
