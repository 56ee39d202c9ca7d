package mockserver

// Behavior holds the switches: one way each to read what the interface does not document. The zero value is the
// plainest reading.
type Behavior struct {
	// OmittedFields says what a PUT does to an optional field that it leaves out.
	OmittedFields OmittedFields
	// ErrorShape is how errors are written.
	ErrorShape ErrorShape
	// LeaveOutOptionalResponseFields leaves every field that the response marks optional out of the answer.
	LeaveOutOptionalResponseFields bool
	// AcceptAnyID lets a valid request bring the object of an unknown id into being, with no fields, instead of
	// answering 404. The interface answers with integer ids, so an id that is not one stays unknown.
	AcceptAnyID bool
	// NormalizeValues answers free text in upper case. What is stored stays as it was sent.
	NormalizeValues bool

	// The switches from here on break openapi.yaml on purpose, after the answer was checked: a client should survive a
	// service that does not keep to its document.

	// Unreported says how everything but the id is kept out of the answer.
	Unreported Unreported
	// OddTypes answers with other types than documented: the id as text, is_default as a boolean, times as numbers,
	// recommendations as objects.
	OddTypes bool
	// MovingCreatedAt answers with another created_at each time.
	MovingCreatedAt bool
	// EchoRequests repeats the Authorization header and the body, as they are and escaped for a URL, in every error.
	EchoRequests bool
}

// Unreported is how fields are kept out of an answer.
type Unreported int

const (
	// ReportAll keeps nothing out.
	ReportAll Unreported = iota
	// ReportNulls answers null for everything but the id.
	ReportNulls
	// ReportNothing leaves out everything but the id.
	ReportNothing
)

// OmittedFields is what a PUT does to optional fields that it leaves out.
type OmittedFields int

const (
	// KeepOmitted leaves an omitted field as it was.
	KeepOmitted OmittedFields = iota
	// ResetOmitted gives an omitted field the server's default, or removes it where there is none.
	ResetOmitted
)

// ErrorShape is how the body of an error is written.
type ErrorShape int

const (
	// FieldLists is {"name": ["…"]}, and {"detail": "…"} for what concerns no field.
	FieldLists ErrorShape = iota
	// Detail is {"detail": "…"} for everything.
	Detail
	// ProblemDetails is application/problem+json, RFC 9457.
	ProblemDetails
	// PlainText is text/plain.
	PlainText
	// HTML is a small page, as a proxy writes it.
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
