package main

import (
	"net/http"
	"strings"
	"testing"
)

func TestService_CountsWhatReachesIt(t *testing.T) {
	s, err := startService(2)
	if err != nil {
		t.Fatal(err)
	}

	client := &http.Client{Transport: &http.Transport{}}

	for _, id := range []string{"1", "2", "3"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, s.address+"/api/v1/appearance/"+id+"/", strings.NewReader(`{"name":"Theme"}`))
		if err != nil {
			t.Fatal(err)
		}

		req.Header.Set("Authorization", "Bearer "+apiKey)
		req.Header.Set("Content-Type", "application/json")

		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}

		if err := resp.Body.Close(); err != nil {
			t.Fatal(err)
		}

		// There are as many objects as were asked for.
		if want := map[string]int{"1": 200, "2": 200, "3": 404}[id]; resp.StatusCode != want {
			t.Errorf("%s: got status %d, want %d", id, resp.StatusCode, want)
		}

		client.CloseIdleConnections()
	}

	if got, want := s.take(), (traffic{Requests: 3, Connections: 3, MostInFlight: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}

	if got := s.take(); got != (traffic{}) {
		t.Errorf("the second time got %+v, want nothing", got)
	}

	if err := s.stop(); err != nil {
		t.Error(err)
	}
}
