package loopback

import (
	"net/http"
	"strings"
	"testing"
)

func TestServe_ListensUntilClosed(t *testing.T) {
	service, err := Serve("127.0.0.1:0", http.NotFoundHandler())
	if err != nil {
		t.Fatal(err)
	}

	for address, want := range map[string]string{
		":8080":          "not a loopback address",
		"192.0.2.1:8080": "not a loopback address",
		"127.0.0.1":      "missing port in address",
		strings.TrimPrefix(service.URL, "http://"): "address already in use; to use a free port, set -address to 127.0.0.1:0",
	} {
		if _, err := Serve(address, http.NotFoundHandler()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", address, err, want)
		}
	}

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, service.URL, nil)
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

	if err := service.Close(); err != nil {
		t.Error(err)
	}

	again, err := Serve(strings.TrimPrefix(service.URL, "http://"), http.NotFoundHandler())
	if err != nil {
		t.Fatalf("the service still listens: %v", err)
	}

	_ = again.Close()
}

func TestIsHost_AcceptsLoopbackOnly(t *testing.T) {
	for header, want := range map[string]bool{
		"127.0.0.1:8080": true, "127.0.0.1": true, "LOCALHOST:8080": true, "localhost:8080": true, "localhost": true, "[::1]:8080": true, "[::1]": true,
		"rebound.example:8080": false, "192.0.2.1:8080": false, "127.0.0.1.example": false, "localhost.example": false, "": false,
	} {
		if got := IsHost(header); got != want {
			t.Errorf("%q: %t", header, got)
		}
	}
}
