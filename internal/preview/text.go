package preview

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Printable quotes a text with characters that nobody sees, that could control
// a terminal, or that change the direction of text. Spaces and joiners, which
// languages and emoji need, are no reason unless there is nothing else.
func Printable(text string) string {
	isHostile := func(char rune) bool { return !unicode.IsGraphic(char) && char != '\u200c' && char != '\u200d' }
	switch {
	case !isVisible(text):
		return strconv.QuoteToASCII(text)
	case strings.ContainsFunc(text, isHostile) || !utf8.ValidString(text):
		return quoted(text)
	default:
		return text
	}
}

var keepJoiners = strings.NewReplacer(`\\`, `\\`, `\u200c`, "\u200c", `\u200d`, "\u200d")

// quoted quotes a text. Of what is not graphic, it keeps only joiners.
func quoted(text string) string { return keepJoiners.Replace(strconv.QuoteToGraphic(text)) }

// isVisible reports whether a text has a character that is seen by itself.
func isVisible(text string) bool {
	return strings.ContainsFunc(text, func(char rune) bool { return unicode.IsPrint(char) && !isUnseen(char) && !unicode.Is(unicode.M, char) })
}

// isUnseen reports whether nobody sees a character, or can tell it from a space. U+2800 is braille's.
func isUnseen(char rune) bool {
	return char == '\u2800' || unicode.IsSpace(char) || unicode.In(char, unicode.Z, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// seen returns what one sees of a text, without spaces and without quotation marks around it.
func seen(text string) string {
	return strings.Trim(strings.Join(strings.FieldsFunc(norm.NFC.String(text), isUnseen), ""), `"`)
}

// distinct returns two texts whose difference can be seen: if they differ only in spaces and
// in what nobody sees, they are quoted by quote, and that is escaped.
func distinct(before, after string, quote func(string) string) (string, string) {
	if before == after || seen(before) != seen(after) {
		return before, after
	}

	isSame := norm.NFC.String(before) == norm.NFC.String(after) // é is one character, or two
	escape := func(text string) string {
		chars := strings.Split(quote(text), "")
		for i, char := range []rune(quote(text)) {
			if isUnseen(char) || isSame && char > unicode.MaxASCII {
				chars[i] = strings.Trim(strconv.QuoteToASCII(chars[i]), `"`)
			}
		}

		return strings.Join(chars, "")
	}

	return escape(before), escape(after)
}
