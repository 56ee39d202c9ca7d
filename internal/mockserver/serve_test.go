package mockserver

import (
	"net/http"
	"strings"
	"testing"
)

func TestServe_ListensUntilClosed(t *testing.T) {
	service, err := Serve("127.0.0.1:0", newTestServer(t, Options{}))
	if err != nil {
		t.Fatal(err)
	}
	r := newRequest(t, http.MethodPut, service.URL+appearancePath, `{"name": "Theme"}`)
	r.RequestURI = ""
	result, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = result.Body.Close()
	if result.StatusCode != http.StatusOK {
		t.Errorf("status %d", result.StatusCode)
	}

	if err := service.Close(); err != nil {
		t.Error(err)
	}

	if result, err := http.DefaultClient.Do(r.Clone(t.Context())); err == nil {
		_ = result.Body.Close()
		t.Error("the service still listens")
	}
}

func TestServe_RefusesAddress(t *testing.T) {
	running, err := Serve("127.0.0.1:0", http.NotFoundHandler())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = running.Close() })
	for address, want := range map[string]string{
		":8080":          "not a loopback address",
		"192.0.2.1:8080": "not a loopback address",
		"127.0.0.1":      "missing port in address",
		strings.TrimPrefix(running.URL, "http://"): "address already in use",
	} {
		service, err := Serve(address, http.NotFoundHandler())
		if err == nil {
			_ = service.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", address, err, want)
		}
	}
}
