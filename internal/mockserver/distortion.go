package mockserver

import (
	"maps"
	"net/http"
	"net/url"
	"time"
)

// distorted applies the switches that break openapi.yaml to a response.
func (b Behavior) distorted(r response, x exchange) response {
	switch {
	case r.status >= http.StatusBadRequest && b.EchoRequests:
		return b.echo(r, x)
	case r.changed && (b.ReturnedFields != ReturnAll || b.UndocumentedTypes || b.ChangingCreatedAt):
		r.body = encodeJSON(b.distortedFields(decodeFields(r.body), x.number))
	}
	return r
}

// echo returns an error that repeats the refused request.
func (b Behavior) echo(r response, x exchange) response {
	received := x.request.Header.Get("Authorization") + " " + string(x.entry.Body)
	repeated := errorResponse(b.ErrorShape, r.status, problem{message: "received " + received + " or " + url.QueryEscape(received)})
	maps.Copy(r.header, repeated.header)
	r.body = repeated.body
	return r
}

// distortedFields alters the fields of the response to the request with the given number.
func (b Behavior) distortedFields(fields map[string]any, number int) map[string]any {
	if b.ChangingCreatedAt {
		replace(fields, "created_at", time.Unix(int64(number), 0).UTC().Format(time.RFC3339))
	}
	if b.UndocumentedTypes {
		undocumentedTypes(fields, number)
	}
	for name := range fields {
		switch {
		case name == "id":
		case b.ReturnedFields == ReturnNulls:
			fields[name] = nil
		case b.ReturnedFields == ReturnIDOnly:
			delete(fields, name)
		}
	}
	return fields
}

// undocumentedTypes gives fields types that another implementation might use.
func undocumentedTypes(fields map[string]any, number int) {
	replace(fields, "id", string(encodeJSON(fields["id"])))
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

// replace sets a field if it is present.
func replace(fields map[string]any, name string, value any) {
	if _, found := fields[name]; found {
		fields[name] = value
	}
}
