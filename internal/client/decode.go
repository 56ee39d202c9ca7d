package client

import (
	"encoding/hex"
	"html"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDecodings is how many layers of escapes are decoded. A request body that
// is quoted in an error, which a proxy quotes again, has three.
const maxDecodings = 6

// decodings returns a text, and the text with one more layer of escapes decoded
// each; then the same without the blanks and plus signs that may interrupt an
// escape where long lines are wrapped.
func decodings(text string) iter.Seq[string] {
	text = asUTF8(text)

	return func(yield func(string) bool) {
		for _, wrapped := range []bool{false, true} {
			next := text

			for range maxDecodings {
				if wrapped {
					next = dropBlanks(next, "+")
				}

				if !yield(next) {
					return
				}

				decoded := escape.ReplaceAllStringFunc(next, unescape)
				if decoded == next {
					break
				}

				next = decoded
			}
		}
	}
}

// escape matches the escapes of URLs, of JSON and other string literals, and of
// HTML. Consecutive bytes and UTF-16 units form characters together. normalize
// drops a backslash before anything else.
var escape = regexp.MustCompile(`(?:%[0-9A-Fa-f]{2})+|(?:\\x[0-9A-Fa-f]{2})+|(?:\\u[0-9A-Fa-f]{4})+|` +
	`\\u\{[0-9A-Fa-f]{1,6}\}|\\U[0-9A-Fa-f]{8}|\\[\\0abefnrtv"'/]|` +
	`&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});`)

// unescape decodes one match of escape.
func unescape(match string) string {
	switch {
	case match[0] == '&':
		return html.UnescapeString(match)
	case match[0] == '%':
		return hexBytes(match, "%")
	case strings.HasPrefix(match, `\x`):
		return hexBytes(match, `\x`)
	case strings.HasPrefix(match, `\u{`):
		return codePoint(match[3 : len(match)-1])
	case strings.HasPrefix(match, `\U`):
		return codePoint(match[2:])
	case strings.HasPrefix(match, `\u`):
		return utf16Units(match[2:])
	case strings.Contains(`\"'/`, match[1:]):
		return match[1:]
	}

	return " "
}

// The arguments of these functions matched escape, so parsing them cannot fail
// but for a code point that is too large, which becomes U+FFFD.

func hexBytes(escaped, prefix string) string {
	decoded, _ := hex.DecodeString(strings.ReplaceAll(escaped, prefix, ""))

	return string(decoded)
}

func codePoint(digits string) string {
	code, _ := strconv.ParseInt(digits, 16, 32)

	return string(rune(code))
}

func utf16Units(escaped string) string {
	var units []uint16

	for digits := range strings.SplitSeq(escaped, `\u`) {
		unit, _ := strconv.ParseUint(digits, 16, 16)
		units = append(units, uint16(unit))
	}

	return string(utf16.Decode(units))
}

// normalize drops the characters that an echo adds, drops or doubles: blanks,
// quotes, backslashes and plus signs.
func normalize(text string) string {
	text = dropBlanks(text, `"'\+`)
	if utf8.ValidString(text) {
		return text
	}

	return dropBlanks(asUTF8(text), `"'\+`)
}

// dropBlanks drops blanks and the characters in also.
func dropBlanks(text, also string) string {
	var kept strings.Builder

	for len(text) > 0 {
		char, size := utf8.DecodeRuneInString(text)
		if !isBlank(char) && !strings.ContainsRune(also, char) {
			kept.WriteString(text[:size])
		}

		text = text[size:]
	}

	return kept.String()
}

// isBlank reports whether a character is white space or invisible.
func isBlank(char rune) bool {
	return unicode.IsSpace(char) || unicode.IsControl(char) || unicode.Is(unicode.Cf, char)
}

// asUTF8 returns text with every byte that is not UTF-8 read as Latin-1.
func asUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}

	var valid strings.Builder

	for len(text) > 0 {
		char, size := utf8.DecodeRuneInString(text)
		if char == utf8.RuneError && size == 1 {
			char = rune(text[0])
		}

		valid.WriteRune(char)

		text = text[size:]
	}

	return valid.String()
}
