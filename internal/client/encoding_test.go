package client_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/redact"
	"github.com/chatview/terraform-provider-chatview/internal/redact/redacttest"
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

// responding responds with text in a container.
func responding(status int, header, body, text string) step {
	quoted := redacttest.Quoted(text)

	fill := strings.NewReplacer("%s", text, "%q", quoted, "%e", quoted[1:len(quoted)-1]).Replace
	if status == 0 {
		return fail(errors.New(fill(body)))
	}

	name, value, _ := strings.Cut(header, ": ")

	return respond(status, fill(body), "Content-Type", "", name, fill(value))
}

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
func leaked(shown string, as redacttest.Encoding) string {
	for _, mark := range []string{"K1xy", "K2xy", "K3xy"} {
		for _, written := range []string{mark, as.Write(mark)} {
			if strings.Contains(redact.Drop(shown, ""), redact.Drop(written, "")) {
				return mark
			}
		}
	}

	return ""
}

// shown returns everything that a source update shows for a response.
func shown(t *testing.T, config client.SourceConfig, respond step) string {
	t.Helper()

	c, _ := scripted(t, client.Config{}, respond)
	failed := failure(t, patchSource(config)(t.Context(), c))

	return fmt.Sprintf("%+v %s", *failed, failed.Error())
}

func TestSecrets_AreNotShownInAnyEncoding(t *testing.T) {
	names := slices.Sorted(maps.Keys(canaries))

	for index, container := range containers {
		t.Run(container.name, func(t *testing.T) {
			visible := false

			for number, encoding := range redacttest.Encodings {
				for canaryNumber, name := range names {
					// Only plain text gets every combination, to save time.
					if index > 0 && (index+number+canaryNumber)%5 > 0 {
						continue
					}

					canary := canaries[name]
					respond := responding(container.status, container.header, container.body, encoding.Write(canary))

					all := shown(t, client.SourceConfig{Password: &canary}, respond)
					if mark := leaked(all, encoding); mark != "" {
						t.Errorf("of %s as %s, %s is shown in %s", name, encoding.Name, mark, all)
					}

					visible = visible || leaked(shown(t, client.SourceConfig{Username: &canary}, respond), encoding) != ""
				}
			}

			if !visible {
				t.Error("nothing is shown even without redaction: the test cannot fail")
			}
		})
	}
}
