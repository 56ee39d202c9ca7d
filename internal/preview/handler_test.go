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

// fieldsOf returns fields with the given values, or reasons to hide them.
func fieldsOf(values map[string]any) preview.Fields {
	fields := preview.Fields{}

	for name, value := range values {
		if reason, isHidden := value.(preview.Hidden); isHidden {
			fields[name] = preview.Value{Hidden: reason}
		} else {
			fields[name] = preview.Value{JSON: value}
		}
	}

	return fields
}

// themeOf returns a judged theme with the given fields.
func themeOf(values map[string]any) preview.Theme {
	fields := fieldsOf(values)
	return preview.Theme{ID: fields.Text("id"), Name: fields.Text("name"), After: fields, Verdict: preview.Judge(nil, fields, palette.AA)}
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

// previewOf returns a preview of themes.
func previewOf(themes ...preview.Theme) *preview.Preview {
	return &preview.Preview{Title: "Themes", Themes: themes, Level: palette.AA}
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

func TestHandler_PassesOnOtherRequests(t *testing.T) {
	var passed []string

	pages := preview.Handler(nil, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		passed = append(passed, r.Method+" "+r.URL.Path)
	}))

	want := []string{"PUT /", "GET //", "GET /requests", "PUT /api/v1/appearance/1/"}
	for _, line := range want {
		method, path, _ := strings.Cut(line, " ")
		request(t, pages, method, "service.example", path)
	}

	if diff := cmp.Diff(want, passed); diff != "" {
		t.Errorf("passed on (-want +got):\n%s", diff)
	}
}

func TestHandler_ServesThisMachineOnly(t *testing.T) {
	shown := previewOf(themeOf(map[string]any{"id": "1"}))

	pages := preview.Handler(func() *preview.Preview { return shown }, http.NotFoundHandler())
	for host, want := range map[string]string{
		"127.0.0.1:8080": "200 text/html", "LOCALHOST": "200 text/html", "[::1]:8080": "200 text/html",
		"rebound.example:8080": "421 text/plain", "192.0.2.1:8080": "421 text/plain",
	} {
		response := request(t, pages, http.MethodGet, host, "/")

		contentType, _, _ := strings.Cut(response.Header().Get("Content-Type"), ";")
		if got := fmt.Sprint(response.Code, " ", contentType); got != want || response.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %s, want %s, header %v", host, got, want, response.Header())
		}

		policy := response.Header().Get("Content-Security-Policy")
		if response.Code == http.StatusOK && (!strings.HasPrefix(policy, "default-src 'none'; ") || !strings.HasSuffix(policy, "; frame-ancestors 'none'") ||
			strings.ContainsAny(policy, "*") || strings.Contains(policy, "unsafe")) {
			t.Errorf("%s: policy %q", host, policy)
		}
	}
}

func TestHandler_RendersOncePerChange(t *testing.T) {
	shown := previewOf(themeOf(map[string]any{"name": "First"}))
	pages := preview.Handler(func() *preview.Preview { return shown }, http.NotFoundHandler())
	versions := map[string]bool{}
	wantNewPage := func(texts ...string) {
		t.Helper()
		page := request(t, pages, http.MethodGet, "localhost", "/")

		version := page.Header().Get("ETag")
		if !strings.Contains(page.Body.String(), "data-version="+version+">") {
			t.Errorf("the page does not have its version %s, and would miss a change before its first request", version)
		}

		for _, text := range texts {
			if !strings.Contains(page.Body.String(), text) {
				t.Errorf("the page does not say %q", text)
			}
		}

		if versions[version] {
			t.Errorf("the page still has version %s", version)
		}

		versions[version] = true
		// Rendered again, the page would have another name.
		shown.Themes[0].Name = "Poll"

		poll := request(t, pages, http.MethodHead, "localhost", "/")
		if poll.Code != http.StatusOK || poll.Body.Len() > 0 || poll.Header().Get("ETag") != version {
			t.Errorf("a poll has status %d, %d bytes and the version %s", poll.Code, poll.Body.Len(), poll.Header().Get("ETag"))
		}

		again := request(t, pages, http.MethodGet, "localhost", "/", "If-None-Match", version)
		if same := request(t, pages, http.MethodGet, "localhost", "/"); again.Code != http.StatusNotModified || same.Body.String() != page.Body.String() {
			t.Errorf("status %d, and the page is rendered again without a change", again.Code)
		}
	}
	wantNewPage("Updates automatically.", "First")

	shown = previewOf(themeOf(map[string]any{"name": "Second"}))

	wantNewPage("Updates automatically.", "Second")
}
