package client

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// MaxTextLength is how much of an API text is shown, in characters.
const MaxTextLength = 1000

const (
	// maxRead is how much of a text is read to fill MaxTextLength, in bytes.
	maxRead = 32 << 10
	// maxSearched is how much of a text is searched for secrets, in bytes. It
	// is larger: a secret may begin within maxRead and end after it.
	maxSearched = 2 * maxRead
)

// show makes an API text safe to show: one line of valid UTF-8 without control
// characters, at most MaxTextLength characters, or Withheld. Filters, such as
// htmlText, select what to show of it. Both are searched for secrets: a filter
// may drop a part of one, or join its parts.
func (s secrets) show(text string, filters ...func(string) string) string {
	shown := asUTF8(text[:min(len(text), maxRead)])
	for _, filter := range filters {
		shown = filter(shown)
	}

	shown = sanitize(shown)
	if s.occurIn(text) || s.occurIn(shown) {
		return Withheld
	}

	return truncate(shown, MaxTextLength)
}

// truncate cuts a text to a length in characters.
func truncate(text string, length int) string {
	if utf8.RuneCountInString(text) <= length {
		return text
	}

	return string([]rune(text)[:length-1]) + "…"
}

// terminalSequence matches codes that could move a terminal's cursor or rename
// its window, in their 7-bit and 8-bit forms.
var terminalSequence = regexp.MustCompile(`(?:\x1b\[|\x{9b})[0-?]*[ -/]*[@-~]|` +
	`(?:\x1b[\]PX^_]|[\x{90}\x{98}\x{9d}-\x{9f}])[^\x07\x1b\x{9c}]*(?:\x07|\x1b\\|\x{9c})|\x1b[ -/]*.`)

// sanitize removes control and formatting characters and folds white space.
func sanitize(text string) string {
	text = strings.Map(func(char rune) rune {
		switch {
		case unicode.IsSpace(char):
			return ' '
		case isBlank(char):
			return -1
		}

		return char
	}, terminalSequence.ReplaceAllString(text, ""))

	return strings.Join(strings.Fields(text), " ")
}

// htmlText returns the visible text of a page.
func htmlText(page string) string {
	var (
		visible strings.Builder
		element string
	)

	tokens := html.NewTokenizer(strings.NewReader(page))
	tokens.AllowCDATA(true) // XML's text

	for {
		switch tokens.Next() {
		case html.ErrorToken: // the end
			return visible.String()
		case html.StartTagToken:
			name, _ := tokens.TagName()
			element = string(name)
		case html.TextToken:
			if element != "script" && element != "style" {
				visible.Write(tokens.Text())
			}
		default:
			element = ""
		}

		visible.WriteByte(' ')
	}
}

var userinfo = regexp.MustCompile(`//[^/\s]*@`)

// withoutUserinfo removes user names and passwords from the addresses in a
// text, such as a net/http error that names a proxy.
func withoutUserinfo(text string) string { return userinfo.ReplaceAllString(text, "//") }

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
				next = drop(next, "+")
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
var escape = regexp.MustCompile(`(?:%[0-9A-Fa-f]{2})+|(?:\\x[0-9A-Fa-f]{2})+|(?:\\u[0-9A-Fa-f]{4})+|` +
	`\\u\{[0-9A-Fa-f]{1,6}\}|\\U[0-9A-Fa-f]{8}|\\[\\abfnrtv"/]|&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);`)

// unescapeAll decodes one layer of escapes.
func unescapeAll(text string) string { return escape.ReplaceAllStringFunc(text, unescape) }

// unescape decodes one match of escape, and returns an invalid one as it is.
func unescape(match string) string {
	switch {
	case match[0] == '&':
		return html.UnescapeString(match)
	case match[0] == '%':
		match, _ = url.PathUnescape(match)

		return match
	case strings.HasPrefix(match, `\u{`): // Rust
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
// drop or double: blanks, quotes, backslashes and plus signs.
func normalize(text string) string { return drop(text, `"'\+`) }

// drop removes white space, invisible characters and the given ones.
func drop(text, others string) string {
	return strings.Join(strings.FieldsFunc(text, func(char rune) bool { return isBlank(char) || strings.ContainsRune(others, char) }), "")
}

// isBlank reports whether a character is white space or invisible.
func isBlank(char rune) bool {
	return unicode.IsSpace(char) || unicode.IsControl(char) || unicode.Is(unicode.Cf, char)
}

// asUTF8 reads every byte that is not valid UTF-8 as Latin-1.
func asUTF8(text string) string {
	var valid strings.Builder

	for index, char := range text {
		if char == utf8.RuneError && !strings.HasPrefix(text[index:], "\ufffd") {
			char = rune(text[index])
		}

		valid.WriteRune(char)
	}

	return valid.String()
}
