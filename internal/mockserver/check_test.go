package mockserver

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/google/go-cmp/cmp"
)

// validAppearance and validSource are responses with every required field.
const (
	validAppearance = `"id": 1, "name": "", "custom_css_vars": "", "is_default": "false", ` +
		`"created_at": "2030-01-02T03:04:05Z", "last_modified": "2030-01-02T03:04:05.000000001+01:00"`
	validSource = `"id": 7, "account_name": "", "type": ""`
)

func TestCheckResponse_ReportsEveryProblem(t *testing.T) {
	tests := map[string]struct {
		method, path, body string
		want               []string
	}{
		"an appearance": {http.MethodPut, appearancePath, `{` + validAppearance + `}`, nil},
		"null":          {http.MethodPut, appearancePath, `{` + validAppearance + `, "recommendations": null}`, nil},
		"no field of an appearance": {http.MethodPut, appearancePath, `{}`, []string{
			`created_at: property "created_at" is missing`,
			`custom_css_vars: property "custom_css_vars" is missing`,
			`id: property "id" is missing`,
			`is_default: property "is_default" is missing`,
			`last_modified: property "last_modified" is missing`,
			`name: property "name" is missing`,
		}},
		"other fields of an appearance": {
			http.MethodPut, appearancePath, `{` + validAppearance + `, "lm_primary_background_color": "#fff", "custom_css_overrides": 1, "color": 1}`,
			[]string{
				`color: property "color" is unsupported`,
				`custom_css_overrides: property "custom_css_overrides" is unsupported`,
				`lm_primary_background_color: property "lm_primary_background_color" is unsupported`,
			},
		},
		"other types of an appearance": {
			http.MethodPut, appearancePath,
			`{"id": "1", "name": 1, "custom_css_vars": null, "is_default": false, "created_at": "2030-01-02", "last_modified": "now"}`,
			[]string{
				`created_at: string doesn't match the format "date-time"`,
				`custom_css_vars: Value is not nullable`,
				`id: value must be an integer`,
				`is_default: value must be a string`,
				`last_modified: string doesn't match the format "date-time"`,
				`name: value must be a string`,
			},
		},
		"a source": {http.MethodPatch, sourcePath, `{` + validSource + `}`, nil},
		"no field of source": {http.MethodPatch, sourcePath, `{}`, []string{
			`account_name: property "account_name" is missing`,
			`id: property "id" is missing`,
			`type: property "type" is missing`,
		}},
		"other fields of a source": {http.MethodPatch, sourcePath, `{` + validSource + `, "password": "secret", "hostname": "a"}`, []string{
			`hostname: property "hostname" is unsupported`,
			`password: property "password" is unsupported`,
		}},
		"other types of a source": {http.MethodPatch, sourcePath, `{"id": 7.5, "account_name": null, "type": 1}`, []string{
			`account_name: Value is not nullable`,
			`id: value must be an integer`,
			`type: value must be a string`,
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t, Options{})
			r := newRequest(t, test.method, test.path, "")
			route, parameters, err := s.router.FindRoute(r)
			if err != nil {
				t.Fatal(err)
			}
			input := &openapi3filter.RequestValidationInput{Request: r, Route: route, PathParams: parameters}

			var got []string
			for _, p := range s.checkResponse(t.Context(), input, newResponse(http.StatusOK, jsonType, []byte(test.body))) {
				reason, _, _ := strings.Cut(p.String(), " (")
				got = append(got, reason)
			}
			slices.Sort(got)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}
