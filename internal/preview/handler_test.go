package preview_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// fieldsOf returns fields with the given values.
func fieldsOf(values map[string]any) preview.Fields {
	fields := preview.Fields{}
	for name, value := range values {
		fields[name] = preview.Value{JSON: value}
	}
	return fields
}

// themeOf returns a judged theme with the given fields.
func themeOf(values map[string]any) preview.Theme {
	fields := fieldsOf(values)
	return preview.Theme{ID: fields.Text("id"), Name: fields.Text("name"), After: fields, Verdict: preview.Judge(fields, palette.AA)}
}

// branded returns the fields of a theme with all eight colors.
func branded(t *testing.T, brand string) map[string]any {
	t.Helper()
	color, err := palette.Parse(brand)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]any{
		"id": "1", "name": "Theme", "theme_mode": "both", "start_message": "Welcome", "recommendations": []any{"Why?", "Why not?"},
		"response_mode": "full", "show_sidebar": true, "show_dashboards": true, "custom_css_overrides": map[string]any{"radius": 4},
	}
	for name, color := range palette.Derive(color).Colors() {
		fields[name] = color
	}
	return fields
}

// pagesOf returns the handler of the pages of themes.
func pagesOf(themes ...preview.Theme) http.Handler {
	return preview.Handler(func() preview.Preview { return preview.Preview{Themes: themes, Level: palette.AA} }, http.NotFoundHandler())
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

func TestHandler_PassesOnOtherRequests(t *testing.T) {
	var passed []string
	pages := preview.Handler(nil, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
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
	pages := pagesOf()
	for line, want := range map[string]int{
		"GET /preview/1.html":                     http.StatusNotFound,
		"GET /preview/assets/":                    http.StatusNotFound,
		"GET /preview/assets/no.css":              http.StatusNotFound,
		"GET /preview/assets/..%2fpages.go":       http.StatusBadRequest,
		"POST /preview/assets/page.css":           http.StatusMethodNotAllowed,
		"DELETE /preview/1.html":                  http.StatusMethodNotAllowed,
		"GET /preview/templates/theme.html":       http.StatusNotFound,
		"GET /preview/assets/%2e%2e%2ftemplates/": http.StatusNotFound,
	} {
		method, path, _ := strings.Cut(line, " ")
		if response := request(t, pages, method, "127.0.0.1", path); response.Code != want {
			t.Errorf("%s: status %d, want %d", line, response.Code, want)
		}
	}
}

func TestHandler_ServesLoopbackOnly(t *testing.T) {
	pages := pagesOf(themeOf(map[string]any{"id": "1"}))
	for host, want := range map[string]int{
		"127.0.0.1:8080": http.StatusOK, "localhost": http.StatusOK, "[::1]:8080": http.StatusOK,
		"rebound.example:8080": http.StatusMisdirectedRequest, "192.0.2.1:8080": http.StatusMisdirectedRequest,
	} {
		for _, path := range []string{"/preview/", "/preview/1.html"} {
			if response := request(t, pages, http.MethodGet, host, path); response.Code != want {
				t.Errorf("%s%s: status %d, want %d", host, path, response.Code, want)
			}
		}
	}
}

func TestHandler_AllowsOnlyItsOwnFiles(t *testing.T) {
	pages := pagesOf(themeOf(map[string]any{"id": "1"}))
	for path, contentType := range map[string]string{
		"/preview/":                "text/html; charset=utf-8",
		"/preview/1.html":          "text/html; charset=utf-8",
		"/preview/1.html?picture":  "text/html; charset=utf-8",
		"/preview/assets/live.js":  "text/javascript; charset=utf-8",
		"/preview/assets/icon.svg": "image/svg+xml",
		"/preview/2.html":          "text/plain; charset=utf-8",
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
	before, after := pagesOf(themeOf(branded(t, "#0b7285"))), pagesOf(themeOf(branded(t, "#e03131")))
	for _, path := range []string{"/preview/", "/preview/1.html"} {
		version := request(t, before, http.MethodGet, "localhost", path).Header().Get("ETag")
		unchanged := request(t, before, http.MethodGet, "localhost", path, "If-None-Match", version)
		changed := request(t, after, http.MethodGet, "localhost", path, "If-None-Match", version)
		if unchanged.Code != http.StatusNotModified || changed.Code != http.StatusOK {
			t.Errorf("%s: status %d, and %d after a change", path, unchanged.Code, changed.Code)
		}
	}
}
