package client

import (
	"encoding/json"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Withheld replaces an API text that contains a secret.
const Withheld = "[not shown: it repeats a credential]"

// Lengths in characters, without those that normalize removes.
const (
	// A shorter secret is only found verbatim.
	minSecretLength = 6
	// A shorter value of a header, such as "eu" or "true", selects something.
	minHeaderSecretLength = 8
	// A service may cut a credential short. Of one with at least minCutLength,
	// every run of runLength counts as the credential.
	minCutLength = 12
	runLength    = 10
	// A value that is stored is a name, and so are many short passwords. It repeats
	// a credential of at least minStoredLength or, as a part of it, of at least
	// minStoredPartLength.
	minStoredLength     = 12
	minStoredPartLength = 8
)

// secrets are the values that one operation must not show. Short ones are found
// verbatim, long ones and runs in any encoding.
type secrets struct {
	short, long []string
	runs        map[[runLength]rune]struct{}
}

// armor matches the first and the last line of a private key.
var armor = regexp.MustCompile(`-----(?:BEGIN|END) [A-Z ]+-----`)

// addCredential adds an API key, a password, a token or a private key, which
// may be cut short. The armor of a private key is not secret.
func (s *secrets) addCredential(secret string) { s.add(armor.ReplaceAllString(secret, ""), true) }

// add adds a secret and its decodings: a response that repeats it may have decoded
// it more often than it was encoded.
func (s *secrets) add(secret string, mayBeCut bool) {
	if utf8.RuneCountInString(normalize(secret)) < minSecretLength {
		if strings.TrimSpace(secret) != "" {
			s.short = append(s.short, secret)
		}

		return
	}

	for _, decoded := range decodings(secret) {
		pattern := normalize(decoded)

		length := utf8.RuneCountInString(pattern)
		if length >= minSecretLength {
			s.long = append(s.long, pattern)
		}

		if mayBeCut && length >= minCutLength {
			for run := range runs(pattern) {
				s.runs[run] = struct{}{}
			}
		}
	}
}

// withoutShort returns all but the short secrets, which the words of another program
// may contain by chance.
func (s secrets) withoutShort() secrets {
	s.short = nil

	return s
}

// runs yields every run of runLength characters in a text.
func runs(text string) iter.Seq[[runLength]rune] {
	return func(yield func([runLength]rune) bool) {
		for chars := []rune(text); len(chars) >= runLength && yield([runLength]rune(chars)); {
			chars = chars[1:]
		}
	}
}

// occurIn reports whether the first maxSearched bytes of a text, or one of
// their decodings, contain a secret.
func (s secrets) occurIn(text string) bool {
	text = text[:min(len(text), maxSearched)]
	isIn := func(secret string) bool { return strings.Contains(text, secret) }

	if slices.ContainsFunc(s.short, isIn) {
		return true
	}

	for _, decoded := range decodings(text) {
		if text = normalize(decoded); slices.ContainsFunc(s.long, isIn) {
			return true
		}

		for run := range runs(text) {
			if _, found := s.runs[run]; found {
				return true
			}
		}
	}

	return false
}

// mayBeStored reports whether the value of a field may be stored, where anybody may
// read it: it is the type of a source, or repeats no complete credential, and is
// not too long to be searched for one.
func (s secrets) mayBeStored(field string, value any) bool {
	if field == "type" {
		return true
	}

	text := jsonText(value)

	return len(text) <= maxSearched && !slices.ContainsFunc(decodings(text), func(decoded string) bool {
		text := normalize(decoded)

		return slices.ContainsFunc(s.long, func(secret string) bool {
			length := utf8.RuneCountInString(secret)

			return (length >= minStoredLength || length >= minStoredPartLength && text != secret) && strings.Contains(text, secret)
		})
	})
}

// addKey adds a service account key. The API documentation shows no structure
// (section 2.2). A document that is a string is a credential. So is a private
// key, and the other fields next to it are not secret. Without a private key,
// every value is one unless it is short, such as a version or a flag.
func (s *secrets) addKey(document json.RawMessage) {
	s.add(string(document), false)

	var (
		others []string
		hasKey bool
	)

	value, _ := decodeJSON(document) // an invalid one is not sent
	eachScalar("", value, func(name, scalar string) {
		switch {
		case name == "", name == "private_key", armor.MatchString(scalar):
			s.addCredential(scalar)

			hasKey = true
		case utf8.RuneCountInString(scalar) >= minSecretLength && scalar != "service_account":
			others = append(others, scalar)
		}
	})

	for _, scalar := range others {
		if !hasKey {
			s.add(scalar, false)
		}
	}
}

// eachScalar calls visit with each string and number in a JSON value and the
// name of its field. A string may itself be a JSON object.
func eachScalar(name string, value any, visit func(name, scalar string)) {
	switch value := value.(type) {
	case string:
		if inner, err := decodeObject([]byte(value)); err == nil {
			eachScalar(name, inner, visit)
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
