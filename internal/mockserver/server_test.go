package mockserver

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	appearancePath = "/api/v1/appearance/1/"
	sourcePath     = "/api/v1/sources/7/update-config/"
)

// everyAppearanceField and everySourceField are requests with all documented fields.
const (
	everyAppearanceField = `{
		"name": "Theme", "theme_mode": "both", "start_message": "Hello", "recommendations": ["What?", "Why?"],
		"response_mode": "basic", "show_sidebar": false, "show_dashboards": true,
		"lm_primary_background_color": "#000001", "lm_light_background_color": "#000002",
		"lm_dark_background_color": "#000003", "lm_button_outline_color": "#000004",
		"dm_primary_background_color": "#000005", "dm_light_background_color": "#000006",
		"dm_dark_background_color": "#000007", "dm_button_outline_color": "#000008",
		"custom_css_overrides": {"--radius": 4}
	}`
	everySourceField = `{
		"account_name": "Orders", "hostname": "db.example.com", "port": 5432, "username": "reader",
		"password": "secret-1", "database_name": "orders", "connection_string": "secret-2",
		"service_account_key": {"private_key": "secret-3"}, "token": "secret-4", "host": "ch.example.com",
		"database": "events", "account": "acme", "user": "loader", "public_key": "MIIB",
		"selected_schemas": ["public", "sales"]
	}`
)

// newTestServer returns a server with appearance 1 and source 7, which must not break openapi.yaml during the test.
func newTestServer(t *testing.T, options Options) *Server {
	t.Helper()
	s, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	s.AddAppearance(1, map[string]any{"name": "Start"})
	s.AddSource(7, "postgres", map[string]any{"account_name": "Start"})
	t.Cleanup(func() {
		if violations := s.Violations(); len(violations) > 0 {
			t.Errorf("the server broke openapi.yaml: %q", violations)
		}
	})
	return s
}

func newRequest(t *testing.T, method, path, body string) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer key")
	r.Header.Set("Content-Type", "application/json")
	return r
}

// send sends a request with a key.
func send(t *testing.T, s *Server, method, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	return serve(s, newRequest(t, method, path, body))
}

func serve(s *Server, r *http.Request) *httptest.ResponseRecorder {
	result := httptest.NewRecorder()
	s.ServeHTTP(result, r)
	return result
}

func put(t *testing.T, s *Server, body string) *httptest.ResponseRecorder {
	t.Helper()
	return send(t, s, http.MethodPut, appearancePath, body)
}

func patch(t *testing.T, s *Server, body string) *httptest.ResponseRecorder {
	t.Helper()
	return send(t, s, http.MethodPatch, sourcePath, body)
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
	if diff := cmp.Diff(decodeObject(t, want), got); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

func TestPut_UpdatesAppearance(t *testing.T) {
	s := newTestServer(t, Options{})
	s.now = func() time.Time { return time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC) }
	s.AddAppearance(12, map[string]any{"name": "Start"})

	result := send(t, s, http.MethodPut, "/api/v1/appearance/12/", everyAppearanceField)

	wantStatus(t, result, http.StatusOK)
	if got := result.Header().Get("Content-Type"); got != "application/json" {
		t.Errorf("content type %q", got)
	}
	wantFields(t, decodeObject(t, result.Body.String()), `{
		"id": 12, "name": "Theme", "theme_mode": "both", "start_message": "Hello", "recommendations": ["What?", "Why?"],
		"response_mode": "basic", "show_sidebar": false, "show_dashboards": true,
		"custom_css_vars": "--dm-button-outline-color: #000008; --dm-dark-background-color: #000007; --dm-light-background-color: #000006; --dm-primary-background-color: #000005; --lm-button-outline-color: #000004; --lm-dark-background-color: #000003; --lm-light-background-color: #000002; --lm-primary-background-color: #000001;",
		"created_at": "2030-01-02T03:04:05Z", "last_modified": "2030-01-02T03:04:05.000000001Z", "is_default": "false"
	}`)
	held, _ := s.Appearance(12)
	wantFields(t, held, everyAppearanceField)
}

