package client

import (
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// MaxTextLength is how much text of the service is shown, in characters.
const MaxTextLength = 1000

// Mask stands where a secret was.
const Mask = "***"

// withheld stands for a text that repeats a secret in a spelling that can not
// be cut out of it.
const withheld = "(The text of the service is not shown, because it repeats a secret that was sent.)"

// redactor holds the secrets of one operation. A service that echoes a request
// in an error must not put them into a terminal or a pipeline's log (design
// R16).
type redactor struct {
	secrets []string
}

// clean makes text of the service fit to be shown: no secret, no control
// character, valid UTF-8, on one line, at most MaxTextLength characters.
func (r redactor) clean(text string) string {
	if text == "" {
		return ""
	}

	// Twice, because taking control characters away can put a secret together.
	text = r.redact(sanitize(r.redact(text)))

	if runes := []rune(text); len(runes) > MaxTextLength {
		text = string(runes[:MaxTextLength-1]) + "…"
	}

	return text
}

// redact masks every secret in text, as it is and as an echo would spell it.
// Where a secret shows only after further unescaping, the whole text goes.
func (r redactor) redact(text string) string {
	var spelled []string
	for _, secret := range r.secrets {
		spelled = append(spelled, spellings(secret)...)
	}

	// The longest first: a secret that holds another one must not be left with
	// its ends standing.
	slices.SortFunc(spelled, func(a, b string) int { return len(b) - len(a) })

	pairs := make([]string, 0, 2*len(spelled))
	for _, spelling := range spelled {
		pairs = append(pairs, spelling, Mask)
	}

	text = strings.NewReplacer(pairs...).Replace(text)
	if r.disclosed(text) {
		return withheld
	}

	return text
}

// spellings returns a secret raw, and as JSON (once and twice, a body quoted in
// an error being JSON in JSON), a URL and HTML write it.
func spellings(secret string) []string {
	if secret == "" {
		return nil
	}

	once := jsonSpellings(secret)
	all := append([]string{secret, url.QueryEscape(secret), url.PathEscape(secret), html.EscapeString(secret)}, once...)

	for _, spelling := range once {
		all = append(all, jsonSpellings(spelling)...)
	}

	slices.Sort(all)

	return slices.Compact(all)
}

// jsonSpellings returns the ways JSON encoders write a string: with and
// without HTML characters, slashes and everything that is not ASCII escaped.
func jsonSpellings(secret string) []string {
	quoted, err := json.Marshal(secret)
	if err != nil {
		return nil
	}

	escaped := string(quoted[1 : len(quoted)-1])
	plain := unescapeHTML.Replace(escaped)

	return []string{escaped, plain, strings.ReplaceAll(plain, "/", `\/`), asciiOnly(plain)}
}

var unescapeHTML = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

// asciiOnly escapes what is not ASCII as JSON does.
func asciiOnly(text string) string {
	var escaped strings.Builder

	for _, r := range text {
		if r < unicode.MaxASCII {
			escaped.WriteRune(r)

			continue
		}

		quoted := strconv.QuoteToASCII(string(r))
		escaped.WriteString(quoted[1 : len(quoted)-1])
	}

	return escaped.String()
}

// disclosed reports whether a secret can still be read from text by undoing
// escapes or line breaks.
func (r redactor) disclosed(text string) bool {
	text = strings.ReplaceAll(text, Mask, "")

	// Three rounds undo what a proxy wrapped around a service's echo.
	for range 3 {
		squashed := squash(text)
		for _, secret := range r.secrets {
			if secret = squash(secret); secret != "" && strings.Contains(squashed, secret) {
				return true
			}
		}

		next := unescape(text)
		if next == text {
			return false
		}

		text = next
	}

	return false
}

// squash takes white space and control characters away.
func squash(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return -1
		}

		return r
	}, text)
}

var escape = regexp.MustCompile(`%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\.`)

// unescape undoes one layer of URL, JSON and HTML escapes.
func unescape(text string) string {
	return html.UnescapeString(escape.ReplaceAllStringFunc(text, func(match string) string {
		switch {
		case match[0] == '%' || match[1] == 'x':
			return hexByte(match[len(match)-2:])
		case match[1] == 'u' && len(match) == 6:
			code, _ := strconv.ParseUint(match[2:], 16, 32) // four hex digits
			return string(rune(code))
		case strings.ContainsAny(match[1:], "bfnrt"):
			return ""
		}

		return match[1:]
	}))
}

func hexByte(digits string) string {
	value, _ := strconv.ParseUint(digits, 16, 8) // two hex digits

	return string([]byte{byte(value)})
}

// terminalSequence finds the codes by which a text could move a terminal's
// cursor or rename its window.
var terminalSequence = regexp.MustCompile(`\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)?|\x1b.`)

// sanitize takes control and formatting characters away and folds white space.
func sanitize(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = terminalSequence.ReplaceAllString(text, "")
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}

		return r
	}, text)

	return strings.Join(strings.Fields(text), " ")
}

// jsonSecrets returns what must not be shown of a JSON document that is a
// secret: the document, and every string in it, since an echo may format it
// anew.
func jsonSecrets(document json.RawMessage) []string {
	if document == nil {
		return nil
	}

	secrets := []string{string(document)}

	value, err := decodeJSON(document)
	if err != nil {
		return secrets
	}

	var collect func(any)

	collect = func(value any) {
		switch value := value.(type) {
		case string:
			secrets = append(secrets, value)
		case []any:
			for _, element := range value {
				collect(element)
			}
		case map[string]any:
			for _, element := range value {
				collect(element)
			}
		}
	}
	collect(value)

	return secrets
}
