package client

import (
	"bytes"
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

// reading is a text as it can be read: bytes, and for each of them the part of
// the original text that it was read from, as offsets.
type reading struct {
	text     []byte
	from, to []int
}

// asIs returns a text as it is.
func asIs(text string) reading {
	r := reading{text: []byte(text), from: make([]int, len(text)), to: make([]int, len(text))}
	for index := range len(text) {
		r.from[index], r.to[index] = index, index+1
	}

	return r
}

// sized returns a reading with room for so many bytes.
func sized(size int) reading {
	return reading{text: make([]byte, 0, size), from: make([]int, 0, size), to: make([]int, 0, size)}
}

// add reads text from a part of the original.
func (r *reading) add(text string, from, to int) {
	r.text = append(r.text, text...)

	for range len(text) {
		r.from = append(r.from, from)
		r.to = append(r.to, to)
	}
}

// addSlice takes over a part of another reading.
func (r *reading) addSlice(other reading, start, end int) {
	r.text = append(r.text, other.text[start:end]...)
	r.from = append(r.from, other.from[start:end]...)
	r.to = append(r.to, other.to[start:end]...)
}

// maxLayers is how many layers of escapes are undone. A body that is quoted in
// an error that a proxy quotes has three.
const maxLayers = 6

// readings returns a text as it is, and as it reads with one layer of escapes
// after the other undone; and the same without blank characters, which may
// stand in an escape where long lines are wrapped, and a + in their place.
func readings(text string) iter.Seq[reading] {
	return func(yield func(reading) bool) {
		whole := asIs(text)
		keep := func(r reading) reading { return r }
		dense := func(r reading) reading {
			return r.without(func(char rune) bool { return isBlank(char) || char == '+' })
		}

		_ = whole.unescaped(keep, yield) && whole.unescaped(dense, yield)
	}
}

// unescaped yields what refine makes of the text and of what is left of it with
// one layer of escapes after the other undone. It reports whether to go on.
func (r reading) unescaped(refine func(reading) reading, yield func(reading) bool) bool {
	next := refine(r)

	for range maxLayers {
		if !yield(next) {
			return false
		}

		escapes := escape.FindAllIndex(next.text, -1)
		if len(escapes) == 0 {
			break
		}

		next = refine(next.replaced(escapes, unescape))
	}

	return true
}

// escape finds the escapes of URLs, of JSON and other string literals, and of
// HTML. Escaped bytes and UTF-16 units that follow each other make characters
// together. A backslash before anything else is dropped by squashing.
var escape = regexp.MustCompile(`(?:%[0-9A-Fa-f]{2})+|(?:\\x[0-9A-Fa-f]{2})+|(?:\\u[0-9A-Fa-f]{4})+|` +
	`\\u\{[0-9A-Fa-f]{1,6}\}|\\U[0-9A-Fa-f]{8}|\\[\\0abefnrtv"'/]|` +
	`&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});`)

// markup finds tags and terminal codes.
var markup = regexp.MustCompile(`<[^<>]*>|` + terminalPattern)

const terminalPattern = `\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b.`

// terminalSequence finds the codes by which a text could move a terminal's
// cursor or rename its window.
var terminalSequence = regexp.MustCompile(terminalPattern)

// replaced returns the text with what is at these places read by another
// function.
func (r reading) replaced(places [][]int, read func(string) string) reading {
	result := sized(len(r.text))
	done := 0

	for _, place := range places {
		start, end := place[0], place[1]
		result.addSlice(r, done, start)
		result.add(read(string(r.text[start:end])), r.from[start], r.to[end-1])
		done = end
	}

	result.addSlice(r, done, len(r.text))

	return result
}

// plain returns the text without markup, if it has any.
func (r reading) plain() (reading, bool) {
	places := markup.FindAllIndex(r.text, -1)

	return r.replaced(places, func(string) string { return "" }), len(places) > 0
}

// unescape returns what one match of escape stands for.
func unescape(match string) string {
	switch {
	case match[0] == '%':
		return hexBytes(match, "%")
	case strings.HasPrefix(match, "&#x"), strings.HasPrefix(match, "&#X"):
		return character(match[3:len(match)-1], 16)
	case strings.HasPrefix(match, "&#"):
		return character(match[2:len(match)-1], 10)
	case match[0] == '&':
		return html.UnescapeString(match)
	case strings.HasPrefix(match, `\x`):
		return hexBytes(match, `\x`)
	case strings.HasPrefix(match, `\u{`):
		return character(match[3:len(match)-1], 16)
	case strings.HasPrefix(match, `\U`):
		return character(match[2:], 16)
	case strings.HasPrefix(match, `\u`):
		return hexUnits(match)
	case strings.Contains(`\"'/`, match[1:]):
		return match[1:]
	}

	return " "
}

// hexBytes reads bytes that are written as hex digits behind a prefix each. They
// may be parts of characters, of which a line break holds the rest apart.
func hexBytes(escaped, prefix string) string {
	text, _ := hex.DecodeString(strings.ReplaceAll(escaped, prefix, "")) // pairs of hex digits

	return string(text)
}

// hexUnits reads UTF-16 units that are written as \uXXXX.
func hexUnits(escaped string) string {
	var units []uint16

	for digits := range strings.SplitSeq(escaped[2:], `\u`) {
		unit, _ := strconv.ParseUint(digits, 16, 16) // four hex digits
		units = append(units, uint16(unit))
	}

	return string(utf16.Decode(units))
}

// character reads a character that is written as its number.
func character(digits string, base int) string {
	code, _ := strconv.ParseInt(digits, base, 32) // the largest number where it is too large, which is no character

	return string(rune(code))
}

// without returns the text without some of its characters.
func (r reading) without(dropped func(rune) bool) reading {
	result := sized(len(r.text))
	kept := 0

	for start := 0; start < len(r.text); {
		char, size := utf8.DecodeRune(r.text[start:])
		if dropped(char) {
			result.addSlice(r, kept, start)
			kept = start + size
		}

		start += size
	}

	result.addSlice(r, kept, len(r.text))

	return result
}

// squashed returns the text without the characters that an echo adds, drops or
// doubles: blank ones, quotes, and what escapes them or a space.
func (r reading) squashed() reading {
	isDropped := func(char rune) bool { return isBlank(char) || strings.ContainsRune(`"'\+`, char) }

	squashed := r.without(isDropped)
	if utf8.Valid(squashed.text) {
		return squashed
	}

	return squashed.asUTF8().without(isDropped)
}

// isBlank reports whether a character is white space, or none to be seen.
func isBlank(char rune) bool {
	return unicode.IsSpace(char) || unicode.IsControl(char) || unicode.Is(unicode.Cf, char)
}

// mark marks the parts of the original text that hold one of the needles.
func (r reading) mark(masked []bool, needles []string) {
	for _, needle := range needles {
		done := 0

		for at := 0; ; at++ {
			next := bytes.Index(r.text[at:], []byte(needle))
			if next < 0 {
				break
			}

			at += next

			for done = max(done, r.from[at]); done < r.to[at+len(needle)-1]; done++ {
				masked[done] = true
			}
		}
	}
}

// asUTF8 returns the text read as Latin-1 where it is not UTF-8.
func (r reading) asUTF8() reading {
	if utf8.Valid(r.text) {
		return r
	}

	valid := sized(len(r.text))

	for start := 0; start < len(r.text); {
		char, size := utf8.DecodeRune(r.text[start:])
		if char == utf8.RuneError && size == 1 {
			char = rune(r.text[start])
		}

		valid.add(string(char), r.from[start], r.to[start+size-1])

		start += size
	}

	return valid
}

// asUTF8 returns text read as Latin-1 where it is not UTF-8.
func asUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}

	return string(asIs(text).asUTF8().text)
}
