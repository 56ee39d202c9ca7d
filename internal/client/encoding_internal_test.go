package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// containers are places in a response that carry text from the service, or with
// status 0 in a connection error. In header and body, %s is the text, %q a JSON
// string of it, and %e the same without quotes.
var containers = []struct {
	name         string
	status       int
	header, body string
}{
	{"plain text", 400, "Content-Type: text/plain", "Bad value: %s (sent)"},
	{"a page", 400, "Content-Type: text/html", "<title>Error</title><pre>Bad value: %s</pre><p>Sorry."},
	{"a quoting text", 400, "Content-Type: text/plain", "invalid <Config password='%s'>: no"},
	{"detail", 400, "", `{"detail":%q}`},
	{"a field", 400, "", `{"password":[%q]}`},
	{"an unusual place", 400, "", `{"fault_text": %q}`},
	{"a companion", 400, "", `{"detail":"No.","code":%q}`},
	{"a key", 400, "", `{%q: 1}`},
	{"a key of a field", 400, "", `{"service_account_key":{%q:["Unknown key."]}}`},
	{"the path of a field", 400, "", `{"errors":[{"field":%q,"path":"password","message":"Invalid."}]}`},
	{"a list for the path of a field", 400, "", `{"detail":[{"loc":["body","password",%q],"msg":"Invalid."}]}`},
	{"a path below a field", 400, "", `{"errors":[{"field":"password.%e","message":"Invalid."}]}`},
	{"the request id", 400, "X-Request-Id: %s", "no"},
	{"a redirect", 302, "Location: https://user:%s@chat.example/?login=%s", ""},
	{"another id", 200, "", `{"id":%q}`},
	{"no id", 200, "", `{"error":%q}`},
	{"a broken connection", 0, "", "proxyconnect http://user:p@proxy.example: malformed HTTP response %q"},
}

