package redact

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// SecretKind returns what of a text is secret.
type SecretKind func(text string) []pattern

// Credential is an API key, a password, a token or a private key, which may be cut
// short. The armor of a private key is not secret.
func Credential(text string) []pattern { return []pattern{{withoutArmor(text), true}} }

// ConnectionString is one as a whole, and the passwords in it.
func ConnectionString(text string) []pattern {
	return append(passwords(text, false), pattern{text, false})
}

// ServiceAccountKey is a JSON document as a whole, and the secrets in it.
func ServiceAccountKey(text string) []pattern {
	return append(inDocument(text), pattern{text, false})
}

const minHeaderLength = 8 // characters

// Header is the value of a header. One under 8 characters, such as "eu" or "true",
// selects something. With the name of a secret, it is a credential.
func Header(name string) SecretKind {
	return func(value string) []pattern {
		if utf8.RuneCountInString(value) < minHeaderLength {
			return nil
		}

		all := []pattern{{value, secretKey.MatchString(name)}}

		// A gateway may quote the credential alone.
		for part := range strings.FieldsFuncSeq(value, func(char rune) bool { return strings.ContainsRune(";,", char) }) {
			if match := headerCredential.FindStringSubmatch(strings.TrimSpace(part)); match != nil {
				all = append(all, Credential(match[1])...)
			}
		}

		return all
	}
}

// headerCredential matches what follows a scheme or a name: Bearer secret, session=secret.
var headerCredential = regexp.MustCompile(`^[\w-]+(?: +[\w-]+=| +|=)"?(\S{8,}?)"?$`)

// pattern is a text that counts as a secret.
type pattern struct {
	text     string
	mayBeCut bool // a part of it counts, too
}

// armor matches the first and the last line of a private key, also if they are cut at a blank.
var armor = regexp.MustCompile(`-----(?:BEGIN|END)(?: [A-Z ]+-----)?`)

func withoutArmor(text string) string { return armor.ReplaceAllString(text, "") }

// publicName matches public keys, and the fields of Google's credentials that have a name,
// an address or a path.
var publicName = regexp.MustCompile(`(?i)public_?keys?$|(?:^|_)(?:type|ur[il])$|^(?:universe_domain|audience|file)$`)

// inDocument returns the secrets in a service account key. The API documentation
// shows no structure (section 2.2). A document that is a string is a credential.
// So are a private key and each field with the name of a secret. With one of these that is
// long, of the others only passwords in connection strings are secret. Without, every value
// is a secret unless it is short, such as a version or a flag.
func inDocument(document string) []pattern {
	var credentials, others []pattern

	hasSecret := false
	value, _ := DecodeJSON([]byte(document)) // an invalid one is not sent
	eachScalar("", value, func(path, scalar string) {
		names, isLong := strings.Split(path, "."), utf8.RuneCountInString(scalar) >= minSecretLength
		name := names[len(names)-1]
		isKey := name == "private_key" || strings.Contains(scalar, "PRIVATE KEY-----")

		switch {
		case !isKey && publicName.MatchString(name): // an address may have a password
			credentials = append(credentials, passwords(scalar, true)...)
		case isKey, name == "", secretKey.MatchString(name), isLong && slices.ContainsFunc(names, secretKey.MatchString):
			credentials = append(credentials, Credential(scalar)...)
			hasSecret = hasSecret || (isKey || secretKey.MatchString(name)) && utf8.RuneCountInString(normalize(withoutArmor(scalar))) >= minCutLength
		case isLong:
			credentials = append(credentials, passwords(scalar, true)...)
			others = append(others, pattern{scalar, false})
		}
	})

	if hasSecret {
		return credentials
	}

	return append(credentials, others...)
}

// eachScalar calls visit with each string and number in a JSON value and its path. A
// string may itself be a JSON object.
func eachScalar(path string, value any, visit func(path, scalar string)) {
	switch value := value.(type) {
	case string:
		inner, _ := DecodeJSON([]byte(value))
		if object, isObject := inner.(map[string]any); isObject {
			eachScalar(path, object, visit)
		} else {
			visit(path, value)
		}
	case json.Number:
		visit(path, value.String())
	case []any:
		for _, element := range value {
			eachScalar(path, element, visit)
		}
	case map[string]any:
		if value["private_key"] != nil {
			path = "" // the document itself, whatever it is called
		}

		for name, element := range value {
			eachScalar(path+"."+name, element, visit)
		}
	}
}
