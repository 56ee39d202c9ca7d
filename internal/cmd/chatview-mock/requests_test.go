package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// get returns the response to a request for the page. The status of other pages is 418.
func (r *requests) get(t *testing.T) *httptest.ResponseRecorder {
	t.Helper()

	result := httptest.NewRecorder()
	next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	atPath(requestsPath, http.HandlerFunc(r.serve), next).ServeHTTP(result, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:8080/requests", http.NoBody))

	return result
}

func TestRequests_ShowValuesOfThemesOnly(t *testing.T) {
	var r requests
	for _, received := range []mockserver.Request{
		{Method: "PUT", Path: "/api/v1/appearance/42/", Body: []byte(`{"name": "<b>Brand</b>", "recommendations": [ "Q" ], "token": "secret-1"}`)},
		{Method: "PATCH", Path: "/api/v1/sources/7/update-config/", Body: []byte(`{"password": "secret-2", "port": 5432}`)},
		{Method: "PATCH", Path: "/api/v1/sources/8/update-config/", Body: []byte(`"secret-3"`)},
		{Method: "PUT", Path: "/api/v1/appearance/\u202e/", Body: []byte(`{"name": "` + strings.Repeat("é", 200) + `"}`)},
		{Method: "GET", Path: "/"},
	} {
		r.add(received, "200")
	}

	page := r.get(t).Body.String()
	if again := r.get(t).Body.String(); again != page {
		t.Errorf("opened twice, the page is\n%s\nand then\n%s", page, again)
	}

	rest := page
	for _, want := range []string{
		"code { white-space: pre-wrap; }", `<table aria-label="Requests">`, "<td>GET /</td>\n<td>200</td>\n<td></td>",
		`<td>PUT &#34;/api/v1/appearance/\u202e/&#34;</td>`, "name = &#34;" + strings.Repeat("é", maxValue-2) + "…</code>",
		"/sources/8/", "<td>The body is not a JSON object.</td>",
		"/sources/7/", "<code>password</code>", "<code>port</code>",
		"/appearance/42/", "<code>name = &#34;&lt;b&gt;Brand&lt;/b&gt;&#34;</code>",
		"<code>recommendations = [&#34;Q&#34;]</code>", "<code>token</code>",
	} {
		_, after, isThere := strings.Cut(rest, want)
		if !isThere {
			t.Fatalf("%q is not in the rest of the page:\n%s", want, rest)
		}

		rest = after
	}

	if strings.Contains(page, "secret-") || strings.Contains(page, "5432") {
		t.Errorf("a value of a data source is on the page:\n%s", page)
	}
}

func TestRequests_AreTheLastOnes(t *testing.T) {
	var r requests
	if page := r.get(t).Body.String(); !strings.Contains(page, "There were none yet.") {
		t.Errorf("the page without requests:\n%s", page)
	}

	for number := range maxRequests + 5 {
		r.add(mockserver.Request{Method: "GET", Path: fmt.Sprintf("/%d.", number)}, "dropped")
	}

	page := r.get(t).Body.String()
	if got := strings.Count(page, "<td>dropped</td>"); got != maxRequests || !strings.Contains(page, "/5.") || strings.Contains(page, "/4.") {
		t.Errorf("%d requests:\n%s", got, page)
	}
}

func TestRequests_AreForThisMachineOnly(t *testing.T) {
	var r requests

	page := r.get(t)

	style := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(page.Body.String())
	if style == nil || regexp.MustCompile(`[^\x00-\x7f]`).MatchString(style[1]) {
		t.Fatalf("the page has no style in ASCII:\n%s", page.Body)
	}

	sum := sha256.Sum256([]byte(style[1]))

	want := http.Header{
		"Content-Security-Policy": {"default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; " +
			"style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; frame-ancestors 'none'"},
		"Content-Type": {"text/html; charset=utf-8"}, "X-Content-Type-Options": {"nosniff"},
		"Referrer-Policy": {"no-referrer"}, "Cache-Control": {"no-store"},
	}
	wantEqual(t, "header", want, page.Header())
}

func TestObserver_EmptiesJournal(t *testing.T) {
	observer := &observer{stdout: io.Discard}
	mock := mockserver.New(mockserver.Options{OnRequest: observer.observe})
	observer.mock = mock

	mock.ServeHTTP(httptest.NewRecorder(),
		httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/api/v1/appearance/1/", strings.NewReader("{}")))

	if requests := mock.Requests(); len(requests) > 0 {
		t.Errorf("journal: %v", requests)
	}
}