func TestPatch_UpdatesSource(t *testing.T) {
	s := newTestServer(t, Options{})

	result := patch(t, s, everySourceField)

	wantStatus(t, result, http.StatusOK)
	wantFields(t, decodeObject(t, result.Body.String()), `{"id": 7, "account_name": "Orders", "type": "postgres"}`)
	held, _ := s.Source(7)
	wantFields(t, held, everySourceField)
}

func TestServer_ReturnsOnlyWhatTheObjectHas(t *testing.T) {
	s := newTestServer(t, Options{})
	s.AddSource(8, "bigquery", nil)

	appearance := decodeObject(t, put(t, s, `{"name": "Theme"}`).Body.String())
	source := decodeObject(t, send(t, s, http.MethodPatch, "/api/v1/sources/8/update-config/", `{}`).Body.String())

	delete(appearance, "created_at")
	delete(appearance, "last_modified")
	wantFields(t, appearance, `{"id": 1, "name": "Theme", "custom_css_vars": "", "is_default": "false"}`)
	wantFields(t, source, `{"id": 8, "account_name": "", "type": "bigquery"}`)
}

func TestPut_MovesLastModifiedWithEachChange(t *testing.T) {
	s := newTestServer(t, Options{})
	s.now = func() time.Time { return time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC) }
	first := decodeObject(t, put(t, s, `{"name": "Theme"}`).Body.String())
	wantStatus(t, put(t, s, `{"name": ""}`), http.StatusBadRequest)
	second := decodeObject(t, put(t, s, `{"name": "Theme"}`).Body.String())

	if first["last_modified"] != "2030-01-02T03:04:05Z" || second["last_modified"] != "2030-01-02T03:04:05.000000001Z" {
		t.Errorf("last_modified %v, then %v", first["last_modified"], second["last_modified"])
	}
	if first["created_at"] != second["created_at"] {
		t.Errorf("created_at %v, then %v", first["created_at"], second["created_at"])
	}
}

func TestServer_Authenticates(t *testing.T) {
	tests := map[string]struct {
		apiKey, authorization string
		want                  int
	}{
		"the key":              {"key", "Bearer key", http.StatusOK},
		"another key":          {"key", "Bearer other", http.StatusUnauthorized},
		"another scheme":       {"key", "Basic key", http.StatusUnauthorized},
		"no header":            {"key", "", http.StatusUnauthorized},
		"any key":              {"", "Bearer anything", http.StatusOK},
		"any key, but a blank": {"", "Bearer  ", http.StatusUnauthorized},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{APIKey: test.apiKey})
			r := newRequest(t, http.MethodPut, appearancePath, `{"name": "Theme"}`)
			r.Header.Set("Authorization", test.authorization)
			result := serve(s, r)

			wantStatus(t, result, test.want)
			held, _ := s.Appearance(1)
			if changed := held["name"] == "Theme"; changed != (test.want == http.StatusOK) {
				t.Errorf("changed: %t", changed)
			}
			if challenged := result.Header().Get("WWW-Authenticate") == "Bearer"; challenged != (test.want == http.StatusUnauthorized) {
				t.Errorf("challenged: %t", challenged)
			}
		})
	}
}

func TestServer_ChecksKeyThenIDThenBody(t *testing.T) {
	s := newTestServer(t, Options{APIKey: "another"})
	wantStatus(t, send(t, s, http.MethodPut, "/api/v1/appearance/99/", `{"name": ""}`), http.StatusUnauthorized)

	s = newTestServer(t, Options{})
	wantStatus(t, send(t, s, http.MethodPut, "/api/v1/appearance/99/", `{"name": ""}`), http.StatusNotFound)
}

func TestServer_RefusesUndocumentedPathsAndMethods(t *testing.T) {
	tests := map[string]struct {
		method, path string
		want         int
		allow        string
	}{
		"unknown appearance":            {http.MethodPut, "/api/v1/appearance/99/", http.StatusNotFound, ""},
		"an appearance's id, a source":  {http.MethodPatch, "/api/v1/sources/1/update-config/", http.StatusNotFound, ""},
		"another spelling of the id":    {http.MethodPut, "/api/v1/appearance/01/", http.StatusNotFound, ""},
		"an id that is no integer":      {http.MethodPatch, "/api/v1/sources/seven/update-config/", http.StatusNotFound, ""},
		"appearance without last slash": {http.MethodPut, "/api/v1/appearance/1", http.StatusNotFound, ""},
		"read an appearance":            {http.MethodGet, appearancePath, http.StatusMethodNotAllowed, "PUT"},
		"patch an appearance":           {http.MethodPatch, appearancePath, http.StatusMethodNotAllowed, "PUT"},
		"put a source":                  {http.MethodPut, sourcePath, http.StatusMethodNotAllowed, "PATCH"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			result := send(t, newTestServer(t, Options{}), test.method, test.path, `{"name": "Theme"}`)
			wantStatus(t, result, test.want)
			if got := result.Header().Get("Allow"); got != test.allow {
				t.Errorf("Allow %q, want %q", got, test.allow)
			}
		})
	}
}

