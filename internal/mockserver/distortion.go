package mockserver

import (
	"net/http"
	"net/url"
	"time"
)

// distorted is the answer that the switches make of one that keeps to the document.
func (b Behavior) distorted(answer response, x exchange) response {
	switch {
	case answer.status >= http.StatusBadRequest && b.EchoRequests:
		return b.echoing(answer, x)
	case answer.changed && (b.Unreported != ReportAll || b.OddTypes || b.MovingCreatedAt):
		answer.body = encodeJSON(b.distortedFields(decodeFields(answer.body), x.number))
	}
	return answer
}

// echoing is an error that repeats the request it refuses, in the error shape in force.
func (b Behavior) echoing(answer response, x exchange) response {
	received := x.request.Header.Get("Authorization") + " " + string(x.body)
	echo := errorResponse(b.ErrorShape, answer.status, problem{message: "received " + received + " or " + url.QueryEscape(received)})
	for name, values := range echo.header {
		answer.header[name] = values
	}
	answer.body = echo.body
	return answer
}

// distortedFields alters the fields of the answer to the request with the given number.
func (b Behavior) distortedFields(fields map[string]any, number int) map[string]any {
	if b.MovingCreatedAt {
		replace(fields, "created_at", time.Unix(int64(number), 0).UTC().Format(time.RFC3339))
	}
	if b.OddTypes {
		oddTypes(fields, number)
	}
	for name := range fields {
		switch {
		case name == "id":
		case b.Unreported == ReportNulls:
			fields[name] = nil
		case b.Unreported == ReportNothing:
			delete(fields, name)
		}
	}
	return fields
}

// oddTypes gives fields the types that another implementation might.
func oddTypes(fields map[string]any, number int) {
	if id, found := fields["id"]; found {
		fields["id"] = text(id)
	}
	replace(fields, "is_default", false)
	replace(fields, "created_at", 1700000000)
	replace(fields, "last_modified", 1700000000+number)
	replace(fields, "type", map[string]any{"name": fields["type"]})
	if questions, isList := fields["recommendations"].([]any); isList {
		objects := make([]any, 0, len(questions))
		for _, question := range questions {
			objects = append(objects, map[string]any{"question": question})
		}
		fields["recommendations"] = objects
	}
}

// replace gives a field that is there another value.
func replace(fields map[string]any, name string, value any) {
	if _, found := fields[name]; found {
		fields[name] = value
	}
}

// text writes a JSON number as a string.
func text(number any) string {
	return string(encodeJSON(number))
}
