package client

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// MaxTextLength is how much text of the service is shown, in characters.
const MaxTextLength = 1000

// Mask stands where a secret was.
const Mask = "***"

// maxExamined is how much of a text is looked at for the MaxTextLength
// characters that can be shown of it, in bytes.
const maxExamined = 64 << 10

// maxSpelling is how many bytes an echo may take for one byte of a secret.
// Escaped as JSON in JSON, a character takes seven.
const maxSpelling = 16

// minLine is how long a line of a secret has to be, in bytes, to be one itself.
const minLine = 8

// redactor holds the secrets of one operation. A service that echoes a request
// in an error must not put them into a terminal or a pipeline's log.
//
// What to look for takes longer to find out than a request takes to write, so
// that it is found out when there is a text to clean.
type redactor struct {
	needles func() needles
}

// needles are what to look for.
type needles struct {
	// loose are the secrets to search a squashed text for, and exact those of
	// which squashing leaves nothing. These are found as they are and spelled
	// once, and not in what spells that anew.
	loose, exact []string
	// longest is the length of the longest secret, in bytes.
	longest int
}

// newRedactor returns a redactor of the secrets that a function returns.
func newRedactor(secrets func() []string) redactor {
	return redactor{sync.OnceValue(func() needles { return newNeedles(secrets()) })}
}

// newNeedles returns what to look for of secrets. A service may repeat one line
// of a secret alone, so that the lines are secrets too.
func newNeedles(secrets []string) needles {
	var n needles

	for _, secret := range secrets {
		n.add(secret)

		for line := range strings.Lines(secret) {
			if line = strings.TrimSpace(line); len(line) >= minLine {
				n.add(line)
			}
		}
	}

	slices.Sort(n.loose)
	n.loose = slices.Compact(n.loose)

	return n
}

// add takes up a secret, also as it reads with escapes undone: an echo that is
// undone more often than it was escaped is one.
func (n *needles) add(secret string) {
	n.longest = max(n.longest, len(secret))

	for reading := range readings(asUTF8(secret)) {
		if loose := string(reading.squashed().text); loose != "" {
			n.loose = append(n.loose, loose)
		} else if exact := string(reading.visible().text); exact != "" {
			n.exact = append(n.exact, exact)
		}
	}
}

// clean makes text of the service fit to be shown: no secret, no control
// character, valid UTF-8, on one line, at most MaxTextLength characters.
func (r redactor) clean(text string) string { return r.cleanAs(text, sanitize) }

// cleanAs is clean for a text of which read takes what is to be shown.
func (r redactor) cleanAs(text string, read func(string) string) string {
	margin := maxSpelling * r.needles().longest
	cut := len(text) > maxExamined+margin

	if cut {
		text = text[:maxExamined+margin]
	}

	// Before reading, which could cut through a secret, and after it, which
	// could put one together.
	text = r.redact(read(r.redact(asUTF8(text))))

	// The cut may have left the first part of a secret, at the end.
	if cut {
		text = strings.ToValidUTF8(text[:max(0, len(text)-margin)], "")
	}

	if runes := []rune(text); len(runes) > MaxTextLength {
		text = string(runes[:MaxTextLength-1]) + "…"
	}

	return text
}

// redact masks every secret in text, however an echo spells it.
func (r redactor) redact(text string) string {
	masked := make([]bool, len(text))
	needles := r.needles()

	for reading := range readings(text) {
		reading.visible().mark(masked, needles.exact)
		reading.squashed().mark(masked, needles.loose)

		if plain, ok := reading.plain(); ok {
			plain.squashed().mark(masked, needles.loose)
		}
	}

	var result strings.Builder

	for start := 0; start < len(text); {
		end := start + 1
		for end < len(text) && masked[end] == masked[start] {
			end++
		}

		if masked[start] {
			result.WriteString(Mask)
		} else {
			result.WriteString(text[start:end])
		}

		start = end
	}

	return result.String()
}

// sanitize takes control and formatting characters away and folds white space.
func sanitize(text string) string {
	text = strings.Map(func(char rune) rune {
		switch {
		case unicode.IsSpace(char):
			return ' '
		case unicode.IsControl(char), unicode.Is(unicode.Cf, char):
			return -1
		}

		return char
	}, terminalSequence.ReplaceAllString(text, ""))

	return strings.Join(strings.Fields(text), " ")
}

// userinfo finds the user and password of a URL: net/http names a proxy's
// address in full when it can not be used.
var userinfo = regexp.MustCompile(`//[^/\s]*@`)

// cleanAddress is clean for a text with addresses in it, of which it takes user
// and password away.
func (r redactor) cleanAddress(text string) string {
	return r.cleanAs(text, func(text string) string {
		return sanitize(userinfo.ReplaceAllString(text, "//"))
	})
}

// connectionPassword finds the password in a connection string: after a key, or
// before the host of a URL.
var connectionPassword = regexp.MustCompile(`(?i)\b(?:password|pwd)\s*=\s*('[^']*'|"[^"]*"|[^\s;&]+)|[^:/\s]:([^/\s]+)@`)

// connectionSecrets returns what must not be shown of a connection string: the
// string, and the password in it, which the service may repeat alone.
func connectionSecrets(connection string) []string {
	secrets := []string{connection}
	for _, match := range connectionPassword.FindAllStringSubmatch(connection, -1) {
		secrets = append(secrets, match[1]+match[2])
	}

	return secrets
}

// jsonSecrets returns what must not be shown of a JSON document that is a
// secret: the document, and every string and number in it, since an echo may
// format it anew.
func jsonSecrets(document json.RawMessage) []string {
	if document == nil {
		return nil
	}

	secrets := []string{string(document)}

	// What is no JSON is not sent.
	value, err := decodeJSON(document)
	if err != nil {
		return secrets
	}

	return append(secrets, scalars(value)...)
}

// scalars returns the strings and numbers in a JSON value, also in a string
// that is a JSON document.
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
