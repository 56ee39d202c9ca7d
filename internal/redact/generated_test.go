package redact

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/redact/redacttest"
)

// alphabets are those of generated passwords, and of what people choose.
var alphabets = []string{
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "0123456789abcdef", "abcdefghijklmnopqrstuvwxyz0123456789-_.",
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "ABCabcXYZxyz0123456789!@#$%^&*()_+-=[]{}<>:?;,./~|", "abcXYZäöéñß019 ",
}

// dialects repeat a password, in addition to redacttest.Encodings.
var dialects = []func(string) string{
	func(text string) string { return text }, strings.ToUpper, strings.ToLower,
	strings.NewReplacer("}", "}}", "]", "]]", "%", "%%", "$", "$$", "{", "{{").Replace,
	func(text string) string {
		var octal strings.Builder
		for _, char := range []byte(text) {
			fmt.Fprintf(&octal, `\%03o`, char)
		}

		return octal.String()
	},
}

// echo is what a service repeats of a password: at least ten characters.
func echo(random *rand.Rand, password string) string {
	chars := []rune(password)
	start := random.IntN(len(chars) - 2*runLength + 1)

	return string(chars[start : start+2*runLength+random.IntN(len(chars)-2*runLength-start+1)])
}

func generated(random *rand.Rand) string {
	alphabet, chars := []rune(alphabets[random.IntN(len(alphabets))]), []rune{}
	for len(chars) < 2*runLength+random.IntN(12) {
		chars = append(chars, alphabet[random.IntN(len(alphabet))])
	}

	return "a" + strings.TrimSpace(string(chars)) + "Z9"
}

// Latin-1, the last encoding, is one of bytes.
func TestSecrets_AreFoundInGeneratedEchoes(t *testing.T) {
	random := rand.New(rand.NewPCG(78, 1))
	shown, echoes := 0, 100_000

	if testing.Short() {
		echoes /= 10
	}

	for range echoes / 100 {
		password := generated(random)
		form := passwordForms[random.IntN(len(passwordForms)-1)] // in the last one, nothing is escaped

		var s Secrets
		s.Add(ConnectionString, strings.Replace(form.connection, "%s", form.write(password), 1))
		s.Add(Credential, url.QueryEscape(password))

		for range 100 {
			repeated := dialects[random.IntN(len(dialects))](echo(random, password))
			if text := redacttest.Encodings[random.IntN(len(redacttest.Encodings))].Write(repeated); !s.OccurIn("FATAL: password \"" + text + "\" refused") {
				if shown++; shown <= 10 {
					t.Logf("%q of %q is shown, with %q", text, password, form.connection)
				}
			}
		}
	}

	if most := echoes / 2000; shown > most {
		t.Errorf("%d of %d echoes are shown, want at most %d", shown, echoes, most)
	}
}

// messages have words of configurations, of which only the password is secret.
var messages = []string{
	"could not connect to server %s: Connection refused, port 5432", "FATAL: password authentication failed for user \"%s\"", "The database %s does not exist",
	"Access denied for user '%s'@'10.0.0.1' (using password: YES)", "ORA-12541: TNS:no listener at %s", "unknown host %s", "schema \"%s\" not found",
	"The certificate of %s has expired", "role %s is not permitted to log in", "time-out after 30 s while connecting to https://%s/v1/query",
}

func TestSecrets_AreNotFoundInOrdinaryMessages(t *testing.T) {
	random := rand.New(rand.NewPCG(78, 2))

	for number := range 500 {
		form := passwordForms[number%(len(passwordForms)-1)]

		var s Secrets
		s.Add(ConnectionString, strings.Replace(form.connection, "%s", form.write(generated(random)), 1))
		s.Add(Header, "Bearer "+generated(random))

		word := []string{"db.example.net", "customers", "a@b", "user", "application_name"}[number%5]
		if text := fmt.Sprintf(messages[number%len(messages)], word); s.OccurIn(text) {
			t.Errorf("%q is withheld, with %q", text, form.connection)
		}
	}
}
