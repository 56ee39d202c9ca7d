package provider

import (
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
)

// statusTransport responds with a status, and counts the requests.
type statusTransport struct{ status, requests int }

func (s *statusTransport) RoundTrip(*http.Request) (*http.Response, error) {
	s.requests++

	return &http.Response{StatusCode: s.status, Body: http.NoBody}, nil
}

func TestOutage_RequestsNotSentNameTheReason(t *testing.T) {
	for status, test := range map[int]struct {
		failing, requests int
		reason            string
	}{
		401: {1, 1, "PUT /api/v1/appearance/1/ returned status 401 (Unauthorized): see that error."},
		503: {10, 70, "10 updates in a row failed, the last one with status 503 (Service Unavailable): see their errors."},
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				transport := &statusTransport{status: status}
				core := newCore(t, &chatviewProvider{version: "test", transport: transport}, map[string]any{
					"base_url": "https://chat.example.com", "api_key": testAPIKey,
				})

				for id := 1; id <= test.failing+1; id++ {
					config := map[string]any{"id": fmt.Sprint(id), "name": "N"}
					diagnostics := core.applyInWalk(resourceBlock{fmt.Sprint(id), appearanceType, config})

					if id > test.failing {
						wantExplained(t, diagnostics)
						wantText(t, diagnostics, fmt.Sprintf("Updating the appearance configuration \"%d\" was not attempted because %s", id, test.reason))
					}
				}

				if transport.requests != test.requests {
					t.Errorf("%d requests were sent, want %d", transport.requests, test.requests)
				}
			})
		})
	}
}
