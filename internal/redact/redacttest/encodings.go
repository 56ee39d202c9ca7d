// Package redacttest has the encodings in which tests repeat secrets.
package redacttest

import (
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// Encoding is a way to repeat a text in a response.
type Encoding struct {
	Name  string
	Write func(string) string
}

// Encodings are used by services and proxies. The last one, Latin-1, is not valid
// text.
var Encodings = []Encoding{
	{"raw", func(text string) string { return text }},
	{"JSON", func(text string) string { return jsonString(text, true) }},
	{"JSON in ASCII", asciiJSON},
	{"JSON with slashes escaped", func(text string) string { return strings.ReplaceAll(jsonString(text, false), "/", `\/`) }},
	{"every character as JSON", JSONUnits},
	{"JSON in JSON", func(text string) string { return jsonString(jsonString(text, false), false) }},
	{"a query", url.QueryEscape},
	{"a path", url.PathEscape},
	{"every byte for a URL", func(text string) string { return each([]byte(text), "%%%02X") }},
	{"HTML", html.EscapeString},
	{"every character as HTML", func(text string) string { return each([]rune(text), "&#%d;") }},
	{"Go", func(text string) string { return trimQuotes(strconv.Quote(text)) }},
	{"Go in ASCII", func(text string) string { return trimQuotes(strconv.QuoteToASCII(text)) }},
	{"bytes of Python", func(text string) string { return each([]byte(text), `\x%02x`) }},
	{"octal", func(text string) string { return each([]byte(text), `\%03o`) }},
	{"Rust", func(text string) string { return each([]rune(text), `\u{%x}`) }},
	{"SQL", func(text string) string { return strings.ReplaceAll(text, "'", "''") }},
	{"CSV", func(text string) string { return strings.ReplaceAll(text, `"`, `""`) }},
	{"a shell", func(text string) string { return strings.ReplaceAll(text, "'", `'\''`) }},
	{"lines", wrapped},
	{"Latin-1", latin1},
}

// jsonString returns a text as in a JSON string.
func jsonString(text string, escapeHTML bool) string {
	var quoted strings.Builder

	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(escapeHTML)

	_ = encoder.Encode(text) // any string can be written

	return trimQuotes(strings.TrimSpace(quoted.String()))
}

func trimQuotes(quoted string) string { return quoted[1 : len(quoted)-1] }

// asciiJSON escapes everything beyond ASCII.
func asciiJSON(text string) string {
	return beyondASCII.ReplaceAllStringFunc(jsonString(text, false), JSONUnits)
}

var beyondASCII = regexp.MustCompile(`[^\x00-\x7f]+`)

// each formats each element.
func each[T any](elements []T, format string) string {
	var result strings.Builder
	for _, element := range elements {
		fmt.Fprintf(&result, format, element)
	}

	return result.String()
}

// Quoted returns a text as a JSON string, byte for byte.
func Quoted(text string) string { return `"` + jsonQuotes.Replace(text) + `"` }

var jsonQuotes = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`, "\r", `\r`)

// JSONUnits escapes every character as in a JSON string.
func JSONUnits(text string) string { return each(utf16.Encode([]rune(text)), `\u%04x`) }

// wrapped breaks a text into short lines, as terminals and editors do.
func wrapped(text string) string { return fourCharacters.ReplaceAllString(text, "$0\r\n    ") }

var fourCharacters = regexp.MustCompile(`(?s).{4}`)

// latin1 writes characters as Latin-1 where possible.
func latin1(text string) string {
	var result []byte

	for _, char := range text {
		if encoded, ok := charmap.ISO8859_1.EncodeRune(char); ok {
			result = append(result, encoded)
		} else {
			result = append(result, string(char)...)
		}
	}

	return string(result)
}
