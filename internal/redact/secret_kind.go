package redact

import (
	"encoding/json"
	"regexp"
	"unicode/utf8"
)

// SecretKind returns what of a text is secret.
type SecretKind func(text string) []pattern

// Credential is an API key, a password, a token or a private key, which may be cut
// short. The armor of a private key is not secret.
func Credential(text string) []pattern { return []pattern{{withoutArmor(text), true}} }

// Encoded is a credential as it is sent, which nothing cuts short.
func Encoded(text string) []pattern { return []pattern{{text, false}} }

// ConnectionString is one as a whole, and the passwords in it.
func ConnectionString(text string) []pattern {
	return append(passwords(text, false), pattern{text, false})
}

// ServiceAccountKey is a JSON document as a whole, and the private key in it, or else
// its values.
func ServiceAccountKey(text string) []pattern {
	return append(inDocument(text), pattern{text, false})
}

const minHeaderLength = 8 // characters

// Header is the value of a header. One under 8 characters, such as "eu" or "true",
// selects something.
func Header(value string) []pattern {
	if utf8.RuneCountInString(value) < minHeaderLength {
		return nil
	}

	return []pattern{{value, false}}
}

// pattern is a text that counts as a secret.
type pattern struct {
	text     string
	mayBeCut bool // a part of it counts, too
}

// armor matches the first and the last line of a private key.
var armor = regexp.MustCompile(`-----(?:BEGIN|END) [A-Z ]+-----`)

func withoutArmor(text string) string { return armor.ReplaceAllString(text, "") }

// inDocument returns the secrets in a service account key. The API documentation
// shows no structure (section 2.2). A document that is a string is a credential.
// So is a private key, and the other fields next to it are not secret. Without a
// private key, every value is one unless it is short, such as a version or a flag.
func inDocument(document string) []pattern {
	var credentials, others []pattern

	value, _ := DecodeJSON([]byte(document)) // an invalid one is not sent
	eachScalar("", value, func(name, scalar string) {
		switch {
		case name == "", name == "private_key", armor.MatchString(scalar):
			credentials = append(credentials, Credential(scalar)...)
		case utf8.RuneCountInString(scalar) >= minSecretLength && scalar != "service_account":
			others = append(others, pattern{scalar, false})
		}
	})

	if len(credentials) > 0 {
		return credentials
	}

	return others
}

// eachScalar calls visit with each string and number in a JSON value and the
// name of its field. A string may itself be a JSON object.
func eachScalar(name string, value any, visit func(name, scalar string)) {
	switch value := value.(type) {
	case string:
		inner, _ := DecodeJSON([]byte(value))
		if object, isObject := inner.(map[string]any); isObject {
			eachScalar(name, object, visit)
		} else {
			visit(name, value)
		}
	case json.Number:
		visit(name, value.String())
	case []any:
		for _, element := range value {
			eachScalar(name, element, visit)
		}
	case map[string]any:
		for name, element := range value {
			eachScalar(name, element, visit)
		}
	}
}
