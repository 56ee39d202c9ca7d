package redact

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// maxExcerptLength limits an excerpt, in characters.
	maxExcerptLength = 100
	// excerptContext is how much of two equal starts is shown, in characters.
	excerptContext = 20
)

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
