// Package errortext reads the body of an error response, whose shape the API
// documentation does not show (section 7). Everything that it returns is safe to
// show.
package errortext

import (
	"context"
	"regexp"
	"slices"
	"strings"

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

	if ctx.Err() != nil {
		return nil, restNotShown
	}

	if value, err := redact.DecodeJSON(body); err == nil {
		messages := reader{known: fields, left: redact.MaxSearched}
		if messages.read(nil, value) {
			if fieldErrors, text := messages.show(ctx, hidden); text != "" || len(fieldErrors) > 0 {
				return fieldErrors, text
			}
		}

		if start = redact.JSONText(value); slices.Contains([]string{"{}", "[]", `""`, "null"}, start) {
			return nil, ""
		}

		start = start[:min(len(start), redact.MaxSearched)]
	} else if strings.HasPrefix(contentType, "text/html") || strings.HasPrefix(strings.TrimSpace(start), "<") {
		return nil, hidden.Show(start, redact.HTMLText)
	}

	if ctx.Err() != nil {
		return nil, restNotShown
	}

	// The values of JSON may be pieces of a secret.
	if hidden.OccurIn(redact.Drop(jsonKey.ReplaceAllString(start, ""), `",[]{}`)) {
		return nil, redact.Withheld
	}

	return nil, hidden.Show(start)
}

// show returns the messages, safe to show, until ctx ends.
func (r *reader) show(ctx context.Context, hidden redact.Secrets) (fields []FieldError, text string) {
	var texts []string

	for _, m := range r.safe(ctx, hidden) {
		switch {
		case m.shown == "": // nothing but terminal codes
		case len(m.field) == 0:
			texts = append(texts, m.shown)
		case len(fields) < maxFieldErrors:
			fields = append(fields, FieldError{m.field, m.shown})
		default:
			texts = append(texts, strings.Join(m.field, ".")+": "+m.shown)
		}
	}

	text = redact.Truncate(strings.ReplaceAll(strings.Join(texts, "; "), ".; ", ". "), redact.MaxTextLength)

	if r.isCut && (text != "" || len(fields) > 0) {
		text = strings.TrimSpace(redact.Truncate(text, redact.MaxTextLength-1-len(restNotShown)) + " " + restNotShown)
	}

	return fields, text
}

// safe returns the messages that were searched for secrets until ctx ended. What
// is below one key may be the pieces of a secret.
func (r *reader) safe(ctx context.Context, hidden redact.Secrets) []message {
	var safe []message

	pieces := map[string][]string{}

	for _, next := range r.messages {
		if ctx.Err() != nil {
			r.isCut = true

			break
		}

		if next.shown = hidden.Show(next.shown); next.shown != redact.Withheld {
			pieces[next.key] = append(pieces[next.key], next.text)
		}

		safe = append(safe, next)
	}

	for key, texts := range pieces {
		if len(texts) < 2 || !hidden.OccurIn(strings.Join(texts, "")) {
			continue
		}

		first := slices.IndexFunc(safe, func(next message) bool { return next.key == key })
		safe[first].shown = redact.Withheld
		safe = slices.DeleteFunc(safe, func(next message) bool { return next.key == key && next.shown != redact.Withheld })
	}

	return safe
}
