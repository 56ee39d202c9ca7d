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
		{path: []string{"recommendations", "3", "a"}, message: "is too long"},
		{message: "no <way>"},
	}
	tests := map[string]struct {
		shape             ErrorShape
		contentType, body string
	}{
		"field lists": {FieldLists, "application/json",
			`{"detail":"no \u003cway\u003e","name":["is too short","is not nice"],"recommendations":["3.a: is too long"]}`},
		"plain text": {PlainText, "text/plain; charset=utf-8", "name: is too short; name: is not nice; recommendations.3.a: is too long; no <way>"},
		"empty":      {Empty, "", ""},
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
