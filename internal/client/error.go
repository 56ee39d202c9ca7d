package client

import "fmt"

// Kind is the kind of a failure, by what the user can do about it.
type Kind string

// The kinds of failure. The API documentation defines no errors (section 7),
// so they are based on the status code and the connection.
const (
	KindUnauthorized     Kind = "unauthorized"        // 401
	KindForbidden        Kind = "forbidden"           // 403
	KindNotFound         Kind = "not found"           // 404
	KindConflict         Kind = "conflict"            // 409
	KindRateLimited      Kind = "rate limited"        // 429
	KindRefused          Kind = "refused"             // any other 4xx
	KindServerFailure    Kind = "server failure"      // 5xx, and 425, which is about timing, not the request
	KindRedirect         Kind = "redirect"            // 301, 302, 303, 307, 308
	KindUnexpected       Kind = "unexpected status"   // any other status except 2xx
	KindTimeout          Kind = "timed out"           // 408, or no complete response within the request timeout
	KindUnreachable      Kind = "unreachable"         // no connection: refused, no route
	KindConnection       Kind = "connection lost"     // a connection that broke
	KindUnknownHost      Kind = "unknown host"        // the host name does not resolve
	KindTLS              Kind = "TLS failure"         // certificate or handshake
	KindCanceled         Kind = "canceled"            // the context ended
	KindUnreadable       Kind = "unreadable response" // 2xx that is not a JSON object
	KindResponseTooLarge Kind = "response too large"  // 2xx with more than MaxResponseBytes
	KindWrongObject      Kind = "wrong object"        // 2xx with another id
	KindNotConfirmed     Kind = "not confirmed"       // 2xx without an id
	KindNotSent          Kind = "not sent"            // an earlier failure shows that no request can succeed (Error.Cause)
	KindUnsendable       Kind = "unsendable"          // nothing was sent: the request is invalid
)

// FieldError is an API message about one request field.
type FieldError struct {
	// Path is the name of the request field, followed by the index of an
	// element if the API names one, as in "recommendations", "3".
	Path []string
	// Message is safe to show: at most MaxTextLength characters, or Withheld.
	Message string
}

// Error is a failed operation. None of its texts contains a secret that was
// sent.
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

// failure returns an error of the given kind after the last attempt.
func (o *operation) failure(kind Kind, text string) *Error {
	return &Error{
		Kind:           kind,
		Method:         o.method,
		Path:           o.path,
		StatusCode:     o.last.statusCode(),
		RequestID:      o.requestID(),
		Attempts:       o.attempts,
		OutcomeUnknown: o.outcomeUnknown,
		Text:           text,
	}
}

// lastFailure returns the error for the last attempt.
func (o *operation) lastFailure() *Error {
	failure := o.failure(o.last.kind, "")

	switch {
	case o.last.err != nil:
		failure.Text = o.secrets.showAddress(o.last.err.Error())
	case o.last.kind == KindRedirect:
		failure.Location = o.secrets.showAddress(o.last.response.Header.Get("Location"))
	default:
		failure.Fields, failure.Text = o.errorText(o.last.response.Header.Get("Content-Type"), o.last.body)
	}

	return failure
}
