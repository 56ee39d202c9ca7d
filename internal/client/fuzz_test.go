package client_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// bodies are seeds.
var bodies = []string{
	appearanceResponse, sourceResponse, ``, `{}`, `[]`, `null`, `"x"`, `{"id":"7"}`, `{"id":7,"recommendations":["a",{}]}`,
	`{"name":["Taken."],"recommendations":{"3":["Too long."]}}`, `{"recommendations":[{},["x"]]}`,
	`{"errors":[{"field":"name","message":"Taken."}]}`, `{"detail":[{"loc":["body","name"],"msg":"Taken."}]}`,
	`{"errors":[{"source":{"pointer":"/data/attributes/name"},"detail":"Taken."}]}`,
	`{"title":"Invalid","errors":[{"pointer":"#/recommendations/3","detail":"x"}],"invalid-params":[{"name":"name","reason":"x"}]}`,
	`<!doctype html><title>502</title><script>x</script><p>a&lt;b`, "a\x1b[31mb\x1b]0;x\x07\u202e\xff", `{"id":7}{`, `{"password":"canary%2Dkey"}`,
}

func FuzzErrorText(f *testing.F) {
	for _, body := range bodies {
		f.Add(uint8(200), "application/json", body)
		f.Add(uint8(199), "text/html", body)
		f.Add(uint8(0), "", body)
	}

	const key = "canary-key"

	f.Add(uint8(201), "", "")
	// Without redaction these seeds fail.
	f.Add(uint8(200), "application/json", `{"name": ["Bearer `+key+`"], "detail": "`+key+`"}`)
	f.Add(uint8(200), "text/plain", strings.Repeat("long ", redact.MaxTextLength))
	f.Add(uint8(200), "text/plain", "\x1b[31mred\x07\u200b\xff")

	f.Fuzz(func(t *testing.T, status uint8, contentType, body string) {
		// No server is involved: net/http refuses some of these responses.
		respond := respond(200+int(status), body, "Content-Type", contentType, "X-Request-Id", body, "Location", body, "Retry-After", body)

		for _, send := range []sender{
			putAppearance(client.Appearance{Name: "n", Recommendations: []string{"a", "b"}}), patchSource(client.SourceConfig{AccountName: ptr("n")}),
		} {
			// A fuzzed key would also match harmless text.
			c, _ := scripted(t, client.Config{APIKey: key}, respond)

			if err := send(t.Context(), c); err != nil {
				checkSafe(t, failure(t, err), key)
			}
		}
	})
}

// checkSafe fails unless the texts of an error are safe to show.
func checkSafe(t *testing.T, failed *client.Error, key string) {
	t.Helper()

	if failed.Kind == (client.Kind{}) || failed.Attempts != 1 || len(failed.Fields) > 20 {
		t.Errorf("the operation returned %#v", failed)
	}

	texts := []string{failed.Text, failed.RequestID}
	for _, field := range failed.Fields {
		texts = append(append(texts, field.Message), field.Path...)
	}

	for _, text := range texts {
		isUnsafe := func(char rune) bool {
			return unicode.IsControl(char) || unicode.Is(unicode.Cf, char) || unicode.IsSpace(char) && char != ' '
		}

		if !utf8.ValidString(text) || utf8.RuneCountInString(text) > redact.MaxTextLength || strings.ContainsFunc(text, isUnsafe) ||
			strings.Contains(text, key) {
			t.Errorf("%q is not safe to show", text)
		}
	}
}

func FuzzParseBaseURL(f *testing.F) {
	for _, address := range []string{
		"https://chat.example", "https://chat.example:", "HTTPS://chat.example:8443/a%2Fb/", "http://127.0.0.1//x", "http://LOCALHOST/",
		"http://u:p@localhost/?#", "https://chat.example//evil.example", "https://b\u00fccher.example/ä ö",
	} {
		f.Add(address)
	}

	f.Fuzz(func(t *testing.T, address string) {
		base, err := client.ParseBaseURL(address, false)
		if err != nil {
			return
		}

		// An accepted address can be used, and leads to the host that it
		// names.
		service := &script{t: t, steps: []step{respond(200, sourceResponse)}}
		if err := update(t.Context(), client.New(client.Config{BaseURL: base, APIKey: "k", RequestTimeout: time.Minute, Transport: service})); err != nil {
			t.Fatalf("%q is accepted, but: %v", address, err)
		}

		req := httptest.NewRequestWithContext(t.Context(), http.MethodPatch, service.first().URL, nil)
		if req.URL.Hostname() != base.Hostname() || req.URL.Port() != base.Port() ||
			!strings.HasSuffix(req.URL.Path, "/api/v1/sources/7/update-config/") {
			t.Errorf("a request to %q goes to %s", address, req.URL)
		}

		if again, err := client.ParseBaseURL(base.String(), false); err != nil || again.String() != base.String() {
			t.Errorf("%q is read as %s, and that as %v (%v)", address, base, again, err)
		}
	})
}
