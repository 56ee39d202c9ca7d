package preview_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/preview"
)

// newMock returns a mock that accepts every id, and the pages before it.
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

	answer := request(t, pages, http.MethodGet, "127.0.0.1:8080", path)
	if answer.Code != http.StatusOK {
		t.Fatalf("%s: status %d", path, answer.Code)
	}

	return answer.Body.String()
}

// put sends an appearance configuration to the mock, as JSON carries it.
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

func TestIndexListsTheObjectsWithTheirLastChange(t *testing.T) {
	mock, pages := newMock(t)
	mock.AddAppearance(1, map[string]any{"name": "Untouched"})
	mock.AddSource(3, "postgres", map[string]any{"account_name": "Orders", "password": "canary-password"})
	put(t, mock, "42", map[string]any{"name": "Changed", "theme_mode": "both"})

	page := get(t, pages, "/")

	for _, pattern := range []string{
		`(?s)<a href="/preview/appearance/1">Untouched</a>.*?none yet`,
		`(?s)<a href="/preview/appearance/42">Changed</a>.*?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`,
		`(?s)Orders</th>.*?postgres.*?none yet`,
	} {
		if !regexp.MustCompile(pattern).MatchString(page) {
			t.Errorf("there is no %s in:\n%s", pattern, page)
		}
	}

	if strings.Contains(page, "canary-password") {
		t.Error("the page shows a credential")
	}
}

