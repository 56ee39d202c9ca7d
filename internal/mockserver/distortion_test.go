package mockserver

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestBehavior_LeavesFieldsUnreported(t *testing.T) {
	for name, test := range map[string]struct {
		unreported ReturnedFields
		want       string
	}{
		"null":    {ReturnNulls, `{"id": 7, "account_name": null, "type": null}`},
		"nothing": {ReturnIDOnly, `{"id": 7}`},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{Behavior: Behavior{ReturnedFields: test.unreported}})

			wantFields(t, decodeObject(t, patch(t, s, `{"port": 1}`).Body.String()), test.want)

			for field, value := range decodeObject(t, put(t, s, everyAppearanceField).Body.String()) {
				if field != "id" && (test.unreported == ReturnIDOnly || value != nil) {
					t.Errorf("the response reports %s as %v", field, value)
				}
			}
		})
	}
}

func TestBehavior_ReportsNoBody(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{ReturnedFields: ReturnNoBody}})

	got := put(t, s, `{"name": "Changed"}`)

	wantStatus(t, got, http.StatusOK)
	if got.Body.Len() > 0 || nameHeld(t, s) != "Changed" {
		t.Errorf("body %q, name %q", got.Body, nameHeld(t, s))
	}
	wantStatus(t, put(t, s, `{"name": ""}`), http.StatusBadRequest)
}

func TestBehavior_ReturnsOddTypes(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{UndocumentedTypes: true}})

	result := decodeObject(t, put(t, s, `{"name": "N", "recommendations": ["Why?"]}`).Body.String())

	if result["id"] != "1" || result["is_default"] != false {
		t.Errorf("the id is %v and is_default %v", result["id"], result["is_default"])
	}
	delete(result, "last_modified")
	delete(result, "custom_css_vars")
	wantFields(t, result, `{
		"id": "1", "name": "N", "recommendations": [{"question": "Why?"}], "is_default": false, "created_at": 1700000000
	}`)
}

func TestBehavior_MovesCreatedAt(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{ChangingCreatedAt: true}})

	first := decodeObject(t, put(t, s, `{"name": "N"}`).Body.String())["created_at"]
	second := decodeObject(t, put(t, s, `{"name": "N"}`).Body.String())["created_at"]

	if first == second {
		t.Errorf("created_at stays %v", first)
	}
}

func TestBehavior_DistortsWithoutViolation(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{UndocumentedTypes: true, ChangingCreatedAt: true, ReturnedFields: ReturnNulls}})

	wantStatus(t, put(t, s, everyAppearanceField), http.StatusOK)

	if violations := s.Violations(); len(violations) > 0 {
		t.Errorf("violations: %v", violations)
	}
}

func TestBehavior_EchoesRequests(t *testing.T) {
	const body = `{"password": "pass & word", "port": "wrong"}`

	for name, shape := range map[string]ErrorShape{"detail": Detail, "plain text": PlainText, "field lists": FieldLists} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{Behavior: Behavior{EchoRequests: true, ErrorShape: shape}})

			result := patch(t, s, body)
			wantStatus(t, result, http.StatusBadRequest)

			text := result.Body.String()
			if shape != PlainText {
				text = decodeObject(t, text)["detail"].(string)
			}
			for _, want := range []string{body, "Bearer ", url.QueryEscape(body)} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in %q", want, text)
				}
			}

			s.QueueFaults(Fault{Status: http.StatusBadGateway})
			if text := patch(t, s, body).Body.String(); !strings.Contains(text, "Bearer ") {
				t.Errorf("the response of a fault is %q", text)
			}
		})
	}
}
