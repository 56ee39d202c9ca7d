package client

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxTextLength is how much of an API text is shown, in characters.
const MaxTextLength = 1000

const (
	// maxRead is how much of a text is read to fill MaxTextLength, in bytes.
	// Much of it may be blanks and markup.
	maxRead = 32 << 10
	// maxSearched is how much of a text is searched for secrets, in bytes. It
	// is larger, to find a secret of which only the start is read.
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
// its window.
var terminalSequence = regexp.MustCompile(`\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b.`)

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

// markup matches the parts of an HTML page that are not text.
var markup = regexp.MustCompile(`(?is)<(?:script|style)\b.*?(?:</(?:script|style)\s*>|$)|<!--.*?(?:-->|$)|<[^>]*(?:>|$)`)

// htmlText returns the visible text of a page.
func htmlText(page string) string { return html.UnescapeString(markup.ReplaceAllString(page, " ")) }

var userinfo = regexp.MustCompile(`//[^/\s]*@`)

// withoutUserinfo removes user names and passwords from the addresses in a
// text, such as a net/http error that names a proxy.
func withoutUserinfo(text string) string { return userinfo.ReplaceAllString(text, "//") }
