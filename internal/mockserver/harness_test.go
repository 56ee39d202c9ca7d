package mockserver

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	appearancePath = "/api/v1/appearance/1/"
	sourcePath     = "/api/v1/sources/7/update-config/"
)

// everyAppearanceField and everySourceField are requests with all documented
// fields. returnedAppearance is the response to the first one, without its style. Free
// texts begin with a capital letter, and values of enums do not.
var (
	returnedFields = `{
		"name": "Theme", "theme_mode": "both", "start_message": "Hello", "recommendations": ["What?", "Why?"],
		"response_mode": "basic", "show_sidebar": false, "show_dashboards": true
	}`
	returnedAppearance = `{
		"id": 1, "created_at": "2030-01-02T03:04:05Z", "last_modified": "2030-01-02T03:04:05.000000002Z", "is_default": "false",
	` + returnedFields[1:]
	everyAppearanceField = `{
		"lm_primary_background_color": "#000001", "lm_light_background_color": "#000002",
		"lm_dark_background_color": "#000003", "lm_button_outline_color": "#000004",
		"dm_primary_background_color": "#000005", "dm_light_background_color": "#000006",
		"dm_dark_background_color": "#000007", "dm_button_outline_color": "#000008",
		"custom_css_overrides": {"--radius": 4},
	` + returnedFields[1:]
	everySourceField = `{
		"account_name": "Orders", "hostname": "db.example.com", "port": 5432, "username": "reader",
		"password": "secret-1", "database_name": "orders", "connection_string": "secret-2",
		"service_account_key": {"private_key": "secret-3"}, "token": "secret-4", "host": "ch.example.com",
		"database": "events", "account": "acme", "user": "loader", "public_key": "MIIB",
		"selected_schemas": ["public", "sales"]
	}`
)

// newTestServer returns a server with appearance 1 and source 7, whose clock
// stands still.
func newTestServer(t *testing.T, options Options) *Server {
	t.Helper()

	s := New(options)
	s.now = func() time.Time { return time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC) }
	s.Add(Appearances, 1, map[string]any{"name": "Start"})
	s.Add(Sources, 7, map[string]any{"account_name": "Start", "type": "postgres"})

	return s
}

func newRequest(t *testing.T, method, path, body string) *http.Request {
	t.Helper()

	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer key")
	r.Header.Set("Content-Type", "application/json")

	return r
}

func serve(s *Server, r *http.Request) *httptest.ResponseRecorder {
	result := httptest.NewRecorder()
	s.ServeHTTP(result, r)

	return result
}

func put(t *testing.T, s *Server, body string) *httptest.ResponseRecorder {
	t.Helper()

	return serve(s, newRequest(t, http.MethodPut, appearancePath, body))
}

func patch(t *testing.T, s *Server, body string) *httptest.ResponseRecorder {
	t.Helper()

	return serve(s, newRequest(t, http.MethodPatch, sourcePath, body))
}

func wantStatus(t *testing.T, result *httptest.ResponseRecorder, status int) {
	t.Helper()

	if result.Code != status {
		t.Fatalf("status %d, want %d; body: %s", result.Code, status, result.Body)
	}
}

func decodeObject(t *testing.T, text string) map[string]any {
	t.Helper()

	var fields map[string]any

	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()

	if err := decoder.Decode(&fields); err != nil {
		t.Fatalf("decode %q: %v", text, err)
	}

	return fields
}

func wantFields(t *testing.T, got map[string]any, want string) {
	t.Helper()
	wantEqual(t, "fields", decodeObject(t, want), got)
}

func wantEqual(t *testing.T, what string, want, got any) {
	t.Helper()

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// nameHeld returns the name of appearance 1, which shows whether a request was
// carried out.
func nameHeld(s *Server) any {
	fields, _ := s.Fields(Appearances, 1)

	return fields["name"]
}
