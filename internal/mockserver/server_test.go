package mockserver

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
)

func TestServer_UpdatesObjects(t *testing.T) {
	s := newTestServer(t, Options{})

	appearance, source := put(t, s, everyAppearanceField), patch(t, s, everySourceField)

	wantStatus(t, appearance, http.StatusOK)
	wantFields(t, decodeObject(t, appearance.Body.String()), strings.Replace(returnedAppearance, "{", `{
		"custom_css_vars": "--dm-button-outline-color: #000008; --dm-dark-background-color: #000007; --dm-light-background-color: #000006; --dm-primary-background-color: #000005; --lm-button-outline-color: #000004; --lm-dark-background-color: #000003; --lm-light-background-color: #000002; --lm-primary-background-color: #000001;",
	`, 1))
	wantStatus(t, source, http.StatusOK)
	wantFields(t, decodeObject(t, source.Body.String()), `{"id": 7, "account_name": "Orders", "type": "postgres"}`)

	state := s.State()
	wantFields(t, state[Appearances][1], everyAppearanceField)
	wantFields(t, state[Sources][7], strings.Replace(everySourceField, "{", `{"type": "postgres", `, 1))

	again := New(Options{})
	again.AddState(state)
	wantEqual(t, "state, added to another server", state, again.State())
}

// TestState_IsCheckedAgainstTheDocument, because a wrong value in an object would make the
// response to each of its updates wrong.
func TestState_IsCheckedAgainstTheDocument(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": "", "theme_mode": "dark", "recommendations": null, "custom_css_overrides": 1, "is_default": "true"}`: "",
		`{"theme_mode": "secret"}`:                                      `appearances 42: theme_mode: value is not one of the allowed values ["light","dark","both"]`,
		`{"theme_mode": null}`:                                          "appearances 42: theme_mode: value is not one of",
		`{"show_sidebar": "secret"}`:                                    "appearances 42: show_sidebar: value must be a boolean",
		`{"lm_dark_background_color": "secret-1"}`:                      "appearances 42: lm_dark_background_color: maximum string length is 7",
		`{"recommendations": ["", "` + strings.Repeat("x", 281) + `"]}`: "appearances 42: recommendations.1: maximum string length is 280",
		`{"title": "secret"}`:                                           `appearances 42: title: property "title" is unsupported`,
	} {
		err := (State{Appearances: {41: nil, 42: decodeObject(t, text)}}).Check()
		if got := fmt.Sprint(err); (err == nil) != (want == "") || !strings.HasPrefix(got, want) && want != "" || strings.Contains(got, "secret") {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}

	for kind, want := range map[Kind]string{Sources: "sources 1: port: value must be an integer", "themes": `unknown field "themes"`} {
		if err := (State{kind: {1: {"port": "secret", "type": "mysql"}}}).Check(); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestServer_ReturnsCopies(t *testing.T) {
	s := newTestServer(t, Options{})
	given := []string{"What?"}
	s.Add(Appearances, 2, map[string]any{"recommendations": given})

	given[0] = "altered"
	held, _ := s.Fields(Appearances, 2)
	held["recommendations"].([]any)[0] = "altered"
	s.State()[Appearances][2]["recommendations"] = "altered"

	held, _ = s.Fields(Appearances, 2)
	wantFields(t, held, `{"recommendations": ["What?"]}`)
}

func TestServer_RefusesWithReasonAndChangesNothing(t *testing.T) {
	const unauthorized, bearer = http.StatusUnauthorized, "Www-Authenticate: Bearer"

	for name, test := range map[string]struct {
		apiKey string
		edit   func(r *http.Request)
		body   string
		status int
		header string
	}{
		"another key":       {"other", to(http.MethodPut, appearancePath), `{}`, unauthorized, bearer},
		"another scheme":    {"", header("Authorization", "Basic key"), `{}`, unauthorized, bearer},
		"no key":            {"", header("Authorization", ""), `{}`, unauthorized, bearer},
		"a blank key":       {"", header("Authorization", "Bearer  "), `{}`, unauthorized, bearer},
		"unknown id":        {"key", to(http.MethodPut, "/api/v1/appearance/99/"), `{}`, http.StatusNotFound, ""},
		"id of a source":    {"", to(http.MethodPut, "/api/v1/appearance/7/"), `{}`, http.StatusNotFound, ""},
		"other spelling":    {"", to(http.MethodPut, "/api/v1/appearance/01/"), `{}`, http.StatusNotFound, ""},
		"no integer":        {"", to(http.MethodPatch, "/api/v1/sources/seven/update-config/"), `{}`, http.StatusNotFound, ""},
		"a page elsewhere":  {"", header("Origin", "http://rebound.example:8080"), `{"name": "Theme"}`, http.StatusForbidden, ""},
		"a page without":    {"", header("Origin", "null"), `{"name": "Theme"}`, http.StatusForbidden, ""},
		"an odd origin":     {"", header("Origin", "http://localhost:x"), `{"name": "Theme"}`, http.StatusForbidden, ""},
		"a longer name":     {"", header("Origin", "http://localhost.example"), `{"name": "Theme"}`, http.StatusForbidden, ""},
		"no trailing slash": {"", to(http.MethodPut, "/api/v1/appearance/1"), `{}`, http.StatusNotFound, ""},
		"a read":            {"", to(http.MethodGet, appearancePath), `{}`, http.StatusMethodNotAllowed, "Allow: PUT"},
		"a put of a source": {"", to(http.MethodPut, sourcePath), `{}`, http.StatusMethodNotAllowed, "Allow: PATCH"},
		"no body":           {"", to(http.MethodPut, appearancePath), ``, http.StatusBadRequest, ""},
		"null":              {"", to(http.MethodPut, appearancePath), `null`, http.StatusBadRequest, ""},
		"an array":          {"", to(http.MethodPut, appearancePath), `[]`, http.StatusBadRequest, ""},
		"not JSON":          {"", to(http.MethodPut, appearancePath), `name=Theme`, http.StatusBadRequest, ""},
		"two values":        {"", to(http.MethodPut, appearancePath), `{"name": "Theme"} {}`, http.StatusBadRequest, ""},
		"no media type":     {"", header("Content-Type", ""), `{"name": "Theme"}`, http.StatusBadRequest, ""},
		"a large body":      {"", to(http.MethodPut, appearancePath), strings.Repeat(" ", 8<<20+1), http.StatusRequestEntityTooLarge, ""},
		"8 MiB":             {"", to(http.MethodPut, appearancePath), strings.Repeat(" ", 8<<20), http.StatusBadRequest, ""},
		"another type":      {"", header("Content-Type", "text/plain"), `{"name": "Theme"}`, http.StatusBadRequest, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{APIKey: test.apiKey})
			before := s.State()

			r := newRequest(t, http.MethodPut, appearancePath, test.body)
			test.edit(r)

			result := serve(s, r)
			wantStatus(t, result, test.status)

			if detail := decodeObject(t, result.Body.String())["detail"]; detail == nil || detail == "" {
				t.Errorf("the response gives no reason: %s", result.Body)
			}

			if name, value, _ := strings.Cut(test.header, ": "); result.Header().Get(name) != value {
				t.Errorf("header %v, want %s", result.Header(), test.header)
			}

			wantEqual(t, "objects", before, s.State())
		})
	}
}

