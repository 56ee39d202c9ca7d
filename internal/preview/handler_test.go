package preview_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

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
	for name, color := range palette.Derive(color) {
		fields[name] = color
	}

	return fields
}

// previewOf returns a preview of themes.
func previewOf(themes ...preview.Theme) *preview.Preview {
	return &preview.Preview{Title: "Themes", Themes: themes, Level: palette.AA}
}

// request sends a request, with header lines in pairs.
func request(t *testing.T, page http.Handler, method string, header ...string) *httptest.ResponseRecorder {
	t.Helper()

	r := httptest.NewRequestWithContext(t.Context(), method, "/", nil)
	for pair := range slices.Chunk(header, 2) {
		r.Header.Set(pair[0], pair[1])
	}

	recorder := httptest.NewRecorder()
	page.ServeHTTP(recorder, r)

	return recorder
}

func TestHandler_TellsVersionsApart(t *testing.T) {
	versions := map[string]bool{}

	for range 2 {
		handler := preview.Handler(previewOf(themeOf(map[string]any{"name": "First"})))
		page, poll := request(t, handler, http.MethodGet), request(t, handler, http.MethodHead)
		version := page.Header().Get("ETag")

		if body := page.Body.String(); !strings.Contains(body, "data-version="+version+">Updates automatically.") || !strings.Contains(body, "First") {
			t.Errorf("the page does not have its version %s, and would miss a change before its first request:\n%s", version, body)
		}

		if poll.Code != http.StatusOK || poll.Body.Len() > 0 || poll.Header().Get("ETag") != version || versions[version] {
			t.Errorf("a poll has status %d, %d bytes and the version %s", poll.Code, poll.Body.Len(), poll.Header().Get("ETag"))
		}

		versions[version] = true

		if again := request(t, handler, http.MethodGet, "If-None-Match", version); again.Code != http.StatusNotModified {
			t.Errorf("status %d without a change", again.Code)
		}

		policy := page.Header().Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; ") || !strings.HasSuffix(policy, "; frame-ancestors 'none'") ||
			strings.Contains(policy, "*") || strings.Contains(policy, "unsafe") {
			t.Errorf("policy %q", policy)
		}
	}
}
