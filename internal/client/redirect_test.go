package client_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

var redirects = []int{301, 302, 303, 307, 308}

func TestRedirects_AreNotFollowed(t *testing.T) {
	var followed atomic.Int32

	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		followed.Add(1)

		_, _ = io.WriteString(w, sourceResponse)
	}))
	t.Cleanup(elsewhere.Close)

	tests := map[string]struct{ location, want string }{
		"to another host":      {elsewhere.URL + "/login?next=%2F", elsewhere.URL + "/login?next=%2F"},
		"to the same host":     {"/elsewhere/", "/elsewhere/"},
		"to itself":            {"/api/v1/sources/7/update-config", "/api/v1/sources/7/update-config"},
		"to no URL":            {"http://[::1/%zz", "http://[::1/%zz"},
		"to nowhere":           {"", ""},
		"with a password":      {"https://user:p@ss@chat.example/x", "https://chat.example/x"},
		"with the API key":     {"/login?key=key%2Dof-the-tests", client.Withheld},
		"with control codes":   {"/a\tb", "/a b"},
		"with a long location": {"/" + strings.Repeat("a", 2000), "/" + strings.Repeat("a", client.MaxTextLength-2) + "…"},
	}

	for name, test := range tests {
		for _, status := range redirects {
			t.Run(name+" by "+http.StatusText(status), func(t *testing.T) {
				var requests []string

				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					requests = append(requests, r.Method+" "+r.URL.Path)

					if test.location != "" {
						w.Header().Set("Location", test.location)
					}

					w.Header().Set("X-Request-Id", "r-1")
					w.WriteHeader(status)
				}))
				t.Cleanup(server.Close)

				var attempts []client.Attempt

				got := failure(t, update(t.Context(), newClient(t, server.URL, client.Config{
					MaxRetries: 3,
					Observe: func(_ context.Context, attempt client.Attempt) {
						attempt.Duration = 0
						attempts = append(attempts, attempt)
					},
				})))

				const path = "/api/v1/sources/7/update-config/"

				wantError := &client.Error{
					Kind: client.KindRedirect, Method: "PATCH", Path: path, StatusCode: status, RequestID: "r-1",
					Attempts: 1, Location: test.want,
				}
				checkEqual(t, "error", wantError, got)

				wantAttempts := []client.Attempt{{
					Method: "PATCH", Path: path, Number: 1, StatusCode: status, RequestID: "r-1", Failure: client.KindRedirect,
				}}
				checkEqual(t, "attempts", wantAttempts, attempts)

				checkEqual(t, "requests", []string{"PATCH " + path}, requests)
			})
		}
	}

	if count := followed.Load(); count != 0 {
		t.Errorf("%d requests arrived where the redirects point to", count)
	}
}

func TestRedirects_NeedNoBody(t *testing.T) {
	for _, status := range redirects {
		t.Run(http.StatusText(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var body io.Reader

				never := func(req *http.Request) (*http.Response, error) {
					body = waiting{req.Context()}

					return respondFrom(status, func() io.Reader { return body }, "Location", "/x")(req)
				}

				c, _ := scripted(t, client.Config{MaxRetries: 3}, never)

				if got := failure(t, update(t.Context(), c)); got.Kind != client.KindRedirect {
					t.Errorf("the error is of kind %q, want %q", got.Kind, client.KindRedirect)
				}
			})
		})
	}
}
