package client

import (
	"context"
	"regexp"
	"slices"
	"strings"
)

// maxFieldErrors limits the field errors of one response. Further messages go to
// the text.
const maxFieldErrors = 20

// jsonKey matches a key in JSON.
var jsonKey = regexp.MustCompile(`"(?:[^"\\]|\\.)*":`)

// restNotShown is the end of a text that is not complete.
const restNotShown = "[the rest of the response is not shown]"

// errorText returns what a response says, safe to show: messages about the
// given request fields, and all other text. If ctx ends, it returns what it has.
func (o *operation) errorText(ctx context.Context, contentType string, body []byte, fields []string) ([]FieldError, string) {
	start := string(body[:min(len(body), maxSearched)])
	hidden := o.secrets()

	if ctx.Err() != nil {
		return nil, restNotShown
	}

	if value, err := decodeJSON(body); err == nil {
		reader := errorReader{known: fields, left: maxSearched}
		if reader.read(nil, value) {
			if fieldErrors, text := reader.show(ctx, hidden); text != "" || len(fieldErrors) > 0 {
				return fieldErrors, text
			}
		}

		if start = jsonText(value); slices.Contains([]string{"{}", "[]", `""`, "null"}, start) {
			return nil, ""
		}

		start = start[:min(len(start), maxSearched)]
	} else if strings.HasPrefix(contentType, "text/html") || strings.HasPrefix(strings.TrimSpace(start), "<") {
		return nil, hidden.show(start, htmlText)
	}

	if ctx.Err() != nil {
		return nil, restNotShown
	}

	// The values of JSON may be pieces of a secret.
	if hidden.occurIn(drop(jsonKey.ReplaceAllString(start, ""), `",[]{}`)) {
		return nil, Withheld
	}

	return nil, hidden.show(start)
}

// show returns the messages, safe to show, until ctx ends.
func (r *errorReader) show(ctx context.Context, hidden secrets) (fields []FieldError, text string) {
	var texts []string

	for _, message := range r.safe(ctx, hidden) {
		switch {
		case message.shown == "": // nothing but terminal codes
		case len(message.field) == 0:
			texts = append(texts, message.shown)
		case len(fields) < maxFieldErrors:
			fields = append(fields, FieldError{message.field, message.shown})
		default:
			texts = append(texts, strings.Join(message.field, ".")+": "+message.shown)
		}
	}

	text = truncate(strings.ReplaceAll(strings.Join(texts, "; "), ".; ", ". "), MaxTextLength)

	if r.isCut && (text != "" || len(fields) > 0) {
		text = strings.TrimSpace(truncate(text, MaxTextLength-1-len(restNotShown)) + " " + restNotShown)
	}

	return fields, text
}

// safe returns the messages that were searched for secrets until ctx ended. What
// is below one key may be the pieces of a secret.
func (r *errorReader) safe(ctx context.Context, hidden secrets) []message {
	var safe []message

	pieces := map[string][]string{}

	for _, next := range r.messages {
		if ctx.Err() != nil {
			r.isCut = true

			break
		}

		if next.shown = hidden.show(next.shown); next.shown != Withheld {
			pieces[next.key] = append(pieces[next.key], next.text)
		}

		safe = append(safe, next)
	}

	for key, texts := range pieces {
		if len(texts) < 2 || !hidden.occurIn(strings.Join(texts, "")) {
			continue
		}

		first := slices.IndexFunc(safe, func(next message) bool { return next.key == key })
		safe[first].shown = Withheld
		safe = slices.DeleteFunc(safe, func(next message) bool { return next.key == key && next.shown != Withheld })
	}

	return safe
}