func TestEverythingElseGoesToTheServiceAsItCame(t *testing.T) {
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

func TestPagesThatDoNotExist(t *testing.T) {
	_, pages := newMock(t)

	for line, want := range map[string]int{
		"GET /preview/":                           http.StatusNotFound,
		"GET /preview/appearance/1":               http.StatusNotFound,
		"GET /preview/appearance/1/chat":          http.StatusNotFound,
		"GET /preview/appearance/1/theme.css":     http.StatusNotFound,
		"GET /preview/assets/":                    http.StatusNotFound,
		"GET /preview/assets/no.css":              http.StatusNotFound,
		"GET /preview/assets/..%2fpreview.go":     http.StatusBadRequest,
		"POST /preview/assets/page.css":           http.StatusMethodNotAllowed,
		"DELETE /preview/appearance/1":            http.StatusMethodNotAllowed,
		"GET /preview/templates/appearance.html":  http.StatusNotFound,
		"GET /preview/assets/%2e%2e%2ftemplates/": http.StatusNotFound,
	} {
		method, path, _ := strings.Cut(line, " ")
		if answer := request(t, pages, method, "127.0.0.1", path); answer.Code != want {
			t.Errorf("%s: status %d, want %d", line, answer.Code, want)
		}
	}
}

func TestPagesAreForThisMachine(t *testing.T) {
	mock, pages := newMock(t)
	mock.AddAppearance(1, nil)

	for host, want := range map[string]int{
		"127.0.0.1:8080": http.StatusOK, "127.0.0.1": http.StatusOK, "localhost:8080": http.StatusOK, "localhost": http.StatusOK,
		"[::1]:8080": http.StatusOK, "[::1]": http.StatusOK,
		"rebound.example:8080": http.StatusMisdirectedRequest, "192.0.2.1:8080": http.StatusMisdirectedRequest,
		"127.0.0.1.example": http.StatusMisdirectedRequest, "localhost.example": http.StatusMisdirectedRequest,
	} {
		for _, path := range []string{"/", "/preview/appearance/1"} {
			if answer := request(t, pages, http.MethodGet, host, path); answer.Code != want {
				t.Errorf("%s%s: status %d, want %d", host, path, answer.Code, want)
			}
		}
	}
}

func TestEveryAnswerForbidsWhatIsNotOfThePackage(t *testing.T) {
	mock, pages := newMock(t)
	mock.AddAppearance(1, nil)

	for path, contentType := range map[string]string{
		"/":                               "text/html; charset=utf-8",
		"/preview/appearance/1":           "text/html; charset=utf-8",
		"/preview/appearance/1/chat":      "text/html; charset=utf-8",
		"/preview/appearance/1/theme.css": "text/css; charset=utf-8",
		"/preview/assets/live.js":         "text/javascript; charset=utf-8",
		"/preview/assets/icon.svg":        "image/svg+xml",
		"/preview/appearance/2":           "text/plain; charset=utf-8",
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

func TestPageIsSentAgainOnlyAfterAChange(t *testing.T) {
	mock, pages := newMock(t)
	put(t, mock, "1", map[string]any{"name": "Theme"})

	for _, path := range []string{"/", "/preview/appearance/1", "/preview/appearance/1/chat", "/preview/appearance/1/theme.css"} {
		first := request(t, pages, http.MethodGet, "localhost", path).Header().Get("ETag")
		unchanged := request(t, pages, http.MethodGet, "localhost", path, "If-None-Match", first)

		put(t, mock, "1", map[string]any{"name": "Theme"})

		changed := request(t, pages, http.MethodGet, "localhost", path, "If-None-Match", first)
		if unchanged.Code != http.StatusNotModified || changed.Code != http.StatusOK {
			t.Errorf("%s: status %d, and %d after a change", path, unchanged.Code, changed.Code)
		}
	}
}

var styleSheet = regexp.MustCompile(`^(:root\[data-mode=(light|dark)\] \{
	color-scheme: (light|dark);
(	--[a-z-]+: #[0-9a-f]{6};
){8}\}
){2}$`)

func TestStyleSheetHoldsNothingThatWasSentButColors(t *testing.T) {
	colors := []string{
		"lm_primary_background_color", "lm_light_background_color", "lm_dark_background_color", "lm_button_outline_color",
		"dm_primary_background_color", "dm_light_background_color", "dm_dark_background_color", "dm_button_outline_color",
	}

	mock, pages := newMock(t)

	rapid.Check(t, func(rt *rapid.T) {
		fields := map[string]any{"name": "Theme", "theme_mode": rapid.SampledFrom([]string{"light", "dark", "both"}).Draw(rt, "mode")}
		for _, name := range colors {
			fields[name] = rapid.OneOf(
				rapid.StringN(1, 7, -1),
				rapid.SampledFrom([]string{"#fff", "#a1B2c3", "red", "Tomato", "red;}", "#fff/*", "}*{", "url(x)", "</style"[:7]}),
			).Draw(rt, name)
		}

		put(t, mock, "1", fields)

		if css := get(t, pages, "/preview/appearance/1/theme.css"); !styleSheet.MatchString(css) {
			rt.Errorf("style sheet of %q:\n%s", fields, css)
		}
	})
}

func TestColorsReachTheStyleSheet(t *testing.T) {
	mock, pages := newMock(t)
	put(t, mock, "1", map[string]any{
		"name": "Theme", "lm_primary_background_color": "#1864AB", "lm_button_outline_color": "#f0a",
		"dm_primary_background_color": "Navy", "dm_button_outline_color": "notred",
	})

	css := get(t, pages, "/preview/appearance/1/theme.css")
	light, dark, _ := strings.Cut(css, "[data-mode=dark]")

	for _, line := range []string{"--primary-background-color: #1864ab;", "--on-primary-background-color: #ffffff;", "--button-outline-color: #ff00aa;"} {
		if !strings.Contains(light, line) {
			t.Errorf("light mode has no %s in:\n%s", line, light)
		}
	}

	for _, line := range []string{"--primary-background-color: #000080;", "--button-outline-color: #909296;"} {
		if !strings.Contains(dark, line) {
			t.Errorf("dark mode has no %s in:\n%s", line, dark)
		}
	}

	page := get(t, pages, "/preview/appearance/1")
	if !strings.Contains(page, `<code class="value">notred</code> <span class="mark fails">✗ not a CSS colour name`) {
		t.Errorf("the page does not say that notred is not drawn:\n%s", page)
	}
}

// 4.478 is the pair by which w3c/wcag#200 ruled rounding out.
func TestContrastIsNotRoundedUpToAThreshold(t *testing.T) {
	mock, pages := newMock(t)
	put(t, mock, "1", map[string]any{"name": "Theme", "theme_mode": "light", "lm_primary_background_color": "#777"})

	page := get(t, pages, "/preview/appearance/1")

	for _, cell := range []string{
		`<td><span class="ratio">4.68</span> <span class="mark passes">✓ AA</span></td>`,
		`<td class="unused"><span class="ratio">4.47</span> <span class="mark fails">✗ below 4.5</span></td>`,
	} {
		if !strings.Contains(page, cell) {
			t.Errorf("there is no %s in:\n%s", cell, page)
		}
	}
}

func TestModesAreTheOnesOfThemeMode(t *testing.T) {
	mock, pages := newMock(t)

	for themeMode, want := range map[string][]string{"light": {"light"}, "dark": {"dark"}, "both": {"light", "dark"}, "": {"light", "dark"}} {
		fields := map[string]any{"name": "Theme"}
		if themeMode != "" {
			fields["theme_mode"] = themeMode
		}

		mock.AddAppearance(1, fields)

		if diff := cmp.Diff(want, preview.OfferedModes(mock.Appearances()[0])); diff != "" {
			t.Errorf("%q offers (-want +got):\n%s", themeMode, diff)
		}

		for _, asked := range []string{"light", "dark", "other"} {
			chat := get(t, pages, "/preview/appearance/1/chat?mode="+asked)

			drawn := want[0]
			if slices.Contains(want, asked) {
				drawn = asked
			}

			if !strings.Contains(chat, `data-mode="`+drawn+`"`) {
				t.Errorf("%q does not draw %s where %s is asked for", themeMode, drawn, asked)
			}

			if hasSwitch := strings.Contains(chat, "data-show="); hasSwitch != (len(want) > 1) {
				t.Errorf("%q has a switch: %t", themeMode, hasSwitch)
			}
		}
	}
}

func TestChatViewShowsWhatIsSet(t *testing.T) {
	mock, pages := newMock(t)

	parts := map[string]string{
		"sidebar": `<aside class="sidebar"`, "dashboards": "<li>Dashboards</li>", "code": "Run code",
		"start": `<p class="start"`, "questions": "Recommended questions",
	}

	for name, test := range map[string]struct {
		fields map[string]any
		want   []string
	}{
		"nothing set": {map[string]any{}, []string{"code", "dashboards", "sidebar"}},
		"all off": {map[string]any{
			"show_sidebar": false, "show_dashboards": false, "response_mode": "basic", "start_message": "", "recommendations": []any{},
		}, nil},
		"null":    {map[string]any{"recommendations": nil}, []string{"code", "dashboards", "sidebar"}},
		"sidebar": {map[string]any{"show_sidebar": true, "show_dashboards": false, "response_mode": "basic"}, []string{"sidebar"}},
		"texts": {
			map[string]any{"show_sidebar": false, "show_dashboards": false, "response_mode": "basic", "start_message": "Hi", "recommendations": []any{"Why?"}},
			[]string{"questions", "start"},
		},
	} {
		mock.AddAppearance(1, test.fields)
		chat := get(t, pages, "/preview/appearance/1/chat")

		var got []string

		for part, markup := range parts {
			if strings.Contains(chat, markup) {
				got = append(got, part)
			}
		}

		slices.Sort(got)

		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: parts (-want +got):\n%s", name, diff)
		}
	}
}

func TestValuesOfAnyShapeAreShownAsJSON(t *testing.T) {
	mock, pages := newMock(t)
	mock.AddAppearance(1, map[string]any{
		"recommendations": []any{map[string]any{"text": "Why?"}, 7, nil}, "custom_css_overrides": []any{1, "<b>"},
	})
	mock.AddAppearance(2, map[string]any{"custom_css_overrides": map[string]any{"deep": map[string]any{"a": []any{1}}, "on": true}})

	for path, texts := range map[string][]string{
		"/preview/appearance/1/chat": {`<li class="outlined" dir="auto">{&#34;text&#34;:&#34;Why?&#34;}</li>`, `<li class="outlined" dir="auto">7</li>`, `<li class="outlined" dir="auto">null</li>`},
		"/preview/appearance/1":      {`<code>[1,&#34;&lt;b&gt;&#34;]</code>`, `<dd>3 entries</dd>`},
		"/preview/appearance/2":      {`<code>deep</code></th><td><code>{&#34;a&#34;:[1]}</code>`, `<code>on</code></th><td><code>true</code>`},
	} {
		page := get(t, pages, path)
		for _, text := range texts {
			if !strings.Contains(page, text) {
				t.Errorf("%s has no %s in:\n%s", path, text, page)
			}
		}
	}
}
