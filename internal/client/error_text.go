package client

import (
	"slices"
	"strings"
)

const (
	// maxFieldErrors limits the field errors of one response. Further messages
	// go to the text.
	maxFieldErrors = 20
	// maxUnderstood is how long a response with messages may be, in bytes
	// (1 MiB). A longer one is shown as it is.
	maxUnderstood = 1 << 20
)

// errorText returns what a response says, safe to show: messages about the
// given request fields, and all other text.
func (o *operation) errorText(contentType string, body []byte, fields []string) ([]FieldError, string) {
	start := string(body[:min(len(body), maxSearched)])

	if len(body) <= maxUnderstood {
		if value, err := decodeJSON(body); err == nil {
			reader := messageReader{fields: fields}
			if reader.read(nil, value) && len(reader.messages) > 0 {
				return o.showMessages(reader.messages)
			}

			if start = jsonText(value); slices.Contains([]string{"{}", "[]", `""`, "null"}, start) {
				return nil, ""
			}

			return nil, o.secrets().show(start)
		}
	}

	if strings.HasPrefix(contentType, "text/html") || strings.HasPrefix(strings.TrimSpace(start), "<") {
		return nil, o.secrets().show(start, htmlText)
	}

	return nil, o.secrets().show(start)
}

// showMessages makes messages safe to show.
func (o *operation) showMessages(messages []message) (fields []FieldError, text string) {
	var texts []string

	length := 0

	for _, m := range messages {
		shown := o.secrets().show(m.text)

		switch {
		case shown == "":
		case len(m.path) > 0 && len(fields) < maxFieldErrors:
			fields = append(fields, FieldError{m.path, shown})
		case len(m.path) > 0:
			texts = append(texts, strings.Join(m.path, ".")+": "+shown)
		default:
			texts = append(texts, shown)
		}

		if length += len(shown); length > maxSearched {
			break // far more than is shown
		}
	}

	return fields, truncate(strings.ReplaceAll(strings.Join(texts, "; "), ".; ", ". "), MaxTextLength)
}
