package client

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxTextLength is how much of a text of the API is shown, in characters.
const MaxTextLength = 1000

const (
	// maxExamined is how much of a text is read to fill MaxTextLength, in
	// bytes. The rest may be blanks and markup.
	maxExamined = 32 << 10
	// maxEncodedSize is how many bytes an encoding takes for one byte of a
	// secret. JSON in JSON takes seven for a character.
	maxEncodedSize = 16
)

// show makes a text of the API fit to be shown: valid UTF-8 on one line without
// control characters, at most MaxTextLength characters, or Withheld.
func (s secrets) show(text string) string { return s.showAs(sanitize, text) }

// showAddress is show for a text that may contain an address with a user name
// and a password, as the errors of net/http name a proxy. It drops these.
func (s secrets) showAddress(text string) string {
	return s.showAs(func(text string) string { return sanitize(userinfo.ReplaceAllString(text, "//")) }, text)
}

var userinfo = regexp.MustCompile(`//[^/\s]*@`)

// showPage is show for the text of an HTML page.
func (s secrets) showPage(page string) string {
	return s.showAs(func(page string) string { return sanitize(htmlText(page)) }, page)
}

// showAs is show for what read makes of a text. A secret may be in the text
// alone, where read drops a part of it, or in the result alone, where read
// joins the parts.
func (s secrets) showAs(read func(string) string, text string) string {
	shown := read(asUTF8(text[:min(len(text), maxExamined)]))

	if s.occurIn(s.examined(text)) || s.occurIn(shown) {
		return Withheld
	}

	return truncate(shown, MaxTextLength)
}

// examined returns the part of a text to search: what is read of it, and as
// much as completes a secret that starts there.
func (s secrets) examined(text string) string {
	return text[:min(len(text), maxExamined+maxEncodedSize*s.patterns().longest)]
}

// truncate cuts a text to a number of characters.
func truncate(text string, length int) string {
	if utf8.RuneCountInString(text) <= length {
		return text
	}

	return string([]rune(text)[:length-1]) + "…"
}

// terminalSequence matches the codes by which a text could move the cursor of a
// terminal or rename its window.
var terminalSequence = regexp.MustCompile(`\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b.`)

// sanitize drops control and formatting characters and folds white space.
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

// markup matches what an HTML page does not show.
var markup = regexp.MustCompile(`(?is)<(?:script|style)\b.*?(?:</(?:script|style)\s*>|$)|<!--.*?(?:-->|$)|<[^>]*(?:>|$)`)

// htmlText returns the text of a page without scripts and styles.
func htmlText(page string) string { return html.UnescapeString(markup.ReplaceAllString(page, " ")) }
