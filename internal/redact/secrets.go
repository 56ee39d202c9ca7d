// Package redact decides what of a text may be shown or stored: it finds secrets, also
// in parts and encoded in JSON, a URL or HTML, and makes what remains safe to print. It
// knows neither HTTP nor the API. The JSON in it is also that of errortext and the
// client.
package redact

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Withheld replaces a text that contains a secret.
const Withheld = "[not shown: it may repeat a credential]"

// Lengths in characters, without those that normalize removes.
const (
	// A shorter secret is only found verbatim.
	minSecretLength = 6
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

// mixed matches what no word or name has, so the letter case of a secret with it is not compared: digits
// before letters, capitals within words, and signs. Analytics-Prod-2 may be a host in lower case.
var mixed = regexp.MustCompile(`[0-9]\pL|\p{Ll}\p{Lu}|[^\pL\pN._@:/-]`)

// Secrets are the values that must not be shown. Short ones are found verbatim,
// long ones and runs in a JSON, URL or HTML encoding, too. The zero value has none. A copy shares its
// secrets with the original.
type Secrets struct {
	short, long []string
	folded      []string // of long, in lower case
	runs        map[[runLength]rune]struct{}
}

// Add adds what is secret in a text of a kind, and its decodings: a response that
// repeats a secret may have decoded it more often than it was encoded.
func (s *Secrets) Add(kind SecretKind, text string) {
	for _, secret := range kind(text) {
		s.add(secret)
	}
}

func (s *Secrets) add(secret pattern) {
	if utf8.RuneCountInString(normalize(secret.text)) < minSecretLength {
		if strings.TrimSpace(secret.text) != "" {
			s.short = append(s.short, secret.text)
		}

		return
	}

	for _, decoded := range decodings(secret.text) {
		text := normalize(decoded)

		length := utf8.RuneCountInString(text)
		if length < minSecretLength {
			continue
		}

		s.long = append(s.long, text)

		// Databases fold the case of names.
		if mixed.MatchString(text) {
			text = strings.ToLower(text)
			s.folded = append(s.folded, text)
		}

		if secret.mayBeCut && length >= minCutLength {
			if s.runs == nil {
				s.runs = map[[runLength]rune]struct{}{}
			}

			for run := range runs(text) {
				s.runs[run] = struct{}{}
			}
		}
	}
}

// WithoutShort returns all but the secrets under 6 characters, which the words of
// another program may contain by chance.
func (s Secrets) WithoutShort() Secrets {
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

// OccurIn reports whether the first MaxSearched bytes of a text, or one of
// their decodings, contain a secret.
func (s Secrets) OccurIn(text string) bool {
	text = text[:min(len(text), MaxSearched)]
	contains := func(text string, secrets []string) bool {
		return slices.ContainsFunc(secrets, func(secret string) bool { return strings.Contains(text, secret) })
	}

	if contains(text, s.short) {
		return true
	}

	for _, decoded := range decodings(text) {
		normal := normalize(decoded)

		lower := strings.ToLower(normal)
		if contains(normal, s.long) || contains(lower, s.folded) {
			return true
		}

		for _, text := range []string{normal, lower} {
			for run := range runs(text) {
				if _, found := s.runs[run]; found {
					return true
				}
			}
		}
	}

	return false
}

// MayBeStored reports whether a value may be stored, where anybody may read it: it
// repeats no complete credential, and is not too long to be searched for one.
func (s Secrets) MayBeStored(value string) bool {
	return len(value) <= MaxSearched && !slices.ContainsFunc(decodings(value), func(decoded string) bool {
		text := normalize(decoded)

		return slices.ContainsFunc(s.long, func(secret string) bool {
			length := utf8.RuneCountInString(secret)

			return (length >= minStoredLength || length >= minStoredPartLength && text != secret) && strings.Contains(text, secret)
		})
	})
}
