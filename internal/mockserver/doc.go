// Package mockserver is a small implementation of the API as an http.Handler, for tests and for chatview-mock. It
// knows nothing about Terraform.
//
// openapi.yaml transcribes the API documentation. Every request and every response is checked against it and nothing
// else, so a limit that the client gets wrong fails a test. What the documentation leaves open is a switch (Behavior)
// or can be provoked for one request (Fault). Anything else gets 404 or 405.
//
// The server keeps what it received, write-only values included (Appearance, Source, State), and a journal of the
// requests (Requests). A test should end with a check that Violations is empty.
//
// To add a switch, add a field to Behavior whose zero value changes nothing, and read it in responseFields (objects.go),
// errorResponse (error_shape.go) or, if it breaks openapi.yaml on purpose, in distortion.go. To add a fault, add a field
// to Fault, and read it in Server.respond or response.altered (fault.go).
package mockserver
