package redact

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"
)

// maxDecodings is how many layers of escapes are decoded. A request body
// quoted in an error, which a proxy quotes again, has three.
const maxDecodings = 6

// decodings returns a text and each of its decodings, one layer of escapes at a
// time, and the same with blanks and plus signs removed, because wrapped lines
// may split an escape.
func decodings(text string) []string {
	var all []string

	for _, wrapped := range []bool{false, true} {
		next := asUTF8(text)

		for range maxDecodings {
			if wrapped {
				next = Drop(next, "+")
			}

			all = append(all, next)

			decoded := asUTF8(unescapeAll(next))
			if decoded == next {
				break
			}

			next = decoded
		}
	}

	return all
}

// escape matches the escapes of URLs, of JSON and other string literals, and
// of HTML. Consecutive bytes and UTF-16 units are matched together, since
// several may form one character.
var escape = regexp.MustCompile(`(?:%[0-9A-Fa-f]{2})+|(?:\\x[0-9A-Fa-f]{2})+|(?:\\u[0-9A-Fa-f]{4})+|(?:\\[0-3][0-7]{2})+|` +
	`\\[ux]\{[0-9A-Fa-f]{1,6}\}|\\U[0-9A-Fa-f]{8}|\\[\\abfnrtv"/]|&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);`)

// unescapeAll decodes one layer of escapes.
func unescapeAll(text string) string {
	if !strings.ContainsAny(text, `%\&`) {
		return text // without a slow search
	}

	return escape.ReplaceAllStringFunc(text, unescape)
}

// unescape decodes one match of escape, and returns an invalid one as it is.
func unescape(match string) string {
	switch {
	case match[0] == '&':
		return html.UnescapeString(match)
	case match[0] == '%':
		match, _ = url.PathUnescape(match)

		return match
	case strings.HasSuffix(match, "}"): // Rust, Perl
		match = `\U` + strings.Repeat("0", len(`\u{00000000}`)-len(match)) + match[3:len(match)-1]
	}

	var decoded string
	if json.Unmarshal([]byte(`"`+match+`"`), &decoded) == nil {
		return decoded
	}

	if decoded, err := strconv.Unquote(`"` + match + `"`); err == nil {
		return decoded
	}

	return match
}

// normalize removes the characters that a response that repeats a secret may add,
// drop, double or decompose: blanks, quotes, backslashes and accents (decodings removes plus
// signs). Of those that drivers and templates double, it leaves one.
func normalize(text string) string {
	var previous rune

	return strings.Map(func(char rune) rune {
		if unicode.Is(unicode.Mn, char) || char == previous && strings.ContainsRune("{}[]%$", char) {
			return -1
		}

		previous = char

		return char
	}, norm.NFKD.String(Drop(text, "\"'`\\")))
}

// Drop removes white space, invisible characters and the given ones.
func Drop(text, others string) string {
	return strings.Join(strings.FieldsFunc(text, func(char rune) bool { return IsBlank(char) || strings.ContainsRune(others, char) }), "")
}

// IsBlank reports whether a character is white space or invisible.
func IsBlank(char rune) bool {
	return unicode.IsSpace(char) || unicode.IsControl(char) || unicode.Is(unicode.Cf, char)
}

// asUTF8 reads every byte that is not valid UTF-8 as Latin-1.
func asUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}

	var valid strings.Builder

	for index, char := range text {
		if char == utf8.RuneError && !strings.HasPrefix(text[index:], "\ufffd") {
			char = rune(text[index])
		}

		valid.WriteRune(char)
	}

	return valid.String()
}
