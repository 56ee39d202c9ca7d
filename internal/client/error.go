package client

import "fmt"

// FieldError is an API message about one request field.
type FieldError struct {
	// Path is the name of the request field, followed by the index of an
	// element if the API names one, as in "recommendations", "3".
	Path []string
	// Message is safe to show: at most MaxTextLength characters, or Withheld.
	Message string
}

// Error is a failed operation. Its texts are safe to show: one line, without
// control characters, and Withheld if they repeat a secret.
type Error struct {
	Kind Kind
	// Method and Path are those of the request.
	Method, Path string
	// StatusCode is the status of the last response, or 0 if the last attempt
	// got none.
	StatusCode int
	// RequestID is the request id in the headers of the last response, or
	// empty.
	RequestID string
	// Attempts is the number of attempts made.
	Attempts int
	// OutcomeUnknown reports whether the change may have been made despite the
	// error.
	OutcomeUnknown bool
	// Cause is the earlier failure that kept this operation from being sent.
	// It is nil unless Kind is KindNotSent.
	Cause *Error
	// Location is the target of a redirect.
	Location string
	// Fields are the API messages about request fields.
	Fields []FieldError
	// Text is any other API message, or what is wrong with the response or the
	// connection. It has at most MaxTextLength characters.
	Text string
}

// Error returns one line for logs and tests.
func (e *Error) Error() string {
	return fmt.Sprintf("%s %s: %s (status %d): %s", e.Method, e.Path, e.Kind, e.StatusCode, e.Text)
}

// failure returns an error of the given kind after an attempt.
func (o *operation) failure(last attempt, kind Kind, text string) *Error {
	return &Error{
		Kind:           kind,
		Method:         o.method,
		Path:           o.path,
		StatusCode:     last.statusCode(),
		RequestID:      o.requestID(last),
		Attempts:       last.number,
		OutcomeUnknown: last.outcomeUnknown,
		Text:           text,
	}
}

// lastFailure returns the error for a failed attempt.
func (o *operation) lastFailure(last attempt) *Error {
	failure := o.failure(last, last.kind, "")

	switch {
	case last.err != nil:
		hidden := o.secrets()
		if last.kind != KindConnection { // which may quote the response
			hidden.short = nil
		}

		failure.Text = hidden.show(last.err.Error(), withoutUserinfo)
	case last.kind == KindRedirect:
		failure.Location = o.secrets().show(last.response.Header.Get("Location"), withoutUserinfo)
	default:
		failure.Fields, failure.Text = o.errorText(last.response.Header.Get("Content-Type"), last.body, o.fields)
	}

	return failure
}