func TestPut_RequiresOneJSONObject(t *testing.T) {
	tests := map[string]struct{ contentType, body string }{
		"no body":            {"application/json", ``},
		"null":               {"application/json", `null`},
		"an array":           {"application/json", `[]`},
		"not JSON":           {"application/json", `name=Theme`},
		"half a body":        {"application/json", `{"name": "The`},
		"something after it": {"application/json", `{"name": "Theme"} {}`},
		"another media type": {"text/plain", `{"name": "Theme"}`},
		"no media type":      {"", `{"name": "Theme"}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{})
			r := newRequest(t, http.MethodPut, appearancePath, test.body)
			r.Header.Set("Content-Type", test.contentType)
			result := serve(s, r)

			wantStatus(t, result, http.StatusBadRequest)
			if detail, _ := decodeObject(t, result.Body.String())["detail"].(string); detail == "" {
				t.Errorf("no detail in %s", result.Body)
			}
		})
	}
}

func TestServer_DropsBrokenRequest(t *testing.T) {
	s := newTestServer(t, Options{})
	r := newRequest(t, http.MethodPut, appearancePath, "")
	r.Body = io.NopCloser(iotest.ErrReader(errors.New("broken off")))

	if !dropsConnection(t, s, r) {
		t.Error("the connection was not dropped")
	}
	if got := len(s.Requests()); got != 0 {
		t.Errorf("%d requests in the journal", got)
	}
}

func TestViolations_RecordsResponse(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.AddAppearance(1, map[string]any{"name": "Start", "theme_mode": "secret"})

	result := put(t, s, `{"name": "Theme"}`)

	wantStatus(t, result, http.StatusInternalServerError)
	want := []string{`PUT /api/v1/appearance/1/ returned 200: theme_mode: value is not one of the allowed values ["light","dark","both"]`}
	if diff := cmp.Diff(want, s.Violations()); diff != "" {
		t.Errorf("violations (-want +got):\n%s", diff)
	}
	if !s.Requests()[0].Changed {
		t.Error("the change was made before the result, and the journal does not say so")
	}
}

func TestServer_NumbersResponses(t *testing.T) {
	s := newTestServer(t, Options{})
	seen := map[string]bool{}
	for _, path := range []string{appearancePath, "/api/v1/appearance/99/", "/"} {
		seen[send(t, s, http.MethodPut, path, `{"name": "Theme"}`).Header().Get("X-Request-Id")] = true
	}
	s.ClearRequests()
	s.QueueFaults(Fault{Status: http.StatusBadGateway})
	seen[put(t, s, `{}`).Header().Get("X-Request-Id")] = true

	if len(seen) != 4 || seen[""] {
		t.Errorf("request ids: %v", seen)
	}
}

func TestAppearances_InOrderWithLastChange(t *testing.T) {
	s := newTestServer(t, Options{})
	s.AddAppearance(10, map[string]any{"name": "Ten"})
	s.AddAppearance(9, map[string]any{"name": "Nine"})
	wantStatus(t, put(t, s, `{"name": "One"}`), http.StatusOK)

	appearances, sources := s.Appearances(), s.Sources()

	var names []any
	var changed []bool
	for _, appearance := range appearances {
		names = append(names, appearance.Fields["name"])
		changed = append(changed, appearance.LastModified.After(appearance.CreatedAt))
	}
	if diff := cmp.Diff([]any{"One", "Nine", "Ten"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]bool{true, false, false}, changed); diff != "" {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	if len(sources) != 1 || sources[0].ID != 7 || sources[0].Type != "postgres" {
		t.Errorf("sources: %v", sources)
	}
}
