package client

import (
	"strings"
	"testing"
)

// newSecrets returns credentials.
func newSecrets(values ...string) secrets {
	s := secrets{runs: map[[runLength]rune]struct{}{}}
	for _, value := range values {
		s.addCredential(value)
	}

	return s
}

// If the examined part of a text ends within a secret, its first half must not
// be shown.
func TestSecrets_AreFoundAcrossTheLimit(t *testing.T) {
	const secret = "K1xy-and-a-rather-long-rest-of-a-secret"

	// The fillers are not shown.
	for filler, encoded := range map[string]string{"<b>": secret, "\x00": strings.ReplaceAll(jsonUnits(secret), `\`, `\\`)} {
		start := maxRead - len(encoded)/5
		page := strings.Repeat(filler, start/len(filler)) + strings.Repeat(" ", start%len(filler)) + encoded

		if got := newSecrets(secret).show(page, htmlText); got != Withheld {
			t.Errorf("after %q, the page is shown as %q", filler, got)
		}

		if got := newSecrets().show(page, htmlText); !strings.Contains(got, encoded[:len(encoded)/10]) {
			t.Errorf("without secrets the page is shown as %q: the test cannot fail", got)
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

// key is a private key, and keyBody the start of its body.
const (
	keyBody = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj"
	key     = "-----BEGIN PRIVATE KEY-----\n" + keyBody + "\nAgEAAoIBAQC7\n-----END PRIVATE KEY-----\n"
)

// A service may repeat a part of a credential.
func TestSecrets_AreFoundInParts(t *testing.T) {
	credential := func(value string) func(*secrets) { return func(s *secrets) { s.addCredential(value) } }
	document := func(value string) func(*secrets) { return func(s *secrets) { s.addKey([]byte(value)) } }

	google := `{"type": "service_account", "project_id": "canary-project", "private_key": ` + quoted(key) + `}`
	token := "ghp_9fK2mQ-in-the-middle-nB1vX8qT3rW5"

	tests := map[string]struct {
		add        func(*secrets)
		found, not []string
	}{
		"nothing":               {credential(""), nil, []string{"hunter2"}},
		"blanks":                {credential(" \t\r\n"), nil, []string{"a b\nc"}},
		"one letter":            {credential("x"), []string{"axb"}, []string{"X"}},
		"a short one":           {credential("abc"), []string{"xabcx"}, []string{`x\u0061bc`}},
		"signs":                 {credential(`"+'\+"`), []string{`"+'\+"`}, []string{`"`}},
		"a word":                {credential("hunter2"), []string{"hunter2"}, []string{"Hunter2", `%zz \u12 \x &nope; \`}},
		"one with blanks":       {credential("correct horse"), []string{"correct\n  horse", "correct+horse"}, []string{"correct"}},
		"a number":              {credential("1234567890123"), []string{"2345678901"}, nil},
		"one with padding":      {credential("canary-abcd=="), []string{"canary-abc"}, nil},
		"a token":               {credential(token), []string{"ghp_9fK2mQ…", "ending in B1vX8qT3rW5", "…-in-the-mi…"}, []string{"ghp_9fK2m…", "ending in X8qT3rW5"}},
		"one of 11 characters":  {credential("hunter2-abc"), []string{"hunter2-abc"}, []string{"hunter2-ab"}},
		"one of 12 characters":  {credential("hunter2-abcd"), []string{"hunter2-ab", "nter2-abcd"}, []string{"hunter2-a"}},
		"in another encoding":   {credential("hünter2/abcd"), []string{`h\u00fcnter2\/ab`, "h%C3%BCnter2%2Fab", "h\xfcnter2/ab"}, []string{`h\u00fcnter2\/a`}},
		"an encoded one":        {credential("hunter2%2Dabcd"), []string{"hunter2-ab"}, nil},
		"a PEM block":           {credential(key), []string{keyBody[:10], "DANBgkqhki", "wggSj\nAgEAA"}, []string{"-----BEGIN PRIVATE KEY-----", "the END PRIVATE KEY line", keyBody[:9]}},
		"a Google key":          {document(google), []string{keyBody[:10], google}, []string{"BEGIN PRIVATE KEY", "canary-project", "service_account"}},
		"a Google key in text":  {document(quoted(google)), []string{keyBody[:10]}, []string{"canary-project"}},
		"a key of another name": {document(`{"pem": ` + quoted(key) + `, "project_id": "canary-project"}`), []string{keyBody[:10]}, []string{"canary-project"}},
		"a key without armor":   {document(`{"private_key":"` + token + `"}`), []string{"ghp_9fK2mQ"}, nil},
		"another key":           {document(`{"secret": ["canary-key-and-more", 123456], "v": 12345, "type":"service_account"}`), []string{"canary-key-and-more", "123456"}, []string{"canary-key-and-mor", "12345", "service_account"}},
		"a key as a text":       {document(quoted(token)), []string{"ghp_9fK2mQ"}, nil},
		"a document of no JSON": {document(`{"k"`), []string{`{"k"`}, nil},
	}

	for name, test := range tests {
		s := newSecrets()
		test.add(&s)

		for _, text := range test.found {
			if !s.occurIn("it is " + text + ".") {
				t.Errorf("%s: %q is shown", name, text)
			}
		}

		for _, text := range test.not {
			if s.occurIn("it is " + text + ".") {
				t.Errorf("%s: %q is withheld", name, text)
			}
		}
	}
}
