package client

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// Withheld replaces a text of the API that contains a secret.
const Withheld = "[not shown: it repeats a credential]"

const (
	// minSecretLength is how many characters a secret needs to be recognized
	// in every encoding. A shorter one is searched for as it is.
	minSecretLength = 6
	// minLineLength is how long a line of a secret has to be, in bytes, to be
	// a secret of its own: an API may repeat one line of a key.
	minLineLength = 8
)

// secrets are the values that must not appear in what one operation shows. An
// API that repeats a request in an error message must not put them into a
// terminal or the log of a pipeline. They are prepared when there is a text to
// check, because that takes longer than a request takes to write.
type secrets struct {
	patterns func() patterns
}

// patterns are what to search a text for.
type patterns struct {
	// exact are short secrets, normalized all others.
	exact, normalized []string
	// longest is the length of the longest secret, in bytes.
	longest int
}

func newSecrets(values func() []string) secrets {
	return secrets{sync.OnceValue(func() patterns {
		var p patterns

		for _, value := range values() {
			p.add(value)

			for line := range strings.Lines(value) {
				if line = strings.TrimSpace(line); len(line) >= minLineLength {
					p.add(line)
				}
			}
		}

		return p
	})}
}

// add adds a secret together with what it decodes to: an echo may have been
// decoded more often than it was encoded.
func (p *patterns) add(secret string) {
	if strings.TrimSpace(secret) == "" {
		return
	}

	p.longest = max(p.longest, len(secret))

	if utf8.RuneCountInString(normalize(secret)) < minSecretLength {
		p.exact = append(p.exact, secret)

		return
	}

	for decoded := range decodings(secret) {
		if pattern := normalize(decoded); utf8.RuneCountInString(pattern) >= minSecretLength {
			p.normalized = append(p.normalized, pattern)
		}
	}
}

// occurIn reports whether a text, or one of its decodings, contains a secret.
func (s secrets) occurIn(text string) bool {
	patterns := s.patterns()

	if containsAny(text, patterns.exact) {
		return true
	}

	for decoded := range decodings(text) {
		if containsAny(normalize(decoded), patterns.normalized) {
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
var connectionPassword = regexp.MustCompile(`(?i)\b(?:password|pwd)\s*=\s*(?:'([^']*)'|"([^"]*)"|([^\s;&]+))|[^:/\s]:([^/\s]+)@`)

// connectionSecrets returns the secrets of a connection string: the string, and
// the password in it, which the API may repeat alone.
func connectionSecrets(connection string) []string {
	found := []string{connection}
	for _, match := range connectionPassword.FindAllStringSubmatch(connection, -1) {
		found = append(found, strings.Join(match[1:], ""))
	}

	return found
}

// jsonSecrets returns the secrets of a JSON document that is one: the document,
// and every string and number in it, because an echo may be formatted
// differently. Short ones, such as a version or a flag, are no secrets, and
// neither is "service_account", which messages about such a key contain.
func jsonSecrets(document json.RawMessage) []string {
	if document == nil {
		return nil
	}

	found := []string{string(document)}

	value, err := decodeJSON(document)
	if err != nil {
		return found // it cannot be sent either
	}

	for _, scalar := range scalars(value) {
		if utf8.RuneCountInString(scalar) >= minSecretLength && scalar != "service_account" {
			found = append(found, scalar)
		}
	}

	return found
}

// scalars returns the strings and numbers in a JSON value, also those in a
// string that is a JSON document.
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
