package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A container is a place in a response, or in a connection error, that carries
// text from the service. In body, %s is the text and %q the text as a JSON
// string.
type container struct {
	name, contentType, body string
	reply                   func(text string) (*http.Response, error) // instead of a body
}

var containers = []container{
	{name: "plain text", contentType: "text/plain", body: "Bad value: %s (sent)"},
	{name: "a page", contentType: "text/html", body: "<title>Error</title><pre>Bad value: %s</pre><p>Sorry."},
	{name: "a quoting text", contentType: "text/plain", body: "invalid <Config password='%s'>: no"},
	{name: "detail", body: `{"detail":%q}`},
	{name: "a field", body: `{"password":[%q]}`},
	{name: "an unusual place", body: `{"fault_text": %q}`},
	{name: "a companion", body: `{"detail":"No.","code":%q}`},
	{name: "a key", body: `{%q: 1}`},
	{name: "a key of a field", body: `{"service_account_key":{%q:["Unknown key."]}}`},
	{name: "the path of a field", body: `{"errors":[{"field":%q,"path":"password","message":"Invalid."}]}`},
	{name: "a list for the path of a field", body: `{"detail":[{"loc":["body","password",%q],"msg":"Invalid."}]}`},
	{name: "a path below a field", reply: func(text string) (*http.Response, error) {
		return reply(400, "", `{"errors":[{"field":`+quoted("password."+text)+`,"message":"Invalid."}]}`)
	}},
	{name: "the request id", reply: func(text string) (*http.Response, error) {
		resp, err := reply(400, "text/plain", "no")
		resp.Header.Set("X-Request-Id", text)

		return resp, err
	}},
	{name: "a redirect", reply: func(text string) (*http.Response, error) {
		resp, err := reply(302, "text/plain", "")
		resp.Header.Set("Location", "https://user:"+text+"@chat.example/?login="+text)

		return resp, err
	}},
	{name: "another id", reply: func(text string) (*http.Response, error) { return reply(200, "", `{"id":`+quoted(text)+`}`) }},
	{name: "no id", reply: func(text string) (*http.Response, error) { return reply(200, "", `{"error":`+quoted(text)+`}`) }},
	{name: "a broken connection", reply: func(text string) (*http.Response, error) {
		return nil, fmt.Errorf("proxyconnect http://user:p@proxy.example: malformed HTTP response %q", text)
	}},
}

// respond returns the response with a text.
func (c container) respond(text string) (*http.Response, error) {
	if c.reply != nil {
		return c.reply(text)
	}

	return reply(400, c.contentType, strings.NewReplacer("%s", text, "%q", quoted(text)).Replace(c.body))
}

func reply(status int, contentType, body string) (*http.Response, error) {
	return &http.Response{
		StatusCode: status,
		Header:     http.Header{"Content-Type": {contentType}},
		Body:       io.NopCloser(strings.NewReader(body)),
	}, nil
}

// quoted returns a text as a JSON string, byte for byte.
func quoted(text string) string { return `"` + jsonQuotes.Replace(text) + `"` }

var jsonQuotes = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`, "\r", `\r`)

// canaries are secrets that are hard to find. Each contains marks such as
// K1xy, none of which may be shown.
var canaries = map[string]string{
	"a word":                  "K1xyzz",
	"quotes":                  `K1xy"'K2xy''"`,
	"backslashes":             `K1xy\K2xy\\nK3xy\`,
	"slashes":                 `/K1xy//K2xy@K3xy`,
	"HTML":                    `K1xy<b>&amp;K2xy>&K3xy</b>`,
	"a tag":                   `<K1xyz>`,
	"percent and plus":        `K1xy%41+K2xy 50%`,
	"what looks like escapes": `K1xy\u0041%5C&#65;\x41K2xy`,
	"spaces":                  `K1xy K2xy  K3xy`,
	"line breaks":             "K1xy\nK2xy\r\nK3xy",
	"other scripts":           "K1xyéß€K2xyжK3xy",
	"emoji":                   "😀K1xy👩‍👩‍👧K2xy",
	"beyond the first plane":  "K1xy\U0001F511K2xy\U000E0041",
	"formatting characters":   "K1xy\u200bK2xy\u202eK3xy",
	"a URL":                   "postgres://user:K1xy@host/db?x=K2xy",
	"JSON":                    `{"a": "K1xy", "b": [1, "K2xy"]}`,
	"long":                    strings.Repeat("K1xy-", 60) + strings.Repeat("K2xy-", 40),
}

// leaked returns a mark that is shown, verbatim or encoded.
func leaked(shown string, as encoding) string {
	for _, mark := range []string{"K1xy", "K2xy", "K3xy"} {
		for _, written := range []string{mark, as.write(mark)} {
			if strings.Contains(drop(shown, ""), drop(written, "")) {
				return mark
			}
		}
	}

	return ""
}

