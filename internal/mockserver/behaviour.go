package mockserver

// Behaviour holds the switches: one way each to read what the interface does not document. The zero value is the
// plainest reading.
type Behaviour struct {
	// OmittedFields says what a PUT does to an optional field that it leaves out.
	OmittedFields OmittedFields
	// ErrorShape is how errors are written.
	ErrorShape ErrorShape
	// LeaveOutOptionalResponseFields leaves every field that the response marks optional out of the answer.
	LeaveOutOptionalResponseFields bool
	// NormalizeValues answers free text in upper case. What is stored stays as it was sent.
	NormalizeValues bool
}

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

// SetBehaviour replaces the switches for the requests that arrive from now on.
func (s *Server) SetBehaviour(b Behaviour) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behaviour = b
}