// responding returns a transport that responds with text in a container.
func responding(status int, header, body, text string) transportFunc {
	return func(*http.Request) (*http.Response, error) {
		fill := strings.NewReplacer("%s", text, "%q", quoted(text), "%e", trimQuotes(quoted(text))).Replace
		if status == 0 {
			return nil, errors.New(fill(body))
		}

		name, value, _ := strings.Cut(header, ": ")

		return &http.Response{
			StatusCode: status, Header: http.Header{name: {fill(value)}}, Body: io.NopCloser(strings.NewReader(fill(body))),
		}, nil
	}
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

type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// shown returns everything that a source update shows for a response.
func shown(t *testing.T, config SourceConfig, respond transportFunc) string {
	t.Helper()

	c := New(Config{BaseURL: &url.URL{Scheme: "https", Host: "chat.example"}, APIKey: "api-key", RequestTimeout: time.Minute, Transport: respond})
	_, err := c.UpdateSource(t.Context(), "7", config, Source{})

	var failed *Error
	if !errors.As(err, &failed) {
		t.Fatalf("the update returned %v, an error was expected", err)
	}

	return fmt.Sprintf("%+v %s", *failed, failed.Error())
}

func TestSecrets_AreNotShownInAnyEncoding(t *testing.T) {
	names := slices.Sorted(maps.Keys(canaries))

	for index, container := range containers {
		t.Run(container.name, func(t *testing.T) {
			visible := false

			for number, encoding := range encodings {
				for canaryNumber, name := range names {
					// Only plain text gets every combination, to save time.
					if index > 0 && (index+number+canaryNumber)%5 > 0 {
						continue
					}

					canary := canaries[name]
					respond := responding(container.status, container.header, container.body, encoding.write(canary))

					all := shown(t, SourceConfig{Password: &canary}, respond)
					if mark := leaked(all, encoding); mark != "" {
						t.Errorf("of %s, %s is shown in %s", name, mark, all)
					}

					visible = visible || leaked(shown(t, SourceConfig{Username: &canary}, respond), encoding) != ""
				}
			}

			if !visible {
				t.Error("nothing is shown even without redaction: the test cannot fail")
			}
		})
	}
}

func FuzzSecrets(f *testing.F) {
	f.Add("hunter2", "bad password: ", " (sent)", []byte{0})
	f.Add(`K"<&>\%+ é😀`, `{"error":"`, `"}`, []byte{1, 3})
	f.Add("abc\ndef", "%", "&amp;", []byte{7, 9})
	f.Add("%41%42%43%44%45%46", `\`, `\u0041`, []byte{12, 22, 5})
	f.Add("<hunter2>", "<a title='", "'>", []byte{13, 11})
	f.Add("hunter2", "", "", []byte{8, 18}) // line breaks within escapes
	f.Add("correct horse", "\x1b]0;", "\x07", []byte{20})

	f.Fuzz(func(t *testing.T, secret, before, after string, encoded []byte) {
		if !utf8.ValidString(secret) || len(secret) > 1000 || len(encoded) > 3 {
			return
		}

		// HTML has no control characters.
		if strings.ContainsFunc(secret, func(char rune) bool { return unicode.IsControl(char) && !unicode.IsSpace(char) || char == 0x85 }) {
			return
		}

		// A short secret is only found verbatim, and one that is part of the
		// Withheld note is always found.
		for _, decoded := range decodings(secret) {
			if utf8.RuneCountInString(normalize(decoded)) < minSecretLength {
				return
			}
		}

		sought := drop(secret, "")
		if strings.Contains(drop(Withheld, ""), sought) {
			return
		}

		text := secret

		for index, number := range encoded {
			// Latin-1 is not valid text, so it must be the last encoding.
			last := len(encodings)
			if index < len(encoded)-1 {
				last--
			}

			text = encodings[int(number)%last].write(text)
		}

		got := newSecrets(secret).show(before + " " + text + " " + after)
		if strings.Contains(drop(got, ""), sought) {
			t.Errorf("%q is shown in %q", secret, got)
		}

		if strings.Contains(drop(got, ""), drop(text, "")) {
			t.Errorf("%q, encoded as %q, is shown in %q", secret, text, got)
		}
	})
}

// An encoding is a way to repeat a text in a response.
type encoding struct {
	name  string
	write func(string) string
}

// encodings are used by services and proxies.
var encodings = []encoding{
	{"raw", func(text string) string { return text }},
	{"JSON", func(text string) string { return jsonString(text, true) }},
	{"JSON in ASCII", asciiJSON},
	{"JSON with slashes escaped", func(text string) string { return strings.ReplaceAll(jsonString(text, false), "/", `\/`) }},
	{"every character as JSON", jsonUnits},
	{"JSON in JSON", func(text string) string { return jsonString(jsonString(text, false), false) }},
	{"a query", url.QueryEscape},
	{"a path", url.PathEscape},
	{"every byte for a URL", func(text string) string { return each([]byte(text), "%%%02X") }},
	{"HTML", html.EscapeString},
	{"every character as HTML", func(text string) string { return each([]rune(text), "&#%d;") }},
	{"Go", func(text string) string { return trimQuotes(strconv.Quote(text)) }},
	{"Go in ASCII", func(text string) string { return trimQuotes(strconv.QuoteToASCII(text)) }},
	{"bytes of Python", func(text string) string { return each([]byte(text), `\x%02x`) }},
	{"Rust", func(text string) string { return each([]rune(text), `\u{%x}`) }},
	{"SQL", func(text string) string { return strings.ReplaceAll(text, "'", "''") }},
	{"CSV", func(text string) string { return strings.ReplaceAll(text, `"`, `""`) }},
	{"a shell", func(text string) string { return strings.ReplaceAll(text, "'", `'\''`) }},
	{"lines", wrapped},
	{"Latin-1", latin1},
}

// jsonString returns a text as in a JSON string.
func jsonString(text string, escapeHTML bool) string {
	quoted, _ := encode(text) // a string can be written
	if escapeHTML {
		quoted, _ = json.Marshal(text)
	}

	return trimQuotes(string(quoted))
}

func trimQuotes(quoted string) string { return quoted[1 : len(quoted)-1] }

// asciiJSON escapes everything beyond ASCII.
func asciiJSON(text string) string {
	return beyondASCII.ReplaceAllStringFunc(jsonString(text, false), jsonUnits)
}

var beyondASCII = regexp.MustCompile(`[^\x00-\x7f]+`)

// each formats each element.
func each[T any](elements []T, format string) string {
	var result strings.Builder
	for _, element := range elements {
		fmt.Fprintf(&result, format, element)
	}

	return result.String()
}

func jsonUnits(text string) string { return each(utf16.Encode([]rune(text)), `\u%04x`) }

// wrapped breaks a text into short lines, as terminals and editors do.
func wrapped(text string) string { return fourCharacters.ReplaceAllString(text, "$0\r\n    ") }

var fourCharacters = regexp.MustCompile(`(?s).{4}`)

// latin1 writes characters as Latin-1 where possible.
func latin1(text string) string {
	var result []byte

	for _, char := range text {
		if char < 0x100 {
			result = append(result, byte(char))
		} else {
			result = append(result, string(char)...)
		}
	}

	return string(result)
}
