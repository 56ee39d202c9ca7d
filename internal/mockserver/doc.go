// Package mockserver is the service, small: an http.Handler that behaves as the documented interface says, for tests
// and for the program internal/cmd/chatview-mock. It knows nothing of Terraform.
//
// openapi.yaml transcribes the interface. Every request, and every answer of the server's own, is checked against it
// and against nothing else, so that a limit which a client has wrong shows in a test. What the interface leaves open
// is a switch (Behavior) or can be provoked for one request (Fault); what it does not have answers 404 or 405.
//
// The server remembers what it was sent, write-only values included (Appearance, Source, State), and keeps a journal
// of the requests (Requests). A test ends well with a look at Violations: it lists answers of the server that broke
// the document.
//
// To add a switch, give Behavior a field whose zero value means "as before", and read it where the answer is made:
// answerFields in objects.go, errorResponse in errorshape.go, or, if it breaks the document on purpose, distortion.go.
// To add a fault, give Fault a field; what happens before or instead of the change belongs into Server.respond, what
// spoils an answer into response.spoilt (fault.go). Either way add a row to the table test beside it.
package mockserver
