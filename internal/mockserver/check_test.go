package mockserver

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"
)

// responseProblems returns the problems that the server finds in one of its own responses.
func responseProblems(t *testing.T, method, path string, fields map[string]any) string {
	t.Helper()
	s := newTestServer(t, Options{})
	r := newRequest(t, method, path, "")
	route, parameters, err := s.router.FindRoute(r)
	if err != nil {
		t.Fatal(err)
	}
	input := &openapi3filter.RequestValidationInput{Request: r, Route: route, PathParams: parameters}
	return joined(s.checkResponse(t.Context(), input, newResponse(http.StatusOK, jsonType, encodeJSON(fields))))
}

// responseTest alters one field of a valid response, or removes it.
type responseTest struct {
	field string
	value any
	// want is how the problem begins, empty if there is none.
	want string
}

type removed struct{}

func (test responseTest) name() string {
	return strings.ReplaceAll(test.field+" "+test.want, " ", "-")
}

func (test responseTest) alter(fields map[string]any) {
	if test.value == (removed{}) {
		delete(fields, test.field)
		return
	}
	fields[test.field] = test.value
}

func (test responseTest) wantProblem(t *testing.T, got string) {
	t.Helper()
	if (got == "") != (test.want == "") || !strings.HasPrefix(got, test.want) {
		t.Errorf("problem %q, want %q", got, test.want)
	}
}

func appearanceResponses() []responseTest {
	missing := func(field string) responseTest {
		return responseTest{field, removed{}, field + `: property "` + field + `" is missing`}
	}
	unsupported := func(field string) responseTest {
		return responseTest{field, "#fff", field + `: property "` + field + `" is unsupported`}
	}
	return []responseTest{
		{"name", "", ""},
		{"name", characters(100), ""},
		{"name", characters(101), "name: maximum string length is 100"},
		{"theme_mode", removed{}, ""},
		{"theme_mode", "dim", `theme_mode: value is not one of the allowed values ["light","dark","both"]`},
		{"response_mode", "medium", `response_mode: value is not one of the allowed values ["full","basic"]`},
		{"start_message", characters(120), ""},
		{"start_message", characters(121), "start_message: maximum string length is 120"},
		{"recommendations", nil, ""},
		{"recommendations", slices.Repeat([]any{characters(280)}, 500), ""},
		{"recommendations", slices.Repeat([]any{""}, 501), "recommendations: maximum number of items is 500"},
		{"recommendations", []any{characters(281)}, "recommendations.0: maximum string length is 280"},
		{"show_sidebar", "true", "show_sidebar: value must be a boolean"},
		{"show_dashboards", "true", "show_dashboards: value must be a boolean"},
		{"id", "1", "id: value must be an integer"},
		{"is_default", false, "is_default: value must be a string"},
		{"created_at", "2030-01-02", "created_at: string doesn't match the format \"date-time\""},
		{"last_modified", "now", "last_modified: string doesn't match the format \"date-time\""},
		{"custom_css_vars", nil, "custom_css_vars: Value is not nullable"},
		missing("id"), missing("name"), missing("custom_css_vars"), missing("created_at"), missing("last_modified"),
		missing("is_default"),
		unsupported("lm_primary_background_color"), unsupported("custom_css_overrides"), unsupported("color"),
	}
}

func TestCheckResponse_Appearance(t *testing.T) {
	for _, test := range appearanceResponses() {
		t.Run(test.name(), func(t *testing.T) {
			fields := map[string]any{
				"id": 1, "name": "Theme", "theme_mode": "both", "custom_css_vars": "", "is_default": "false",
				"created_at": "2030-01-02T03:04:05Z", "last_modified": "2030-01-02T03:04:05.000000001+01:00",
			}
			test.alter(fields)
			test.wantProblem(t, responseProblems(t, http.MethodPut, appearancePath, fields))
		})
	}
}

func TestCheckResponse_Source(t *testing.T) {
	tests := []responseTest{
		{"account_name", "", ""},
		{"id", 7.5, "id: value must be an integer"},
		{"id", removed{}, `id: property "id" is missing`},
		{"account_name", removed{}, `account_name: property "account_name" is missing`},
		{"type", removed{}, `type: property "type" is missing`},
		{"type", 1, "type: value must be a string"},
		{"password", "secret", `password: property "password" is unsupported`},
		{"hostname", "db.example.com", `hostname: property "hostname" is unsupported`},
	}
	for _, test := range tests {
		t.Run(test.name(), func(t *testing.T) {
			fields := map[string]any{"id": 7, "account_name": "Orders", "type": "postgres"}
			test.alter(fields)
			test.wantProblem(t, responseProblems(t, http.MethodPatch, sourcePath, fields))
		})
	}
}
