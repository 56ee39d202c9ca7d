package mockserver

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestBehavior_KeepsOrResetsOmittedFields(t *testing.T) {
	for resets, want := range map[bool]string{
		false: strings.Replace(everyAppearanceField, "Theme", "New", 1),
		true: `{
			"name": "New", "theme_mode": "light", "start_message": "", "recommendations": [],
			"response_mode": "full", "show_sidebar": true, "show_dashboards": true
		}`,
	} {
		s := newTestServer(t, Options{Behavior: Behavior{ResetOmittedFields: resets}})
		wantStatus(t, put(t, s, everyAppearanceField), http.StatusOK)
		wantStatus(t, put(t, s, `{"name": "New"}`), http.StatusOK)
		wantStatus(t, patch(t, s, `{"password": "secret"}`), http.StatusOK)
		wantStatus(t, patch(t, s, `{"port": 5433}`), http.StatusOK)

		appearance, _ := s.Fields(Appearances, 1)
		if resets { // every field of the response has a default
			wantEqual(t, "names", slices.Sorted(maps.Keys(decodeObject(t, returnedFields))), slices.Sorted(maps.Keys(appearance)))
			maps.DeleteFunc(appearance, func(name string, _ any) bool { return !strings.Contains(want, name) })
		}

		wantFields(t, appearance, want)

		source, _ := s.Fields(Sources, 7) // a PATCH keeps them
		wantFields(t, source, `{"account_name": "Start", "type": "postgres", "password": "secret", "port": 5433}`)
	}
}

// TestBehavior_ChangesResponsesOnly to everyAppearanceField, without its style, and to a
// source update.
func TestBehavior_ChangesResponsesOnly(t *testing.T) {
	const job = `{"id": "job-17", "status": "queued", "created_at": "2030-01-02T03:04:05Z", "url": "https://jobs.example.com/?code=c4fe"}`

	for name, test := range map[string]struct {
		behavior           Behavior
		appearance, source string
	}{
		"normalized": {
			Behavior{NormalizeValues: true},
			regexp.MustCompile(`"[A-Z][^"]*"`).ReplaceAllStringFunc(returnedAppearance, strings.ToUpper),
			`{"id": 7, "account_name": "ORDERS", "type": "postgres"}`,
		},
		"the id only": {Behavior{ReturnIDOnly: true}, `{"id": 1}`, `{"id": 7}`},
		"a job":       {Behavior{ReturnJob: true}, job, job},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{})
			s.SetBehavior(test.behavior)

			appearance := decodeObject(t, put(t, s, everyAppearanceField).Body.String())
			source := decodeObject(t, patch(t, s, everySourceField).Body.String())

			delete(appearance, "custom_css_vars")
			wantFields(t, appearance, test.appearance)
			wantFields(t, source, test.source)

			held, _ := s.Fields(Appearances, 1)
			wantFields(t, held, everyAppearanceField)

			refused := decodeObject(t, put(t, s, `{"name": ""}`).Body.String())
			wantFields(t, refused, `{"name": ["minimum string length is 1"]}`)
		})
	}
}

func TestBehavior_AcceptsAnyIDOfValidRequests(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{AcceptAnyID: true}})
	send := func(method, path, body string) int { return serve(s, newRequest(t, method, path, body)).Code }

	var got []int
	for _, id := range []string{"42", "letters", "007", "+7", "9223372036854775808"} {
		got = append(got, send(http.MethodPut, "/api/v1/appearance/"+id+"/", `{"name": "New"}`))
	}

	got = append(got, send(http.MethodPut, "/api/v1/appearance/44/", `{"name": ""}`))
	wantEqual(t, "statuses", []int{200, 404, 404, 404, 404, 400}, got)

	source := serve(s, newRequest(t, http.MethodPatch, "/api/v1/sources/43/update-config/", `{"port": 5432}`))
	wantFields(t, decodeObject(t, source.Body.String()), `{"id": 43, "account_name": "", "type": "unknown"}`)

	for kind, want := range (State{
		Appearances: {1: {"name": "Start"}, 42: {"name": "New"}},
		Sources:     {7: {"type": "postgres", "account_name": "Start"}, 43: {"port": json.Number("5432")}},
	}) {
		wantEqual(t, "objects", want, s.State()[kind])
	}
}

func TestBehavior_EchoesRequests(t *testing.T) {
	const body = `{"password": "pass & word", "port": "wrong"}`

	s := newTestServer(t, Options{Behavior: Behavior{EchoRequests: true}})
	s.QueueFaults(Fault{}, Fault{Status: http.StatusBadGateway}, Fault{Status: http.StatusBadGateway, Body: []byte("bad gateway")})

	for _, isJSON := range []bool{true, true, false} {
		text := patch(t, s, body).Body.String()
		if isJSON {
			text = decodeObject(t, text)["detail"].(string)
		}

		for _, want := range []string{body, "Bearer key", url.QueryEscape(body)} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in %q", want, text)
			}
		}
	}
}
