package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestServe_RefusesOtherAndTakenAddresses(t *testing.T) {
	taken, err := new(net.ListenConfig).Listen(t.Context(), "tcp", freeAddress(t))
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()

	for address, want := range map[string]string{
		":8080":               "not a loopback address",
		"192.0.2.1:8080":      "not a loopback address",
		"127.0.0.1":           "missing port in address",
		taken.Addr().String(): "address already in use; to use a free port, set -address to " + freeAddress(t),
	} {
		if err := serve(t.Context(), address, nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", address, err, want)
		}
	}
}

// TestPages_AreForThisMachineOnly and for reading: other requests go on to next.
func TestPages_AreForThisMachineOnly(t *testing.T) {
	const page, refused, next = http.StatusOK, http.StatusMisdirectedRequest, http.StatusNotFound

	handler := atPath("/page", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), http.NotFoundHandler())

	for request, want := range map[string]int{
		"GET /page 127.0.0.1:8080": page, "HEAD /page 127.0.0.1": page, "GET /page LOCALHOST:8080": page, "GET /page localhost:8080": page,
		"GET /page localhost": page, "GET /page [::1]:8080": page, "GET /page [::1]": page,
		"GET /page rebound.example:8080": refused, "GET /page 192.0.2.1:8080": refused, "GET /page 127.0.0.1.example": refused,
		"GET /page localhost.example": refused, "GET /page evillocalhost": refused, "GET /page ": refused,
		"PUT /page service.example": next, "GET //page localhost": next, "GET / localhost": next,
	} {
		parts, recorder := strings.Split(request, " "), httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), parts[0], "http://localhost"+parts[1], nil)
		r.Host = parts[2]
		handler.ServeHTTP(recorder, r)

		isHTML := recorder.Header().Get("Content-Type") == "text/html; charset=utf-8"
		if recorder.Code != want || isHTML != (want == page) || recorder.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: status %d, header %v", request, recorder.Code, recorder.Header())
		}
	}
}
