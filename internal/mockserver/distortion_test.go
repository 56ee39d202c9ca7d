package mockserver

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestUnreportedFields(t *testing.T) {
	for name, test := range map[string]struct {
		unreported Unreported
		want       string
	}{
		"null":    {ReportNulls, `{"id": 7, "account_name": null, "type": null}`},
		"nothing": {ReportNothing, `{"id": 7}`},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{Behavior: Behavior{Unreported: test.unreported}})

			wantFields(t, decodeObject(t, patch(t, s, `{"port": 1}`).Body.String()), test.want)

			for field, value := range decodeObject(t, put(t, s, everyAppearanceField).Body.String()) {
				if field != "id" && (test.unreported == ReportNothing || value != nil) {
					t.Errorf("the answer reports %s as %v", field, value)
				}
			}
		})
	}
}

func TestOddTypes(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{OddTypes: true}})

	answer := decodeObject(t, put(t, s, `{"name": "N", "recommendations": ["Why?"]}`).Body.String())

	if answer["id"] != "1" || answer["is_default"] != false {
		t.Errorf("the id is %v and is_default %v", answer["id"], answer["is_default"])
	}
	delete(answer, "last_modified")
	delete(answer, "custom_css_vars")
	wantFields(t, answer, `{
		"id": "1", "name": "N", "recommendations": [{"question": "Why?"}], "is_default": false, "created_at": 1700000000
	}`)
}

func TestMovingCreatedAt(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{MovingCreatedAt: true}})

	first := decodeObject(t, put(t, s, `{"name": "N"}`).Body.String())["created_at"]
	second := decodeObject(t, put(t, s, `{"name": "N"}`).Body.String())["created_at"]

	if first == second {
		t.Errorf("created_at stays %v", first)
	}
}

func TestDistortedAnswersAreNoViolations(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{OddTypes: true, MovingCreatedAt: true, Unreported: ReportNulls}})

	wantStatus(t, put(t, s, everyAppearanceField), http.StatusOK)

	if violations := s.Violations(); len(violations) > 0 {
		t.Errorf("violations: %v", violations)
	}
}

func TestEchoRequests(t *testing.T) {
	const body = `{"password": "pass & word", "port": "wrong"}`

	for name, shape := range map[string]ErrorShape{"detail": Detail, "plain text": PlainText, "field lists": FieldLists} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{Behavior: Behavior{EchoRequests: true, ErrorShape: shape}})

			answer := patch(t, s, body)
			wantStatus(t, answer, http.StatusBadRequest)

			text := answer.Body.String()
			if shape != PlainText {
				text = decodeObject(t, text)["detail"].(string)
			}
			for _, want := range []string{body, "Bearer ", url.QueryEscape(body)} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in %q", want, text)
				}
			}

			s.QueueFault(Fault{Status: http.StatusBadGateway})
			if text := patch(t, s, body).Body.String(); !strings.Contains(text, "Bearer ") {
				t.Errorf("a fault's answer is %q", text)
			}
		})
	}
}
