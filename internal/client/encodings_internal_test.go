package client

import (
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf16"
)

// An encoding is a way to write a text in an echo.
type encoding struct {
	name  string
	write func(string) string
}

// encodings are used by services and proxies.
var encodings = []encoding{
	{"raw", func(text string) string { return text }},
	{"JSON", func(text string) string { return jsonString(text, true) }},
	{"JSON in ASCII", func(text string) string { return asciiJSON(text, `\u%04x`) }},
	{"JSON with slashes escaped", func(text string) string { return strings.ReplaceAll(jsonString(text, false), "/", `\/`) }},
	{"every character as JSON", func(text string) string { return units(text, `\u%04x`) }},
	{"JSON in JSON", func(text string) string { return jsonString(jsonString(text, false), false) }},
	{"a query", url.QueryEscape},
	{"a path", url.PathEscape},
	{"every byte for a URL", func(text string) string { return bytesAs(text, "%%%02X") }},
	{"HTML", html.EscapeString},
	{"every character as HTML", func(text string) string { return runes(text, "&#%d;") }},
	{"Go", func(text string) string { return trimQuotes(strconv.Quote(text)) }},
	{"Go in ASCII", func(text string) string { return trimQuotes(strconv.QuoteToASCII(text)) }},
	{"bytes of Python", func(text string) string { return bytesAs(text, `\x%02x`) }},
	{"Rust", func(text string) string { return runes(text, `\u{%x}`) }},
	{"SQL", func(text string) string { return strings.ReplaceAll(text, "'", "''") }},
	{"CSV", func(text string) string { return strings.ReplaceAll(text, `"`, `""`) }},
	{"a shell", func(text string) string { return strings.ReplaceAll(text, "'", `'\''`) }},
	{"lines", wrapped},
	{"Latin-1", latin1},
}

func jsonString(text string, escapeHTML bool) string {
	if escapeHTML {
		quoted, _ := json.Marshal(text) // a string can be written

		return trimQuotes(string(quoted))
	}

	quoted, _ := encode(text) // a string can be written

	return trimQuotes(string(quoted))
}

func trimQuotes(quoted string) string { return quoted[1 : len(quoted)-1] }

// asciiJSON escapes everything beyond ASCII.
func asciiJSON(text, format string) string {
	var result strings.Builder

	for _, char := range jsonString(text, false) {
		if char < 0x80 {
			result.WriteRune(char)
		} else {
			result.WriteString(units(string(char), format))
		}
	}

	return result.String()
}

func units(text, format string) string {
	var result strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&result, format, unit)
	}

	return result.String()
}

func runes(text, format string) string {
	var result strings.Builder
	for _, char := range text {
		fmt.Fprintf(&result, format, char)
	}

	return result.String()
}

func bytesAs(text, format string) string {
	var result strings.Builder
	for index := range len(text) {
		fmt.Fprintf(&result, format, text[index])
	}

	return result.String()
}

// wrapped breaks a text into short lines, as terminals and editors do.
func wrapped(text string) string {
	var result strings.Builder

	for index, char := range []rune(text) {
		if index%4 == 3 {
			result.WriteString("\r\n    ")
		}

		result.WriteRune(char)
	}

	return result.String()
}

// latin1 writes characters as Latin-1 where possible.
func latin1(text string) string {
	var result []byte

	for _, char := range text {
		if char < 0x100 {
			result = append(result, byte(char))
		} else {
			result = append(result, string(char)...)
		}
	}

	return string(result)
}
