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
	"unicode"
)

// A container is a place in a response, or in a failure of the connection, by
// which a text of the service gets to the client.
type container struct {
	name  string
	reply func(text string) (*http.Response, error)
}

var containers = []container{
	{"plain text", func(text string) (*http.Response, error) {
		return reply(400, "text/plain", "Bad value: "+text+" (sent)")
	}},
	{"a page", func(text string) (*http.Response, error) {
		return reply(500, "text/html", "<title>Error</title><pre>Bad value: "+text+"</pre><p>Sorry.")
	}},
	{"a quoting text", func(text string) (*http.Response, error) {
		return reply(400, "text/plain", "invalid <Config password='"+text+"'>: no")
	}},
	{"detail", func(text string) (*http.Response, error) {
		return reply(400, "", quoted(`{"detail":%s}`, "Bad value: "+text))
	}},
	{"a field", func(text string) (*http.Response, error) {
		return reply(422, "", quoted(`{"password":[%s]}`, "Bad value: "+text))
	}},
	{"an unusual place", func(text string) (*http.Response, error) { return reply(400, "", quoted(`{"fault_text": %s}`, text)) }},
	{"a key", func(text string) (*http.Response, error) { return reply(400, "", quoted(`{%s: 1}`, text)) }},
	{"a key of a field", func(text string) (*http.Response, error) {
		return reply(400, "", quoted(`{"service_account_key":{%s:["Unknown key."]}}`, text))
	}},
	{"the path of a field", func(text string) (*http.Response, error) {
		return reply(400, "", quoted(`{"errors":[{"field":%s,"message":"Invalid."}]}`, "password."+text))
	}},
	{"a list for the path of a field", func(text string) (*http.Response, error) {
		return reply(400, "", quoted(`{"detail":[{"loc":["body","password",%s],"msg":"Invalid."}]}`, text))
	}},
	{"messages one after the other", func(text string) (*http.Response, error) {
		half := 0
		for half = range text[:len(text)/2+1] {
			continue // to the start of the character in the middle
		}

		return reply(400, "", quoted(`[%s`, text[:half])+","+quoted(`%s]`, text[half:]))
	}},
	{"the request id", func(text string) (*http.Response, error) {
		resp, err := reply(400, "text/plain", "no")
		resp.Header.Set("X-Request-Id", text)

		return resp, err
	}},
	{"a redirect", func(text string) (*http.Response, error) {
		resp, err := reply(302, "text/plain", "")
		resp.Header.Set("Location", "https://user:"+text+"@chat.example/?login="+text)

		return resp, err
	}},
	{"another id", func(text string) (*http.Response, error) { return reply(200, "", quoted(`{"id":%s}`, text)) }},
	{"a broken connection", func(text string) (*http.Response, error) {
		return nil, fmt.Errorf("malformed HTTP response %q", text)
	}},
	{"a connection broken by a proxy", func(text string) (*http.Response, error) {
		return nil, errors.New("proxyconnect http://user:p@proxy.example: " + text)
	}},
}

func reply(status int, contentType, body string) (*http.Response, error) {
	return &http.Response{
		StatusCode: status,
		Header:     http.Header{"Content-Type": {contentType}},
		Body:       io.NopCloser(strings.NewReader(body)),
	}, nil
}

// quoted puts a text into JSON as a string, byte for byte.
func quoted(format, text string) string { return fmt.Sprintf(format, `"`+jsonQuotes.Replace(text)+`"`) }

