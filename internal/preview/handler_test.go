package preview_test

import (
	"fmt"
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
	return preview.Handler(func() (*preview.Preview, error) { return &preview.Preview{Themes: themes, Level: palette.AA}, nil }, http.NotFoundHandler())
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

func TestHandler_ServesItsOwnFilesToThisMachine(t *testing.T) {
	pages := pagesOf(themeOf(map[string]any{"id": "1"}))
	for line, want := range map[string]string{
		"GET 127.0.0.1:8080 /preview/":                      "200 text/html",
		"GET localhost /preview/":                           "200 text/html",
		"GET [::1]:8080 /preview/1.html":                    "200 text/html",
		"GET localhost /preview/1.html?picture":             "200 text/html",
		"GET localhost /preview/assets/live.js":             "200 text/javascript",
		"GET localhost /preview/assets/icon.svg":            "200 image/svg+xml",
		"GET localhost /preview/2.html":                     "404 text/plain",
		"GET localhost /preview/assets/":                    "404 text/plain",
		"GET localhost /preview/assets/no.css":              "404 text/plain",
		"GET localhost /preview/templates/theme.html":       "404 text/plain",
		"GET localhost /preview/assets/%2e%2e%2ftemplates/": "404 text/plain",
		"GET localhost /preview/assets/..%2fpages.go":       "400 text/plain",
		"POST localhost /preview/assets/page.css":           "405 text/plain",
		"DELETE localhost /preview/1.html":                  "405 text/plain",
		"GET rebound.example:8080 /preview/1.html":          "421 text/plain",
		"GET 192.0.2.1:8080 /preview/":                      "421 text/plain",
	} {
		parts := strings.Fields(line)
		response := request(t, pages, parts[0], parts[1], parts[2])
		contentType, _, _ := strings.Cut(response.Header().Get("Content-Type"), ";")
		if got := fmt.Sprint(response.Code, " ", contentType); got != want || response.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %s, want %s, header %v", line, got, want, response.Header())
		}
		policy := response.Header().Get("Content-Security-Policy")
		if response.Code == http.StatusOK && !strings.HasPrefix(policy, "default-src 'none'; ") || strings.ContainsAny(policy, "*") ||
			strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", line, policy)
		}
	}
}

func TestHandler_VersionsPages(t *testing.T) {
	before, after := pagesOf(themeOf(branded(t, "#0b7285"))), pagesOf(themeOf(branded(t, "#e03131")))
	for _, path := range []string{"/preview/", "/preview/1.html"} {
		page := request(t, before, http.MethodGet, "localhost", path)
		version := page.Header().Get("ETag")
		if !strings.Contains(page.Body.String(), "data-version="+version+">") {
			t.Errorf("%s does not have its version %s, and would miss a change before its first request", path, version)
		}
		unchanged := request(t, before, http.MethodGet, "localhost", path, "If-None-Match", version)
		changed := request(t, after, http.MethodGet, "localhost", path, "If-None-Match", version)
		if unchanged.Code != http.StatusNotModified || changed.Code != http.StatusOK {
			t.Errorf("%s: status %d, and %d after a change", path, unchanged.Code, changed.Code)
		}
	}
}
