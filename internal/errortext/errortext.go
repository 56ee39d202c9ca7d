// Package errortext reads what a response says, above all about errors, whose shape the
// API documentation does not show (section 7). Everything that it returns is safe to show.
package errortext

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// FieldError is an API message about one request field.
type FieldError struct {
	// Path is a request field, and the index of an element if the API names
	// one: "recommendations", "3".
	Path []string
	// Message is safe to show: at most redact.MaxTextLength characters, or
	// redact.Withheld.
	Message string
}

// maxFieldErrors limits the field errors of one response. Further messages go to
// the text.
const maxFieldErrors = 20

// jsonKey matches a key in JSON.
var jsonKey = regexp.MustCompile(`"(?:[^"\\]|\\.)*":`)

// restNotShown is the end of a text that is not complete.
const restNotShown = "[the rest of the response is not shown]"

// Read returns what a response says, without hidden secrets: messages about the
// given request fields, and all other text, at most redact.MaxTextLength characters.
// If ctx ends, it returns what it has.
func Read(ctx context.Context, hidden redact.Secrets, contentType string, body []byte, fields []string) ([]FieldError, string) {
	start := string(body[:min(len(body), redact.MaxSearched)])

	if value, err := redact.DecodeJSON(body); err == nil {
		start = redact.JSONText(value)
		start = start[:min(len(start), redact.MaxSearched)]

		messages := reader{known: fields, left: redact.MaxSearched}
		if messages.read(nil, value, true, false) {
			fieldErrors, text := messages.show(ctx, hidden)

			switch {
			case !messages.isWithheld && occurInPieces(hidden.WithoutShort(), start): // that show does not join
				return nil, redact.Withheld
			case text != "" || len(fieldErrors) > 0:
				return fieldErrors, text
			}
		}

		if slices.Contains([]string{"{}", "[]", `""`, "null"}, start) {
			return nil, ""
		}
	} else if strings.HasPrefix(contentType, "text/html") || strings.HasPrefix(strings.TrimSpace(start), "<") {
		return nil, hidden.Show(start, redact.HTMLText)
	}

	if ctx.Err() != nil {
		return nil, restNotShown
	}

	// The values of JSON may be pieces of a secret.
	if occurInPieces(hidden, start) {
		return nil, redact.Withheld
	}

	return nil, hidden.Show(start)
}

// parameter matches one of a challenge: scope="a b".
var parameter = regexp.MustCompile(`(?i)\b(error|error_description|scope)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))`)

// Challenge returns what a WWW-Authenticate header says of an error (RFC 6750, section
// 3), as a body for Read.
func Challenge(header string) []byte {
	found := map[string]string{}
	for _, match := range parameter.FindAllStringSubmatch(header, -1) {
		found[strings.ToLower(match[1])] = match[2] + match[3]
	}

	if len(found) == 1 {
		delete(found, "scope")
	}

	return []byte(redact.JSONText(found))
}

// show returns the messages, safe to show, until ctx ends: each with its rest or, if
// that is too long, all messages before all else.
func (r *reader) show(ctx context.Context, hidden redact.Secrets) (fields []FieldError, text string) {
	var texts, rests, both []string

	for _, m := range r.safe(ctx, hidden) {
		next := strings.TrimSpace(m.text + " " + m.rest)

		switch {
		case next == "": // nothing but terminal codes
			continue
		case m.field != nil && len(fields) < maxFieldErrors:
			fields = append(fields, FieldError{m.field, redact.Truncate(next, redact.MaxTextLength)})

			continue
		case m.field != nil:
			m.text = strings.Join(m.field, ".") + ": " + m.text
		}

		texts, rests, both = append(texts, m.text), append(rests, m.rest), append(both, strings.TrimSpace(m.text+" "+m.rest))
	}

	if text = sentences(both); utf8.RuneCountInString(text) > redact.MaxTextLength {
		text = redact.Truncate(sentences(texts)+" "+strings.Join(rests, " "), redact.MaxTextLength)
	}

	if r.isCut && (text != "" || len(fields) > 0) {
		text = strings.TrimSpace(redact.Truncate(text, redact.MaxTextLength-1-len(restNotShown)) + " " + restNotShown)
	}

	return fields, text
}

func sentences(texts []string) string {
	return strings.ReplaceAll(strings.Join(texts, "; "), ".; ", ". ")
}

// safe returns the messages that were searched for secrets until ctx ended. What is
// below one key may be the pieces of a secret.
func (r *reader) safe(ctx context.Context, hidden redact.Secrets) []message {
	var safe []message

	pieces := map[string]string{}

	for _, next := range r.messages {
		if ctx.Err() != nil {
			r.isCut = true

			break
		}

		if next.rest != "" {
			next.rest = "(" + next.rest + ")"
		}

		for part, text := range []*string{&next.text, &next.rest} {
			if *text = hidden.Show(*text); *text == redact.Withheld {
				r.isWithheld = true
			} else {
				pieces[next.key] += withoutKeys(next.pieces[part])
			}
		}

		safe = append(safe, next)
	}

	maps.DeleteFunc(pieces, func(_, texts string) bool { return !hidden.OccurIn(texts) })

	for index, next := range safe {
		if _, isSecret := pieces[next.key]; isSecret {
			r.isWithheld = true
			safe[index].text, safe[index].rest = redact.Withheld, ""
		}
	}

	return safe
}

// withoutKeys returns the values in compact JSON, which may be the pieces of a secret.
func withoutKeys(text string) string {
	return redact.Drop(jsonKey.ReplaceAllString(text, ""), `",[]{}`)
}

// occurInPieces reports whether secrets are in the values of compact JSON, whose keys are
// sorted: in this order or the other one.
func occurInPieces(hidden redact.Secrets, text string) bool {
	pieces := jsonKey.Split(text, -1)
	slices.Reverse(pieces)

	return hidden.OccurIn(withoutKeys(text)) || hidden.OccurIn(withoutKeys(strings.Join(pieces, "")))
}

// IsHeadline reports whether a key is that of a message.
func IsHeadline(key string) bool { return slices.Contains(headlines, key) }

// HasText reports whether a JSON value is, or contains, a text that is not blank, or
// with orCode, true or a number other than 0.
func HasText(value any, orCode bool) bool {
	isBelow := func(value any) bool { return HasText(value, orCode) }

	switch value := value.(type) {
	case string:
		return strings.TrimFunc(value, redact.IsBlank) != ""
	case []any:
		return slices.ContainsFunc(value, isBelow)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), isBelow)
	}

	return orCode && !slices.Contains([]any{nil, false, json.Number("0")}, value)
}
