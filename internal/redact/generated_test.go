package redact

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

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
}

// generated returns a password, and echo what a service repeats of one: at least ten
// characters, without those that normalize removes.
func generated(random *rand.Rand) string {
	alphabet, password := []rune(alphabets[random.IntN(len(alphabets))]), ""
	for length := minCutLength + random.IntN(20); utf8.RuneCountInString(normalize(password)) < length; password = strings.TrimSpace(password) {
		password += string(alphabet[random.IntN(len(alphabet))]) + string(alphabet[random.IntN(len(alphabet))])
	}

	return password
}

func echo(random *rand.Rand, password string) string {
	for chars := []rune(password); ; {
		start := random.IntN(len(chars) - runLength + 1)

		text := string(chars[start : start+runLength+random.IntN(len(chars)-runLength-start+1)])
		if utf8.RuneCountInString(normalize(text)) >= runLength {
			return text
		}
	}
}

// configured returns the secrets of a configuration that has a password in a connection
// string, or as a credential.
func configured(form int, password string) (s Secrets, connection string) {
	if form == len(passwordForms) {
		s.Add(Credential, password)

		return s, ""
	}

	connection = strings.Replace(passwordForms[form].connection, "%s", passwordForms[form].write(password), 1)
	s.Add(ConnectionString, connection)

	return s, connection
}

func TestSecrets_AreFoundInGeneratedEchoes(t *testing.T) {
	random := rand.New(rand.NewPCG(78, 1))
	shown, echoes := 0, 100_000

	if testing.Short() {
		echoes /= 10
	}

	for number := 0; number < echoes; {
		password, form := generated(random), random.IntN(len(passwordForms)+1)
		if form == len(passwordForms)-1 && isAmbiguous(password) {
			continue
		}

		s, connection := configured(form, password)

		for range 20 {
			number++

			repeated := dialects[random.IntN(len(dialects))](echo(random, password))
			if text := redacttest.Encodings[random.IntN(len(redacttest.Encodings))].Write(repeated); !s.OccurIn("FATAL: password \"" + text + "\" refused") {
				if shown++; shown <= 10 {
					t.Logf("%q of %q is shown, with %q", text, password, connection)
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
		s, connection := configured(number/50%len(passwordForms), generated(random))
		s.Add(Header(""), "Bearer "+generated(random))

		word := []string{"db.example.net", "customers", "a@b", "user", "application_name"}[number/10%5]
		if text := fmt.Sprintf(messages[number%len(messages)], word); s.OccurIn(text) {
			t.Errorf("%q is withheld, with %q", text, connection)
		}
	}
}
