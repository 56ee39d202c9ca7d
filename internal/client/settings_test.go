package client_test

import (
	"crypto/x509"
	"encoding/pem"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
)

func TestParseBaseURL_NormalizesAddresses(t *testing.T) {
	tests := map[string]string{
		"https://chat.example":               "https://chat.example",
		"https://chat.example//":             "https://chat.example",
		"https://chat.example:8443/eu/chat":  "https://chat.example:8443/eu/chat",
		"https://chat.example/api/v1/eu":     "https://chat.example/api/v1/eu",
		"https://chat.example/my-api/v1":     "https://chat.example/my-api/v1",
		"https://chat.example/a%2Fb%2f/":     "https://chat.example/a%2Fb%2f",
		"https://chat.example//evil.example": "https://chat.example//evil.example",
		"HTTP://LocalHost:8080":              "http://localhost:8080",
		"http://127.8.9.10:80/x":             "http://127.8.9.10/x",
		"https://Chat.Example:443/EU":        "https://chat.example/EU",
		"https://chat.example:80":            "https://chat.example:80",
		"https://[2001:DB8::1]:443":          "https://[2001:db8::1]",
		"http://[::ffff:127.0.0.1]":          "http://[::ffff:127.0.0.1]",
	}

	for address, want := range tests {
		got, err := client.ParseBaseURL(address, false)
		checkRefusal(t, address, err, "")

		if err == nil && got.String() != want {
			t.Errorf("%s is read as %s, want %s", address, got, want)
		}
	}
}

// checkRefusal fails unless err contains want, or is nil if want is empty. It
// must not show the value.
func checkRefusal(t *testing.T, what string, err error, want string) {
	t.Helper()

	switch {
	case want == "" && err != nil:
		t.Errorf("%q is refused: %v", what, err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
		t.Errorf("the error for %q is %v, want one with %q", what, err, want)
	case err != nil && (strings.Contains(err.Error(), "hunt") || strings.Contains(err.Error(), "canary")):
		t.Errorf("the error shows the value: %v", err)
	}
}

func TestParseBaseURL_RefusesInvalidAddresses(t *testing.T) {
	tests := map[string][]string{
		"it is empty":                    {""},
		"start with https://":            {"chat.example", "ftp://chat.example"},
		"white space before or after it": {" https://chat.example", "https://chat.example\n"},
		"it ends in /api/v1":             {"https://chat.example/api/v1", "https://chat.example/api/v1//", "https://chat.example/eu/API/v1"},
		"not a URL":                      {"https://chat.example:port", "https://chat.example/%zz", "https://[::1", "https://u:hunter2@chat.example:port"},
		"range up to 65535":              {"https://chat.example:99999", "http://127.0.0.1:99999999999999999999"},
		"percent sign":                   {"https://[fe80::1%25eth0]"},
		"names no host":                  {"https://", "https://:443"},
		"in square brackets":             {"https://::1/", "https://2001:db8::1:8443", "HTTPS://u:hunter2@::1?x"},
		"user name or password":          {"https://hunt:er:2@chat.example", "https://u:hunter2@chat.example", "https://@chat.example", "http://u:hunter2@127.0.0.1"},
		"a query":                        {"https://chat.example?"},
		"a fragment":                     {"https://chat.example#"},
		"plain http":                     {"http://chat.example", "http://localhost.chat.example", "http://evillocalhost", "http://127.1", "http://0.0.0.0"},
	}

	for want, addresses := range tests {
		for _, address := range addresses {
			_, err := client.ParseBaseURL(address, false)
			checkRefusal(t, address, err, want)
		}
	}
}

func TestValidateAPIKey_RefusesInvalidKeys(t *testing.T) {
	tests := map[string][]string{
		"":                               {"k", "key-Hunter2 \"'x", "bearer-hunter2"},
		"blank":                          {"", "\t\n"},
		"white space before or after it": {"hunter2\n"},
		`starts with "Bearer "`:          {"bEARER hunter2"},
		"control character":              {"hunt\ner2", "hunter2\x7f"},
		"in quotes":                      {`"hunter2"`, "'hunter2'"},
		"the character U+":               {"hunter2\u200b", "\ufeffhunter2", "hunt…", "hunt\u0435r2", "hunt\xffr2"},
	}

	for want, keys := range tests {
		for _, key := range keys {
			checkRefusal(t, key, client.ValidateAPIKey(key), want)
		}
	}
}

func TestValidateHeader_RefusesWhatIsNotTheUsers(t *testing.T) {
	for want, names := range map[string][]string{
		"":                                    {"X-Gateway-Key", "x_tenant!", "Proxy-Authorization"},
		"empty":                               {""},
		"not a header name":                   {"X Gateway", "X-Gateway:", "X-Größe"},
		"sets it itself":                      {"authorization", "HOST", "content-Type", "Content-Length", "content-encoding", "accept", "Accept-Encoding", "user-agent"},
		"HTTP sets it":                        {"connection", "Proxy-Connection", "KEEP-ALIVE", "TE", "trailer", "Transfer-Encoding", "upgrade"},
		"would be the same for every request": {"idempotency-key", "X-IDEMPOTENCY-Key"},
	} {
		for _, name := range names {
			checkRefusal(t, name, client.ValidateHeader(name, `hunter2 ü"`), want)
		}
	}

	for value, want := range map[string]string{"": "", "hunt\ner2": "control character", "hunter2\n": "white space", "hunt\x00er2": "control character"} {
		checkRefusal(t, value, client.ValidateHeader("X-Gateway", value), want)
	}
}

func TestParseCACertPEM_ReadsEveryBlock(t *testing.T) {
	first, second := issue(nil).certPEM, issue(nil).certPEM
	privateKey := pemBlock("PRIVATE KEY", []byte("canary"))

	tests := map[string]struct {
		text, want string
		added      int // roots in addition to the system's
	}{
		"one certificate":             {first, "", 1},
		"text before and between":     {"# root of the tests\n" + first + "\n# another\n" + second, "", 2},
		"empty":                       {"", "no certificate", 0},
		"escaped line breaks":         {strings.ReplaceAll(first, "\n", `\n`), `replace(…, "\\n", "\n")`, 0},
		"a private key":               {privateKey, "block 1 is a PRIVATE KEY, not a CERTIFICATE", 0},
		"no certificate in the block": {first + pemBlock("CERTIFICATE", []byte("canary")), "certificate 2 cannot be read", 0},
		"cut off":                     {first + second[:len(second)/2], "only 1 of the 2", 0},
		"a first line lost":           {first + second[strings.Index(second, "\n"):], "only 1 of the 2", 0},
	}

	system := must(x509.SystemCertPool())

	for name, test := range tests {
		pool, err := client.ParseCACertPEM(test.text)
		checkRefusal(t, name, err, test.want)

		//nolint:staticcheck // deprecated for pools of the system, whose subjects are counted the same way on both sides
		if err == nil && len(pool.Subjects())-len(system.Subjects()) != test.added {
			t.Errorf("%s: want %d more certificates than the system's", name, test.added)
		}
	}
}

func pemBlock(kind string, content []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}))
}
