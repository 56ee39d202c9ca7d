package client

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ptr[T any](value T) *T { return &value }

type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func TestOccurIn_FindsSecrets(t *testing.T) {
	tests := map[string]struct {
		secrets []string
		text    string
		want    bool
	}{
		"empty":                   {[]string{""}, "hunter2", false},
		"blank":                   {[]string{" ", "\n", "\t\r"}, "a b\nc", false},
		"one":                     {[]string{"hunter2"}, "not hunter2.", true},
		"another case":            {[]string{"hunter2"}, "Hunter2", false},
		"with blanks":             {[]string{"correct horse"}, "correct\n  horse", true},
		"with blanks for a query": {[]string{"correct horse"}, "correct+horse", true},
		"escaped":                 {[]string{"ééé/\"éé"}, `x \u00e9\u00e9\u00e9\/\"\u00e9\u00e9, y`, true},
		"an escape by itself":     {[]string{"%41%42%43%44%45%46"}, "ABCDEF", true},
		"a line":                  {[]string{"first line\nshort\nlast line"}, "near last line", true},
		"a short line":            {[]string{"first line\nshort\nlast line"}, "short", false},
		"an escape that is none":  {[]string{"hunter2"}, `%zz \u12 \x &nope; \`, false},
		"short":                   {[]string{"abc"}, "xabcx", true},
		"short, escaped":          {[]string{"abc"}, `x\u0061bc`, false},
		"one letter":              {[]string{"x"}, "axb", true},
		"signs":                   {[]string{`"+'\+"`}, `say "+'\+"`, true},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := newSecrets(test.secrets...).occurIn(test.text); got != test.want {
				t.Errorf("occurIn(%q) is %t, want %t", test.text, got, test.want)
			}
		})
	}
}

// If the examined part of a text ends within a secret, its first half must not
// be shown.
func TestSecrets_AreFoundAcrossTheLimit(t *testing.T) {
	const secret = "K1xy-and-a-rather-long-rest-of-a-secret"

	writers := map[string]func(string) string{
		"as it is":     func(text string) string { return text },
		"JSON in JSON": func(text string) string { return units(text, `\\u%04x`) },
	}

	// None of these is shown.
	for fillerName, filler := range map[string]string{"spaces": " ", "tags": "<b>", "control characters": "\x00"} {
		for name, encode := range writers {
			t.Run(fillerName+", "+name, func(t *testing.T) {
				encoded := encode(secret)

				for _, before := range []int{len(encode("K1xy")), len(encoded) / 2, len(encoded) - 1} {
					start := maxRead - before
					page := strings.Repeat(filler, start/len(filler)) + strings.Repeat(" ", start%len(filler)) + encoded

					if got := newSecrets(secret).show(page, htmlText); got != Withheld {
						t.Errorf("with %d bytes of it before the limit, the page is shown as %q", before, got)
					}

					if got := newSecrets().show(page, htmlText); !strings.Contains(got, encode("K1xy")) {
						t.Errorf("without secrets the page is shown as %q: the test cannot fail", got)
					}
				}
			})
		}
	}
}

func TestShow_FindsSecretSplitByTags(t *testing.T) {
	for _, page := range []string{"<p>hun<!-- a > b -->ter2</p>", "<p>hun<script>x</script>ter2</p>"} {
		if got := newSecrets("hunter2").show(page, htmlText); got != Withheld {
			t.Errorf("%q is shown as %q, want %q", page, got, Withheld)
		}
	}
}

func TestConnectionSecrets_IncludePassword(t *testing.T) {
	tests := map[string]string{
		"postgres://user:hunter2@host:5432/db":            "hunter2",
		"clickhouse://:hunter2@host:9000/db":              "hunter2",
		"jdbc:postgresql://host/db?sslpassword=hunter2":   "hunter2",
		"private_key_file_pwd=hunter2":                    "hunter2",
		"AccountKey=hunter2;Endpoint=host":                "hunter2",
		"postgres://user:hun:t@er2@host:5432/db":          "hun:t@er2",
		"user:hunter2@tcp(host:3306)/db":                  "hunter2",
		"host=h port=5432 password=hunter2 user=u":        "hunter2",
		"host=h password = 'hunt er2' user=u":             "hunt er2",
		`host=h;password="pw";user=u`:                     "pw",
		"Server=h;User Id=u;Password=hunter2;Encrypt=yes": "hunter2",
		"Server=h;Uid=u;PWD=hunter2":                      "hunter2",
		"jdbc:mysql://host/db?user=u&password=hunter2&x=": "hunter2",
		"host=h user=u":                                   "",
		"postgres://user@host:5432/db":                    "",
		"just:words":                                      "",
	}

	for connection, password := range tests {
		want := []string{connection}
		if password != "" {
			want = append(want, password)
		}

		if diff := cmp.Diff(want, connectionSecrets(connection)); diff != "" {
			t.Errorf("secrets (-want +got):\n%s", diff)
		}
	}
}

func TestJSONSecrets_IncludeLongScalars(t *testing.T) {
	tests := map[string]struct {
		document string
		want     []string
	}{
		"a string":                   {`"abc\ndef"`, []string{`"abc\ndef"`, "abc\ndef"}},
		"a number":                   {`12345678901234567890`, []string{`12345678901234567890`, "12345678901234567890"}},
		"an object":                  {`{"k": "abcdef"}`, []string{`{"k": "abcdef"}`, "abcdef"}},
		"a list":                     {`["abcdef", ["", 123456], true]`, []string{`["abcdef", ["", 123456], true]`, "abcdef", "123456"}},
		"short values":               {`{"a":"abcde","retries":1}`, []string{`{"a":"abcde","retries":1}`}},
		"six characters":             {`"äöüßéè"`, []string{`"äöüßéè"`, "äöüßéè"}},
		"the type of a Google key":   {`{"type":"service_account"}`, []string{`{"type":"service_account"}`}},
		"a document in a document":   {`"{\"k\":[\"abcdef\"]}"`, []string{`"{\"k\":[\"abcdef\"]}"`, `{"k":["abcdef"]}`, "abcdef"}},
		"a document that is no JSON": {`{"k"`, []string{`{"k"`}},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, jsonSecrets([]byte(test.document))); diff != "" {
				t.Errorf("secrets (-want +got):\n%s", diff)
			}
		})
	}

	if got := jsonSecrets(nil); got != nil {
		t.Errorf("without a document there are the secrets %q", got)
	}
}
