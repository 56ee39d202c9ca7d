package client

import (
	"slices"
	"strings"
)

// maxFieldErrors limits the field errors of one response. Further messages go to
// the text.
const maxFieldErrors = 20

// errorText returns the messages of an error response, safe to show: field
// errors, and all other text.
func (o *operation) errorText(contentType string, body []byte) ([]FieldError, string) {
	if value, err := decodeJSON(body); err == nil {
		fields, text := o.showMessages(readMessages(value, o.fields))

		empty := []string{"{}", "[]", `""`, "null"}
		if len(fields) == 0 && text == "" && !slices.Contains(empty, strings.TrimSpace(string(body))) {
			text = o.secrets().show(string(body))
		}

		return fields, text
	}

	if strings.HasPrefix(contentType, "text/html") || strings.HasPrefix(strings.TrimSpace(string(body)), "<") {
		return nil, o.secrets().show(string(body), htmlText)
	}

	return nil, o.secrets().show(string(body))
}

// showMessages makes messages safe to show.
func (o *operation) showMessages(messages []message) (fields []FieldError, text string) {
	var texts []string
	var joined strings.Builder // the unmodified messages: a secret may span several
	seen := map[string]bool{}

	for _, message := range messages {
		field, text := o.showMessage(message)
		located := text

		if len(field) > 0 {
			located = strings.Join(field, ".") + ": " + text
		}

		switch {
		case text == "", seen[located]:
			continue
		case len(field) > 0 && len(fields) < maxFieldErrors:
			fields = append(fields, FieldError{field, text})
		default:
			texts = append(texts, located)
		}

		seen[located] = true

		if !strings.Contains(text, Withheld) {
			joined.WriteString(message.text)
		}
	}

	if o.secrets().occurIn(joined.String()) {
		for index := range fields {
			fields[index].Message = Withheld
		}

		texts = []string{Withheld}
	}

	return fields, truncate(joinMessages(texts), MaxTextLength)
}

// showMessage returns the field of a message, and its text with details. It
// withholds the parts that contain a secret.
func (o *operation) showMessage(m message) (field []string, text string) {
	field, text = m.field, o.secrets().show(m.text)

	if o.secrets().occurIn(m.path) {
		text = Withheld
	}

	if len(field) > 1 && o.secrets().occurIn(field[1]) {
		field = field[:1] // the index
	}

	var details []string

	for _, detail := range m.details {
		if shown := o.secrets().show(detail); shown != "" {
			details = append(details, shown)
		}
	}

	if len(details) > 0 {
		text += " (" + strings.Join(details, ", ") + ")"
	}

	return field, o.secrets().show(text)
}

// joinMessages joins messages into one line.
func joinMessages(messages []string) string {
	for index, message := range messages[:max(0, len(messages)-1)] {
		if !strings.ContainsAny(message[len(message)-1:], ".!?:;)]") {
			messages[index] += ";"
		}
	}

	return strings.Join(messages, " ")
}
