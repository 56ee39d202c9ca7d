package preview_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// request sends a request of a browser that has a version of the page, or none.
func request(t *testing.T, page http.Handler, method, version string) *httptest.ResponseRecorder {
	t.Helper()

	r := httptest.NewRequestWithContext(t.Context(), method, "/", nil)
	r.Header.Set("If-None-Match", version)

	recorder := httptest.NewRecorder()
	page.ServeHTTP(recorder, r)

	return recorder
}

func TestHandler_TellsVersionsApart(t *testing.T) {
	versions := map[string]bool{}

	for range 2 {
		handler := preview.Handler(previewOf(themeOf(map[string]any{"name": "First"})))
		page, poll := request(t, handler, http.MethodGet, ""), request(t, handler, http.MethodHead, "")
		version := page.Header().Get("ETag")

		if body := page.Body.String(); !strings.Contains(body, "data-version="+version+"></p>") || !strings.Contains(body, "First") {
			t.Errorf("the page does not have its version %s, and would miss a change before its first request:\n%s", version, body)
		}

		if poll.Code != http.StatusOK || poll.Body.Len() > 0 || poll.Header().Get("ETag") != version || versions[version] {
			t.Errorf("a poll has status %d, %d bytes and the version %s", poll.Code, poll.Body.Len(), poll.Header().Get("ETag"))
		}

		versions[version] = true

		if got := page.Header().Get("Cache-Control"); got != "no-cache" {
			t.Errorf("the browser may show an old page: Cache-Control %q", got)
		}

		if again := request(t, handler, http.MethodGet, version); again.Code != http.StatusNotModified {
			t.Errorf("status %d without a change", again.Code)
		}

		policy := page.Header().Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; ") || !strings.Contains(policy, "; connect-src 'self'; script-src ") || !strings.HasSuffix(policy, "; frame-ancestors 'none'") ||
			strings.Contains(policy, "*") || strings.Contains(policy, "unsafe") {
			t.Errorf("policy %q", policy)
		}
	}
}