func noSecrets() secrets { return secrets{} }

// shown returns everything that a source update shows for a response. If
// checked is false, nothing counts as a secret.
func shown(t *testing.T, config SourceConfig, checked bool, respond transportFunc) string {
	t.Helper()

	var all strings.Builder

	c := New(Config{
		BaseURL: &url.URL{Scheme: "https", Host: "chat.example"},
		APIKey:  "api-key", Transport: respond,
	})
	o := &operation{
		client: c, method: http.MethodPatch, path: c.endpoint("sources", "7", "update-config"), fields: sourceFields, secrets: noSecrets,
	}

	if checked {
		o.secrets = func() secrets {
			hidden := c.secrets()
			config.addTo(&hidden)

			return hidden
		}
	}

	_, err := o.send(t.Context(), "7", config)

	var failed *Error
	if !errors.As(err, &failed) {
		t.Fatalf("the update returned %v, an error was expected", err)
	}

	fmt.Fprintf(&all, "%+v %s %s", *failed, failed.Error(), failed.RequestID)

	return all.String()
}

func TestSecrets_AreNotShownInAnyEncoding(t *testing.T) {
	for index, container := range containers {
		t.Run(container.name, func(t *testing.T) {
			controls := 0

			for number, encoding := range encodings {
				// Only the first containers get every combination, to save
				// time.
				if index > 4 && number%4 != index%4 {
					continue
				}

				for name, canary := range canaries {
					config := SourceConfig{Password: &canary}
					respond := func(*http.Request) (*http.Response, error) { return container.respond(encoding.write(canary)) }

					checked := shown(t, config, true, respond)
					if mark := leaked(checked, encoding); mark != "" {
						t.Errorf("of %s, %s is shown in %s", name, mark, checked)
					}

					if leaked(shown(t, config, false, respond), encoding) != "" {
						controls++
					}
				}
			}

			if controls == 0 {
				t.Error("nothing is shown even without redaction: the test cannot fail")
			}
		})
	}
}

// echo responds with the key and body of the request, in the given format.
func echo(format func(key string, body []byte) string) transportFunc {
	return func(req *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}

		return reply(400, "text/plain", format(req.Header.Get("Authorization"), body))
	}
}

func TestSecrets_AreNotShownInEchoedRequests(t *testing.T) {
	formats := map[string]func(string, []byte) string{
		"as it was sent": func(key string, body []byte) string { return key + "\n\n" + string(body) },
		"indented": func(key string, body []byte) string {
			var indented strings.Builder

			encoder := json.NewEncoder(&indented)
			encoder.SetIndent("> ", "    ")
			_ = encoder.Encode(json.RawMessage(body)) // a body that was sent is JSON

			return key + "\n\n" + indented.String()
		},
		"as Go prints it": func(key string, body []byte) string {
			value, _ := decodeJSON(body) // a body that was sent is JSON

			return fmt.Sprintf("%s\n\n%#v", key, value)
		},
	}

	inner := `{"private_key": "-----BEGIN PRIVATE KEY-----\nK1xyAAAAAAAA\nK2xyBBBBBBBB\n-----END PRIVATE KEY-----\n", "id": 1234, "pin": 90071992547}`

	configs := map[string]SourceConfig{
		"a key as a document":      {ServiceAccountKey: json.RawMessage(inner)},
		"a key as a string":        {ServiceAccountKey: json.RawMessage(quoted(inner))},
		"secrets in one another":   {Password: ptr("K1xy-inner-K2xy"), Token: ptr("inner"), ConnectionString: ptr("u:K1xy-inner-K2xy@h")},
		"secrets that overlap":     {Password: ptr("K1xy-middle"), Token: ptr("middle-K2xy")},
		"a letter of another":      {Password: ptr(`K1xy"K2xy`), Token: ptr(`"`), ConnectionString: ptr(`\`)},
		"a digit of another":       {Password: ptr(`K1xyéK2xy`), Token: ptr(`0`), ConnectionString: ptr(`u`)},
		"the password of a string": {ConnectionString: ptr("postgres://user:K1xy@host:5432/db")},
	}

	for name, config := range configs {
		for formatName, format := range formats {
			t.Run(name+", "+formatName, func(t *testing.T) {
				raw := encodings[0]

				checked := shown(t, config, true, echo(format))
				if mark := leaked(checked, raw); mark != "" {
					t.Errorf("%s is shown in %s", mark, checked)
				}

				plain := shown(t, config, false, echo(format))
				if leaked(plain, raw) == "" || !strings.Contains(plain, "Bearer api-key") {
					t.Error("nothing is shown even without redaction: the test cannot fail")
				}

				if strings.Contains(checked, "api-key") {
					t.Error("the API key is shown")
				}
			})
		}
	}
}
