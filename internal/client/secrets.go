package client

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Withheld replaces an API text that contains a secret.
const Withheld = "[not shown: it repeats a credential]"

const (
	// minSecretLength is how many characters a secret needs to be recognized
	// in every encoding. A shorter one is only found verbatim.
	minSecretLength = 6
	// minLineLength is how many bytes a line needs to be a secret of its own:
	// an API may repeat a single line of a key.
	minLineLength = 8
	// minHeaderSecretLength is how many characters the value of a header needs
	// to be a secret: shorter ones, such as "eu" or "true", select something.
	minHeaderSecretLength = 8
)

// secrets are the values that one operation must not show: an API error that
// repeats the request must not put them into a terminal or a pipeline log.
type secrets struct {
	// exact holds short secrets, normalized all others.
	exact, normalized []string
}

func newSecrets(values ...string) secrets {
	var s secrets

	for _, value := range values {
		s.add(value)

		for line := range strings.Lines(value) {
			if line = strings.TrimSpace(line); len(line) >= minLineLength {
				s.add(line)
			}
		}
	}

	return s
}

// add adds a secret and its decodings: an echo may have been decoded more
// often than it was encoded.
func (s *secrets) add(secret string) {
	if strings.TrimSpace(secret) == "" {
		return
	}

	if utf8.RuneCountInString(normalize(secret)) < minSecretLength {
		s.exact = append(s.exact, secret)

		return
	}

	for decoded := range decodings(secret) {
		if pattern := normalize(decoded); utf8.RuneCountInString(pattern) >= minSecretLength {
			s.normalized = append(s.normalized, pattern)
		}
	}
}

// occurIn reports whether the first maxSearched bytes of a text, or one of
// their decodings, contain a secret.
func (s secrets) occurIn(text string) bool {
	text = text[:min(len(text), maxSearched)]

	if containsAny(text, s.exact) {
		return true
	}

	for decoded := range decodings(text) {
		if containsAny(normalize(decoded), s.normalized) {
			return true
		}
	}

	return false
}

func containsAny(text string, patterns []string) bool {
	for _, pattern := range patterns {
		if strings.Contains(text, pattern) {
			return true
		}
	}

	return false
}

// connectionPassword matches the password in a connection string: after a key,
// or before the host of a URL.
var connectionPassword = regexp.MustCompile(
	`(?i)(?:password|passwd|pwd|secret|token|accountkey)\s*=\s*(?:'([^']*)'|"([^"]*)"|([^\s;&]+))|(?:[^:/\s]|//):([^/\s]+)@`)

// connectionSecrets returns a connection string and the password in it, which
// the API may repeat alone.
func connectionSecrets(connection string) []string {
	found := []string{connection}
	for _, match := range connectionPassword.FindAllStringSubmatch(connection, -1) {
		found = append(found, strings.Join(match[1:], ""))
	}

	return found
}

// jsonSecrets returns a secret JSON document and every string and number in
// it, because an echo may be formatted differently. Short values, such as a
// version or a flag, are not secrets, nor is "service_account", which messages
// about such a key contain.
func jsonSecrets(document json.RawMessage) []string {
	if document == nil {
		return nil
	}

	found := []string{string(document)}

	value, err := decodeJSON(document)
	if err != nil {
		return found // it cannot be sent
	}

	for _, scalar := range scalars(value) {
		if utf8.RuneCountInString(scalar) >= minSecretLength && scalar != "service_account" {
			found = append(found, scalar)
		}
	}

	return found
}

// scalars returns the strings and numbers in a JSON value, including those in
// a string that is itself a JSON document.
func scalars(value any) []string {
	var found []string

	switch value := value.(type) {
	case string:
		found = append(found, value)

		if inner, err := decodeJSON([]byte(value)); err == nil {
			found = append(found, scalars(inner)...)
		}
	case json.Number:
		found = append(found, value.String())
	case []any:
		for _, element := range value {
			found = append(found, scalars(element)...)
		}
	case map[string]any:
		for _, element := range value {
			found = append(found, scalars(element)...)
		}
	}

	return found
}
