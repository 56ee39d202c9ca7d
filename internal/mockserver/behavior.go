package mockserver

// Behavior holds the switches. Each decides something that the API documentation leaves open; the zero value is the
// plainest choice.
type Behavior struct {
	// OmittedFields decides what a PUT does to an optional field that it omits.
	OmittedFields OmittedFields
	// ErrorShape is the format of error responses.
	ErrorShape ErrorShape
	// OmitOptionalResponseFields omits every optional field from responses.
	OmitOptionalResponseFields bool
	// AcceptAnyID makes a valid request to an unknown integer id create the object, without fields, instead of
	// returning 404.
	AcceptAnyID bool
	// NormalizeValues returns free text in upper case. The stored value stays as it was sent.
	NormalizeValues bool

	// The switches below break openapi.yaml on purpose, after the response is checked: a client should cope with a
	// service that does not follow its documentation.

	// ReturnedFields selects the fields of successful responses.
	ReturnedFields ReturnedFields
	// UndocumentedTypes returns the id as a string, is_default as a boolean, times as numbers, and recommendations and
	// type as objects.
	UndocumentedTypes bool
	// ChangingCreatedAt returns a different created_at each time.
	ChangingCreatedAt bool
	// EchoRequests repeats the Authorization header and the body, both raw and escaped for a URL, in every error.
	EchoRequests bool
}

// ReturnedFields selects the fields of a successful response.
type ReturnedFields int

const (
	// ReturnAll returns every field.
	ReturnAll ReturnedFields = iota
	// ReturnNulls returns null for everything but the id.
	ReturnNulls
	// ReturnIDOnly returns the id and nothing else.
	ReturnIDOnly
)

// OmittedFields is what a PUT does to optional fields that it omits.
type OmittedFields int

const (
	// KeepOmitted keeps an omitted field's value.
	KeepOmitted OmittedFields = iota
	// ResetOmitted gives an omitted field the server's default, or removes it if there is none.
	ResetOmitted
)

// ErrorShape is the format of an error's body.
type ErrorShape int

const (
	// FieldLists is {"name": ["…"]}, and {"detail": "…"} for a problem with no particular field.
	FieldLists ErrorShape = iota
	// Detail is {"detail": "…"} for everything.
	Detail
	// ProblemDetails is application/problem+json, RFC 9457.
	ProblemDetails
	// PlainText is text/plain.
	PlainText
	// HTML is a small page, like a proxy's.
	HTML
	// Empty is no body.
	Empty
)

// SetBehavior replaces the switches for the requests that arrive from now on.
func (s *Server) SetBehavior(b Behavior) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behavior = b
}
