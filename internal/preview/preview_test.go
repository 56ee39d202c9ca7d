package preview_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// newMock returns a mock server that accepts every id, and the handler of its
// pages.
func newMock(t *testing.T) (*mockserver.Server, http.Handler) {
	t.Helper()

	mock, err := mockserver.New(mockserver.Options{Behavior: mockserver.Behavior{AcceptAnyID: true}})
	if err != nil {
		t.Fatal(err)
	}

	return mock, preview.Handler(mock, mock)
}

// request sends a request for a path on a host, with header lines in pairs.
func request(t *testing.T, pages http.Handler, method, host, path string, header ...string) *httptest.ResponseRecorder {
	t.Helper()

	r := httptest.NewRequestWithContext(t.Context(), method, "http://"+host+path, nil)
	for pair := range slices.Chunk(header, 2) {
		r.Header.Set(pair[0], pair[1])
	}

	recorder := httptest.NewRecorder()
	pages.ServeHTTP(recorder, r)

	return recorder
}

// get returns a page.
func get(t *testing.T, pages http.Handler, path string) string {
	t.Helper()

	response := request(t, pages, http.MethodGet, "127.0.0.1:8080", path)
	if response.Code != http.StatusOK {
		t.Fatalf("%s: status %d", path, response.Code)
	}

	return response.Body.String()
}

// put sends an appearance configuration to the mock server.
func put(t *testing.T, mock http.Handler, id string, fields map[string]any) {
	t.Helper()

	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}

	r := httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/api/v1/appearance/"+id+"/", strings.NewReader(string(body)))
	r.Header.Set("Authorization", "Bearer key")
	r.Header.Set("Content-Type", "application/json")

	recorder := httptest.NewRecorder()
	mock.ServeHTTP(recorder, r)

	if recorder.Code != http.StatusOK {
		t.Fatalf("status %d: %s", recorder.Code, recorder.Body)
	}
}

func TestHandler_PassesOnOtherRequests(t *testing.T) {
	var passed []string

	mock, _ := newMock(t)
	pages := preview.Handler(mock, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		passed = append(passed, r.Method+" "+r.URL.Path)
	}))
	want := []string{"PUT /", "GET /preview", "GET //", "GET /preview2/", "PUT /api/v1/appearance/1/", "GET /api/../preview/assets/live.js"}

	for _, line := range want {
		method, path, _ := strings.Cut(line, " ")
		request(t, pages, method, "service.example", path)
	}

	if diff := cmp.Diff(want, passed); diff != "" {
		t.Errorf("passed on (-want +got):\n%s", diff)
	}
}

func TestHandler_RejectsUnknownPaths(t *testing.T) {
	_, pages := newMock(t)

	for line, want := range map[string]int{
		"GET /preview/":                           http.StatusNotFound,
		"GET /preview/appearance/1":               http.StatusNotFound,
		"GET /preview/appearance/1/themes.css":    http.StatusNotFound,
		"GET /preview/assets/":                    http.StatusNotFound,
		"GET /preview/assets/no.css":              http.StatusNotFound,
		"GET /preview/assets/..%2fpreview.go":     http.StatusBadRequest,
		"POST /preview/assets/page.css":           http.StatusMethodNotAllowed,
		"DELETE /preview/appearance/1":            http.StatusMethodNotAllowed,
		"GET /preview/templates/appearance.html":  http.StatusNotFound,
		"GET /preview/assets/%2e%2e%2ftemplates/": http.StatusNotFound,
	} {
		method, path, _ := strings.Cut(line, " ")
		if response := request(t, pages, method, "127.0.0.1", path); response.Code != want {
			t.Errorf("%s: status %d, want %d", line, response.Code, want)
		}
	}
}

func TestHandler_ServesLoopbackOnly(t *testing.T) {
	mock, pages := newMock(t)
	mock.AddAppearance(1, nil)

	for host, want := range map[string]int{
		"127.0.0.1:8080": http.StatusOK, "127.0.0.1": http.StatusOK, "localhost:8080": http.StatusOK, "localhost": http.StatusOK,
		"[::1]:8080": http.StatusOK, "[::1]": http.StatusOK,
		"rebound.example:8080": http.StatusMisdirectedRequest, "192.0.2.1:8080": http.StatusMisdirectedRequest,
		"127.0.0.1.example": http.StatusMisdirectedRequest, "localhost.example": http.StatusMisdirectedRequest,
	} {
		for _, path := range []string{"/", "/preview/appearance/1"} {
			if response := request(t, pages, http.MethodGet, host, path); response.Code != want {
				t.Errorf("%s%s: status %d, want %d", host, path, response.Code, want)
			}
		}
	}
}

func TestHandler_AllowsOnlyItsOwnFiles(t *testing.T) {
	mock, pages := newMock(t)
	mock.AddAppearance(1, nil)

	for path, contentType := range map[string]string{
		"/":                        "text/html; charset=utf-8",
		"/preview/appearance/1":    "text/html; charset=utf-8",
		"/preview/themes.css":      "text/css; charset=utf-8",
		"/preview/assets/live.js":  "text/javascript; charset=utf-8",
		"/preview/assets/icon.svg": "image/svg+xml",
		"/preview/appearance/2":    "text/plain; charset=utf-8",
	} {
		header := request(t, pages, http.MethodGet, "127.0.0.1", path).Header()
		if policy := header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; ") ||
			strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") {
			t.Errorf("%s: policy %q", path, policy)
		}

		got := []string{header.Get("Content-Type"), header.Get("X-Content-Type-Options")}
		if diff := cmp.Diff([]string{contentType, "nosniff"}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func TestHandler_Returns304ForUnchangedPages(t *testing.T) {
	mock, pages := newMock(t)
	put(t, mock, "1", map[string]any{"name": "Theme"})

	for _, path := range []string{"/", "/preview/appearance/1", "/preview/themes.css"} {
		first := request(t, pages, http.MethodGet, "localhost", path).Header().Get("ETag")
		unchanged := request(t, pages, http.MethodGet, "localhost", path, "If-None-Match", first)

		put(t, mock, "1", map[string]any{"name": "Theme"})

		changed := request(t, pages, http.MethodGet, "localhost", path, "If-None-Match", first)
		if unchanged.Code != http.StatusNotModified || changed.Code != http.StatusOK {
			t.Errorf("%s: status %d, and %d after a change", path, unchanged.Code, changed.Code)
		}
	}
}
