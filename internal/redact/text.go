package redact

import (
	"regexp"
	"slices"
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
	// MaxSearched is how much of a text is searched for secrets, in bytes. It
	// is larger: a secret may begin within maxRead and end after it.
	MaxSearched = 2 * maxRead
	// maxExcerptLength limits an excerpt, in characters.
	maxExcerptLength = 100
	// excerptContext is how much of two equal starts is shown, in characters.
	excerptContext = 20
)

// Show makes an API text safe to show: one line of valid UTF-8 without control
// characters, at most MaxTextLength characters, or Withheld. Filters, such as
// HTMLText, select what to show of it. Both are searched for secrets: a filter
// may drop a part of one, or join its parts.
func (s Secrets) Show(text string, filters ...func(string) string) string {
	shown := asUTF8(text[:min(len(text), maxRead)])
	for _, filter := range filters {
		shown = filter(shown)
	}

	shown = sanitize(shown)
	if s.OccurIn(text) || s.OccurIn(shown) {
		return Withheld
	}

	return Truncate(shown, MaxTextLength)
}

// Truncate cuts a text to a length in characters.
func Truncate(text string, length int) string {
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
		if IsBlank(char) && !unicode.IsSpace(char) {
			return -1
		}

		return char
	}, terminalSequence.ReplaceAllString(text, ""))

	return strings.Join(strings.Fields(text), " ")
}

// HTMLText returns the visible text of a page.
func HTMLText(page string) string {
	var visible strings.Builder

	tokens := html.NewTokenizer(strings.NewReader(page))
	tokens.AllowCDATA(true) // XML's text

	for {
		switch tokens.Next() {
		case html.ErrorToken: // the end
			return visible.String()
		case html.StartTagToken:
			if name, _ := tokens.TagName(); slices.Contains([]string{"script", "style"}, string(name)) {
				tokens.Next()
			}
		case html.TextToken:
			visible.Write(tokens.Text())
		}

		visible.WriteByte(' ')
	}
}

var userinfo = regexp.MustCompile(`//[^/\s]*@`)

// WithoutUserinfo removes user names and passwords from the addresses in a
// text, such as a net/http error that names a proxy.
func WithoutUserinfo(text string) string { return userinfo.ReplaceAllString(text, "//") }

// unprintable matches a character that is not printed, and any blank but a space.
var unprintable = regexp.MustCompile(`[^\pL\pM\pN\pP\pS ]`)

// visible returns a value as JSON, with escapes for the characters that are not
// printed.
func visible(value any) []rune {
	return []rune(unprintable.ReplaceAllStringFunc(JSONText(value), func(char string) string {
		return strings.Trim(strconv.QuoteToASCII(char), `"`)
	}))
}

// ExcerptStart returns where the excerpts of two values start: at 0 if that shows
// their difference, or else shortly before it.
func ExcerptStart(value, other any) int {
	one, two := visible(value), visible(other)

	equal := 0
	for equal < min(len(one), len(two)) && one[equal] == two[equal] {
		equal++
	}

	if equal < maxExcerptLength-1 {
		return 0
	}

	return equal - excerptContext
}

// Excerpt makes a value safe to show: at most maxExcerptLength characters of it,
// or Withheld if its start or what surrounds the excerpt contains a secret.
func (s Secrets) Excerpt(value any, start int) string {
	text := visible(value)

	surrounding := text[max(0, start-maxRead/utf8.UTFMax):]
	if s.OccurIn(JSONText(value)) || s.OccurIn(string(surrounding)) {
		return Withheld
	}

	if start > 0 {
		text = append([]rune{'…'}, text[start:]...)
	}

	return Truncate(string(text), maxExcerptLength)
}
