package mockserver

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestErrorResponse_Shapes(t *testing.T) {
	problems := []problem{
		{path: []string{"name"}, message: "is too short"},
		{path: []string{"name"}, message: "is not nice"},
		{path: []string{"recommendations", "3", "a/b~c"}, message: "is too long"},
		{message: "no <way>"},
	}
	const text = "name: is too short; name: is not nice; recommendations.3.a/b~c: is too long; no "
	tests := map[string]struct {
		shape             ErrorShape
		contentType, body string
	}{
		"field lists": {FieldLists, "application/json",
			`{"detail":"no \u003cway\u003e","name":["is too short","is not nice"],"recommendations":["3.a/b~c: is too long"]}`},
		"detail": {Detail, "application/json", `{"detail":"` + text + `\u003cway\u003e"}`},
		"problem details": {ProblemDetails, "application/problem+json",
			`{"detail":"` + text + `\u003cway\u003e","errors":[` +
				`{"detail":"is too short","pointer":"#/name"},{"detail":"is not nice","pointer":"#/name"},` +
				`{"detail":"is too long","pointer":"#/recommendations/3/a~1b~0c"}],` +
				`"status":400,"title":"Bad Request","type":"about:blank"}`},
		"plain text": {PlainText, "text/plain; charset=utf-8", text + "<way>"},
		"HTML": {HTML, "text/html; charset=utf-8", "<!doctype html>\n<html><head><title>400 Bad Request</title></head>" +
			"<body><h1>400 Bad Request</h1><p>" + text + "&lt;way&gt;</p></body></html>\n"},
		"empty": {Empty, "", ""},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			result := errorResponse(test.shape, http.StatusBadRequest, problems...)

			if result.status != http.StatusBadRequest || result.changed {
				t.Errorf("status %d, changed %t", result.status, result.changed)
			}

			if got := result.header.Get("Content-Type"); got != test.contentType {
				t.Errorf("content type %q, want %q", got, test.contentType)
			}

			if diff := cmp.Diff(test.body, string(result.body)); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
		})
	}
}

func TestServer_ErrorShapeAppliesToEveryError(t *testing.T) {
	s := newTestServer(t, Options{APIKey: "key", Behavior: Behavior{ErrorShape: Detail}})
	s.QueueFaults(Fault{}, Fault{}, Fault{}, Fault{}, Fault{Status: http.StatusServiceUnavailable})

	requests := []*http.Request{
		newRequest(t, http.MethodPut, appearancePath, `{}`),
		newRequest(t, http.MethodPut, appearancePath, `{}`),
		newRequest(t, http.MethodPut, "/api/v1/appearance/99/", `{}`),
		newRequest(t, http.MethodGet, appearancePath, ``),
		newRequest(t, http.MethodPut, appearancePath, `{"name": "Theme"}`), // its fault is the 503
	}
	requests[0].Header.Del("Authorization")

	var got []string
	for _, request := range requests {
		got = append(got, serve(s, request).Body.String())
	}

	want := []string{
		`{"detail":"the request has no bearer token"}`,
		`{"detail":"name: property \"name\" is missing"}`,
		`{"detail":"there is no object with this id"}`,
		`{"detail":"the method is not allowed"}`,
		`{"detail":"this fault was queued"}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("bodies (-want +got):\n%s", diff)
	}
}
