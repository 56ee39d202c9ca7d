package client

import (
	"mime"
	"slices"
	"strings"
)

// maxFieldErrors bounds how many messages on fields one response adds to the
// output of a run. Further ones go to the text.
const maxFieldErrors = 20

// errorText returns what a response says, fit to be shown: messages on request
// fields, and everything else.
func (o *operation) errorText(contentType string, body []byte) ([]FieldError, string) {
	value, err := decodeJSON(body)
	if err == nil {
		return o.jsonErrorText(value, body)
	}

	mediaType, _, _ := mime.ParseMediaType(contentType)
	if mediaType == "text/html" || strings.HasPrefix(strings.TrimSpace(string(body)), "<") {
		return nil, o.secrets.showPage(string(body))
	}

	return nil, o.secrets.show(string(body))
}

// jsonErrorText is errorText for a body that is JSON.
func (o *operation) jsonErrorText(value any, body []byte) ([]FieldError, string) {
	fields, text := o.showMessages(readMessages(value, o.fields))

	empty := []string{"{}", "[]", `""`, "null"}
	if len(fields) == 0 && text == "" && !slices.Contains(empty, strings.TrimSpace(string(body))) {
		text = o.secrets.show(string(body))
	}

	return fields, text
}

// showMessages returns messages fit to be shown. One that contains a secret is
// withheld.
func (o *operation) showMessages(messages []message) (fields []FieldError, text string) {
	var (
		texts []string
		shown strings.Builder // texts as they came
		seen  = map[string]bool{}
	)

	for _, message := range messages {
		text := o.secrets.showMessage(message)
		field := o.shownField(message.field)
		located := text

		if len(field) > 0 {
			located = strings.Join(field, ".") + ": " + text
		}

		switch {
		case text == "", seen[located]:
		case len(field) > 0 && len(fields) < maxFieldErrors:
			fields = append(fields, FieldError{field, text})
		default:
			texts = append(texts, located)

			if !strings.Contains(text, Withheld) {
				shown.WriteString(message.text)
			}
		}

		seen[located] = true
	}

	// A secret may go on from one text to the next.
	if o.secrets.occurIn(o.secrets.examined(shown.String())) {
		return fields, Withheld
	}

	return fields, truncate(joinMessages(texts), MaxTextLength)
}

// shownField returns a field as a FieldError has it. The index comes from the
// response, so it may be a secret.
func (o *operation) shownField(field []string) []string {
	if len(field) > 1 && o.secrets.occurIn(field[1]) {
		return field[:1]
	}

	return field
}

// showMessage returns a message with its details, each of them withheld if it
// contains a secret.
func (s secrets) showMessage(m message) string {
	text := s.show(m.text)
	if s.occurIn(s.examined(m.path)) {
		text = Withheld
	}

	var details []string

	for _, detail := range m.details {
		if shown := s.show(detail); shown != "" && !slices.Contains(details, shown) {
			details = append(details, shown)
		}
	}

	if len(details) > 0 {
		text += " (" + strings.Join(details, ", ") + ")"
	}

	return s.show(text)
}

// joinMessages joins messages to one text.
func joinMessages(texts []string) string {
	var joined strings.Builder

	for index, text := range texts {
		joined.WriteString(text)

		switch {
		case index == len(texts)-1:
		case strings.ContainsAny(text[len(text)-1:], ".!?:;)]"):
			joined.WriteString(" ")
		default:
			joined.WriteString("; ")
		}
	}

	return joined.String()
}
