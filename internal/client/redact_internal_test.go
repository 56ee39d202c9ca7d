package client

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// redactorOf returns a redactor of secrets that are known.
func redactorOf(secrets ...string) redactor {
	return newRedactor(func() []string { return secrets })
}

func TestRedactMasksSecretsAndNothingElse(t *testing.T) {
	tests := map[string]struct {
		secrets    []string
		text, want string
	}{
		"none":                          {nil, "hunter2", "hunter2"},
		"empty":                         {[]string{""}, "hunter2", "hunter2"},
		"blank":                         {[]string{" ", "\n", "\t\r"}, "a b\nc", "a b\nc"},
		"one":                           {[]string{"hunter2"}, "not hunter2.", "not ***."},
		"all there is":                  {[]string{"hunter2"}, "hunter2", "***"},
		"twice":                         {[]string{"hunter2"}, "hunter2, hunter2", "***, ***"},
		"side by side":                  {[]string{"hunter2"}, "hunter2hunter2", "***"},
		"another case":                  {[]string{"hunter2"}, "Hunter2", "Hunter2"},
		"nearly":                        {[]string{"hunter2"}, "hunter 3 hunte2", "hunter 3 hunte2"},
		"one in another":                {[]string{"inner", "an-inner-one"}, "an-inner-one, inner", "***, ***"},
		"one that goes on in another":   {[]string{"head-middle", "middle-tail"}, "a head-middle-tail z", "a *** z"},
		"one that repeats itself":       {[]string{"aa"}, "a, aab, aaaa", "a, ***b, ***"},
		"one letter":                    {[]string{"x"}, "axb xx", "a***b ***"},
		"a quote":                       {[]string{`"`}, `say "no"`, "say ***no***"},
		"a backslash":                   {[]string{`\`}, `C:\x`, "C:***x"},
		"a plus":                        {[]string{"+"}, "1+1 1 1", "1***1 1 1"},
		"the mask":                      {[]string{"***"}, "a *** b", "a *** b"},
		"with blanks":                   {[]string{"a b"}, "xa\n  by, a+by", "x***y, ***y"},
		"escaped":                       {[]string{"é/\"é"}, `x \u00e9\/\"\u00e9, \u00e8 y`, `x ***, \u00e8 y`},
		"escaped, in a row of escapes":  {[]string{"é"}, `x \u00e8\u00e9 y`, "x *** y"},
		"escapes of nothing secret":     {[]string{"hunter2"}, `%41 &lt; \u0041 \" <b>`, `%41 &lt; \u0041 \" <b>`},
		"an escape by itself":           {[]string{"%41"}, "A, %41, %2541", "***, ***, ***"},
		"in a tag":                      {[]string{"hunter2"}, "<a title='hunter2'>", "<a title='***'>"},
		"with tags in it":               {[]string{"hunter2"}, "a <i>hun</i>ter<b>2</b>", "a <i>***</b>"},
		"lines":                         {[]string{"first line\nshort\nlast line"}, "last line: short; first line", "***: short; ***"},
		"between characters of others":  {[]string{"hunter2"}, "日本hunter2語", "日本***語"},
		"an escape that is none":        {[]string{"hunter2"}, `%zz \u12 \x &nope; \`, `%zz \u12 \x &nope; \`},
		"the largest character escaped": {[]string{"\U0010ffff"}, `a \U0010ffff b \U00110000`, `a *** b \U00110000`},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, redactorOf(test.secrets...).redact(test.text)); diff != "" {
				t.Errorf("redacted text (-want +got):\n%s", diff)
			}
		})
	}
}

// What is cut off before it is looked at can be the rest of a secret.
func TestACutShowsNoHalfOfASecret(t *testing.T) {
	const secret = "K1xy-and-a-rather-long-rest-of-a-secret"

	// Nothing of these is left but the secret.
	fillers := map[string]string{"spaces": " ", "tags": "<b>", "control characters": "\x00"}
	written := map[string]func(string) string{
		"as it is":                func(text string) string { return text },
		"escaped as JSON in JSON": func(text string) string { return units(text, `\\u%04x`) },
	}
	page := func(page string) string { return sanitize(htmlText(page)) }

	for fillerName, filler := range fillers {
		for writtenName, write := range written {
			t.Run(fillerName+" before the secret "+writtenName, func(t *testing.T) {
				spelled := write(secret)
				mark := write("K1xy")

				show := func(r redactor, before int) string {
					start := maxExamined + maxSpelling*r.needles().longest - before
					text := strings.Repeat(filler, start/len(filler)) + strings.Repeat(" ", start%len(filler)) + spelled + strings.Repeat(" and more", 100)

					return r.cleanAs(text, page)
				}

				r := redactorOf(secret)
				withoutMargin := redactor{func() needles { return needles{loose: r.needles().loose} }}

				for _, before := range []int{len(mark), len(spelled) / 2, len(spelled) - 1} {
					if got := show(r, before); strings.Contains(got, mark) {
						t.Errorf("with %d bytes of it before the cut, the secret is seen in %q", before, got)
					}

					if got := show(withoutMargin, before); !strings.Contains(got, mark) {
						t.Errorf("without the margin there is %q: the test can not fail", got)
					}
				}
			})
		}
	}
}

func TestReadingAPagePutsNoSecretTogether(t *testing.T) {
	o := &operation{redact: redactorOf("hunter2")}

	for _, page := range []string{"<p>hun<!-- a > b -->ter2</p>", "<p>hun<script>x</script>ter2</p>"} {
		if got := o.pageText("text/html", page); got != Mask {
			t.Errorf("%q is shown as %q, want %q", page, got, Mask)
		}
	}
}

func TestASecretOfDigitsIsNoIndex(t *testing.T) {
	o := &operation{fields: sourceFields, redact: redactorOf("12345")}

	got, _ := o.errorText("", []byte(`{"password":{"12345":["No."],"54321":["No."]},"errors":[{"field":"token.12345","message":"No."}]}`))
	want := []FieldError{{[]string{"token"}, "No."}, {[]string{"password"}, "No."}, {[]string{"password", "54321"}, "No."}}

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}

func TestConnectionSecretsHoldThePassword(t *testing.T) {
	tests := map[string]string{
		"postgres://user:hunter2@host:5432/db":            "hunter2",
		"postgres://user:hun:t@er2@host:5432/db":          "hun:t@er2",
		"user:hunter2@tcp(host:3306)/db":                  "hunter2",
		"host=h port=5432 password=hunter2 user=u":        "hunter2",
		"host=h password = 'hunt er2' user=u":             "'hunt er2'",
		"Server=h;User Id=u;Password=hunter2;Encrypt=yes": "hunter2",
		"Server=h;Uid=u;PWD=hunter2":                      "hunter2",
		"jdbc:mysql://host/db?user=u&password=hunter2&x=": "hunter2",
	}

	for connection, password := range tests {
		t.Run(connection, func(t *testing.T) {
			if diff := cmp.Diff([]string{connection, password}, connectionSecrets(connection)); diff != "" {
				t.Errorf("secrets (-want +got):\n%s", diff)
			}
		})
	}

	for _, connection := range []string{"", "host=h user=u", "postgres://user@host:5432/db", "postgres://host/db", "just:words"} {
		t.Run("none in "+connection, func(t *testing.T) {
			if diff := cmp.Diff([]string{connection}, connectionSecrets(connection)); diff != "" {
				t.Errorf("secrets (-want +got):\n%s", diff)
			}
		})
	}
}

func TestJSONSecretsHoldEveryValue(t *testing.T) {
	tests := map[string]struct {
		document string
		want     []string
	}{
		"a string":            {`"a\nb"`, []string{`"a\nb"`, "a\nb"}},
		"a number":            {`12345678901234567890`, []string{`12345678901234567890`, "12345678901234567890"}},
		"an object":           {`{"k": "a"}`, []string{`{"k": "a"}`, "a"}},
		"a list":              {`["a", ["", 1], true, null]`, []string{`["a", ["", 1], true, null]`, "a", "", "1"}},
		"a document in a one": {`"{\"k\":[\"a\"]}"`, []string{`"{\"k\":[\"a\"]}"`, `{"k":["a"]}`, "a"}},
		"no JSON":             {`{"k"`, []string{`{"k"`}},
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