var jsonQuotes = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`, "\r", `\r`)

// canaries are secrets that are hard to find. Each holds marks (Kn and two
// letters) of which none may be seen.
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

// marks returns the parts of a canary by which it is recognized.
func marks(canary string) []string {
	var found []string

	for number := 1; number <= 3; number++ {
		if mark := fmt.Sprintf("K%dxy", number); strings.Contains(canary, mark) {
			found = append(found, mark)
		}
	}

	if found == nil {
		found = []string{canary}
	}

	return found
}

// seen returns the mark of a canary that can be seen in what the operation
// showed, in any of the encodings.
func seen(shown, canary string) string {
	shown = withoutSpace(shown)

	for _, mark := range marks(canary) {
		for name, encoded := range encodedMarks(mark) {
			if strings.Contains(shown, encoded) {
				return mark + " as " + name
			}
		}
	}

	return ""
}

// encodedMarks returns a mark in all encodings, by their names.
func encodedMarks(mark string) map[string]string {
	if encoded, ok := encodedCache[mark]; ok {
		return encoded
	}

	encoded := map[string]string{}
	for _, encoding := range encodings {
		encoded[encoding.name] = withoutSpace(encoding.write(mark))
	}

	encodedCache[mark] = encoded

	return encoded
}

var encodedCache = map[string]map[string]string{}

func withoutSpace(text string) string {
	return strings.Map(func(char rune) rune {
		if unicode.IsSpace(char) || unicode.IsControl(char) || unicode.Is(unicode.Cf, char) {
			return -1
		}

		return char
	}, text)
}

// secretsOf returns secrets that are known.
func secretsOf(values ...string) secrets {
	return newSecrets(func() []string { return values })
}

// shown returns all that an update of a source shows when the service replies
// like this. Where checked is false, nothing is taken for a secret.
func shown(t *testing.T, config SourceConfig, checked bool, respond transportFunc) string {
	t.Helper()

	var all strings.Builder

	c := New(Config{
		BaseURL: &url.URL{Scheme: "https", Host: "chat.example"},
		APIKey:  "api-key", Transport: respond,
	})
	o := &operation{
		client: c, method: http.MethodPatch, path: c.endpoint("sources", "7", "update-config"), fields: sourceFields, secrets: secretsOf(),
	}

	if checked {
		o.secrets = secretsOf(append(config.secrets(), c.config.APIKey)...)
	}

	_, err := o.send(t.Context(), "7", config)

	var failed *Error
	if !errors.As(err, &failed) {
		t.Fatalf("the update returned %v, an error was expected", err)
	}

	fmt.Fprintf(&all, "%+v %s %s", *failed, failed.Error(), o.requestID())

	return all.String()
}

func TestSecrets_AreNotShownInAnyEncoding(t *testing.T) {
	for index, container := range containers {
		t.Run(container.name, func(t *testing.T) {
			controls := 0

			for number, encoding := range encodings {
				// All of them where texts are read in different ways.
				if index > 4 && number%4 != index%4 {
					continue
				}

				for name, canary := range canaries {
					config := SourceConfig{Password: &canary}
					respond := func(*http.Request) (*http.Response, error) { return container.reply(encoding.write(canary)) }

					checked := shown(t, config, true, respond)
					if mark := seen(checked, canary); mark != "" {
						t.Errorf("of %s, %s is seen in %s", name, mark, checked)
					}

					if seen(shown(t, config, false, respond), canary) != "" {
						controls++
					}
				}
			}

			if controls == 0 {
				t.Error("nothing is seen where nothing is withheld: the test cannot fail")
			}
		})
	}
}

// echo responds with a request's key and body, in a format of its own.
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
		"a key as a string":        {ServiceAccountKey: json.RawMessage(quoted("%s", inner))},
		"secrets in one another":   {Password: ptr("K1xy-inner-K2xy"), Token: ptr("inner"), ConnectionString: ptr("u:K1xy-inner-K2xy@h")},
		"secrets that overlap":     {Password: ptr("K1xy-middle"), Token: ptr("middle-K2xy")},
		"a letter of another":      {Password: ptr(`K1xy"K2xy`), Token: ptr(`"`), ConnectionString: ptr(`\`)},
		"a digit of another":       {Password: ptr(`K1xyéK2xy`), Token: ptr(`0`), ConnectionString: ptr(`u`)},
		"the password of a string": {ConnectionString: ptr("postgres://user:K1xy@host:5432/db")},
	}

	for name, config := range configs {
		for formatName, format := range formats {
			t.Run(name+", "+formatName, func(t *testing.T) {
				const all = "K1xy K2xy K3xy"

				checked := shown(t, config, true, echo(format))
				if mark := seen(checked, all); mark != "" {
					t.Errorf("%s is seen in %s", mark, checked)
				}

				plain := shown(t, config, false, echo(format))
				if seen(plain, all) == "" || !strings.Contains(plain, "Bearer api-key") {
					t.Error("nothing is seen where nothing is checked: the test cannot fail")
				}

				if strings.Contains(checked, "api-key") {
					t.Error("the API key is seen")
				}
			})
		}
	}
}