// TestServer_AcceptsOtherHosts, because those that a gateway names are not ours, and pages
// of this machine.
func TestServer_AcceptsOtherHosts(t *testing.T) {
	for _, origin := range []string{"", "http://localhost:3000", "https://LOCALHOST", "http://127.0.0.1:8080", "http://[::1]:8080"} {
		s := newTestServer(t, Options{})
		r := newRequest(t, http.MethodPut, appearancePath, `{"name": "Theme"}`)
		r.Host = "gateway.example"
		r.Header.Set("Origin", origin)
		wantStatus(t, serve(s, r), http.StatusOK)
		wantEqual(t, "name after a request of "+origin, any("Theme"), nameHeld(s))
	}
}

func header(name, value string) func(r *http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func to(method, path string) func(r *http.Request) {
	return func(r *http.Request) { r.Method, r.URL.Path = method, path }
}

func TestServer_DropsBrokenRequest(t *testing.T) {
	s := newTestServer(t, Options{})
	r := newRequest(t, http.MethodPut, appearancePath, "")
	r.Body = io.NopCloser(iotest.ErrReader(errors.New("broken off")))

	if !dropsConnection(t, s, r) || len(s.Requests()) > 0 {
		t.Errorf("the connection was not dropped, or the journal has %v", s.Requests())
	}
}

func TestServer_ReportsItsOwnBrokenResponse(t *testing.T) {
	s := newTestServer(t, Options{})
	s.Add(Appearances, 1, map[string]any{"theme_mode": "secret"})

	result := put(t, s, `{"name": "Theme"}`)

	wantStatus(t, result, http.StatusInternalServerError)
	wantFields(t, decodeObject(t, result.Body.String()), `{
		"detail": "the mock server's response breaks openapi.yaml",
		"theme_mode": ["value is not one of the allowed values [\"light\",\"dark\",\"both\"]"]
	}`)

	if !s.Requests()[0].Changed {
		t.Error("the change was made before the response, and the journal does not say so")
	}
}

func TestRequests_HasEveryRequest(t *testing.T) {
	var (
		seen   []Request
		result *httptest.ResponseRecorder
	)

	s := newTestServer(t, Options{OnRequest: func(r Request) {
		if result != nil && result.Body.Len() > 0 {
			t.Error("the response was written already")
		}

		seen = append(seen, r)
	}})
	put(t, s, `{"name": "Theme"}`)
	patch(t, s, `{"port": "x"}`)

	result = httptest.NewRecorder()
	s.ServeHTTP(result, newRequest(t, http.MethodGet, "/a%2Fb?page=2", ``))
	result = nil

	header := http.Header{"Authorization": {"Bearer key"}, "Content-Type": {"application/json"}}

	want := []Request{
		{http.MethodPut, appearancePath, header, []byte(`{"name": "Theme"}`), "192.0.2.1:1234", http.StatusOK, true},
		{http.MethodPatch, sourcePath, header, []byte(`{"port": "x"}`), "192.0.2.1:1234", http.StatusBadRequest, false},
		{http.MethodGet, "/a%2Fb", header, []byte{}, "192.0.2.1:1234", http.StatusNotFound, false},
	}
	wantEqual(t, "journal", want, s.Requests())

	wantEqual(t, "OnRequest", want, seen)

	s.ClearRequests()

	// The numbers of responses go on.
	if id := put(t, s, `{}`).Header().Get("X-Request-Id"); len(s.Requests()) != 1 || id != "mock-000004" {
		t.Errorf("%d requests after clearing and one more, with the id %q", len(s.Requests()), id)
	}
}
