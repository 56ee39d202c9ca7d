package mockserver

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPut_OmittedFields(t *testing.T) {
	tests := map[string]struct {
		omitted OmittedFields
		want    string
	}{
		"kept": {KeepOmitted, `{
			"name": "New", "theme_mode": "both", "start_message": "Hello", "recommendations": ["What?", "Why?"],
			"response_mode": "basic", "show_sidebar": false, "show_dashboards": false,
			"lm_primary_background_color": "#000001", "lm_light_background_color": "#000002",
			"lm_dark_background_color": "#000003", "lm_button_outline_color": "#000004",
			"dm_primary_background_color": "#000005", "dm_light_background_color": "#000006",
			"dm_dark_background_color": "#000007", "dm_button_outline_color": "#000008",
			"custom_css_overrides": {"--radius": 4}
		}`},
		"reset": {ResetOmitted, `{
			"name": "New", "theme_mode": "light", "start_message": "", "recommendations": [],
			"response_mode": "full", "show_sidebar": true, "show_dashboards": false
		}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{Behavior: Behavior{OmittedFields: test.omitted}})
			wantStatus(t, put(t, s, everyAppearanceField), http.StatusOK)

			wantStatus(t, put(t, s, `{"name": "New", "show_dashboards": false}`), http.StatusOK)

			held, _ := s.Appearance(1)
			wantFields(t, held, test.want)
		})
	}
}

func TestPut_ResetLeavesDefaultsUnchanged(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{OmittedFields: ResetOmitted}})
	s.AddAppearance(2, nil)
	wantStatus(t, put(t, s, everyAppearanceField), http.StatusOK)

	wantStatus(t, send(t, s, http.MethodPut, "/api/v1/appearance/2/", `{"name": "Second"}`), http.StatusOK)

	held, _ := s.Appearance(2)
	wantFields(t, held, `{
		"name": "Second", "theme_mode": "light", "start_message": "", "recommendations": [],
		"response_mode": "full", "show_sidebar": true, "show_dashboards": true
	}`)
}

func TestPatch_KeepsOmittedFields(t *testing.T) {
	for name, omitted := range map[string]OmittedFields{"kept": KeepOmitted, "reset": ResetOmitted} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{Behavior: Behavior{OmittedFields: omitted}})
			wantStatus(t, patch(t, s, `{"hostname": "db.example.com", "password": "secret"}`), http.StatusOK)

			wantStatus(t, patch(t, s, `{"port": 5433}`), http.StatusOK)

			held, _ := s.Source(7)
			wantFields(t, held,
				`{"account_name": "Start", "hostname": "db.example.com", "password": "secret", "port": 5433}`)
		})
	}
}

func TestBehavior_LeavesOutOptionalResponseFields(t *testing.T) {
	s := newTestServer(t, Options{})
	s.SetBehavior(Behavior{OmitOptionalResponseFields: true})

	appearance := decodeObject(t, put(t, s, everyAppearanceField).Body.String())
	source := decodeObject(t, patch(t, s, everySourceField).Body.String())

	names := map[string]bool{}
	for name := range appearance {
		names[name] = true
	}
	want := map[string]bool{
		"id": true, "name": true, "custom_css_vars": true, "created_at": true, "last_modified": true, "is_default": true,
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("fields of the result (-want +got):\n%s", diff)
	}
	wantFields(t, source, `{"id": 7, "account_name": "Orders", "type": "postgres"}`)
}

func TestBehavior_NormalizesValuesInResponsesOnly(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{NormalizeValues: true}})

	appearance := decodeObject(t, put(t, s, `{
		"name": "Theme", "theme_mode": "dark", "start_message": "Hello", "show_sidebar": true,
		"recommendations": ["What?", {"text": "Why?", "rank": 1}], "lm_dark_background_color": "#abcdef"
	}`).Body.String())
	source := decodeObject(t, patch(t, s, `{"account_name": "Orders"}`).Body.String())

	delete(appearance, "created_at")
	delete(appearance, "last_modified")
	wantFields(t, appearance, `{
		"id": 1, "name": "THEME", "theme_mode": "dark", "start_message": "HELLO", "show_sidebar": true,
		"recommendations": ["WHAT?", {"text": "WHY?", "rank": 1}],
		"custom_css_vars": "--lm-dark-background-color: #abcdef;", "is_default": "false"
	}`)
	wantFields(t, source, `{"id": 7, "account_name": "ORDERS", "type": "postgres"}`)
	heldAppearance, _ := s.Appearance(1)
	wantFields(t, heldAppearance, `{
		"name": "Theme", "theme_mode": "dark", "start_message": "Hello", "show_sidebar": true,
		"recommendations": ["What?", {"text": "Why?", "rank": 1}], "lm_dark_background_color": "#abcdef"
	}`)
	heldSource, _ := s.Source(7)
	wantFields(t, heldSource, `{"account_name": "Orders"}`)
}

func TestBehavior_AcceptsAnyID(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{AcceptAnyID: true}})

	wantStatus(t, send(t, s, http.MethodPut, "/api/v1/appearance/42/", `{"name": "New"}`), http.StatusOK)
	wantStatus(t, send(t, s, http.MethodPut, "/api/v1/appearance/42/", `{"name": "Newer"}`), http.StatusOK)
	wantStatus(t, send(t, s, http.MethodPatch, "/api/v1/sources/43/update-config/", `{"port": 5432}`), http.StatusOK)

	held, _ := s.Appearance(42)
	wantFields(t, held, `{"name": "Newer"}`)
	source, _ := s.Source(43)
	wantFields(t, source, `{"port": 5432}`)
}

func TestBehavior_AcceptsAnyIDOfValidRequestsOnly(t *testing.T) {
	s := newTestServer(t, Options{Behavior: Behavior{AcceptAnyID: true}})
	before := s.State()
	unauthorized := newRequest(t, http.MethodPut, "/api/v1/appearance/42/", `{"name": "New"}`)
	unauthorized.Header.Del("Authorization")

	wantStatus(t, serve(s, unauthorized), http.StatusUnauthorized)
	wantStatus(t, send(t, s, http.MethodPut, "/api/v1/appearance/42/", `{"name": ""}`), http.StatusBadRequest)
	for _, id := range []string{"letters", "007", "+7", "9223372036854775808"} {
		wantStatus(t, send(t, s, http.MethodPut, "/api/v1/appearance/"+id+"/", `{"name": "New"}`), http.StatusNotFound)
	}

	if diff := cmp.Diff(before, s.State()); diff != "" {
		t.Errorf("objects (-before +after):\n%s", diff)
	}
}
