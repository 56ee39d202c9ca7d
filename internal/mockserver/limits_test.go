package mockserver

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
)

// characters returns a string of that many characters, each of them four bytes and two UTF-16 units: limits count
// characters. (kin-openapi's source says UTF-16, but counts characters.)
func characters(count int) string {
	return strings.Repeat("😀", count)
}

// limitTest is one value for one field. The limits are those of the API documentation, section 8.
type limitTest struct {
	name     string
	field    string
	value    any
	accepted bool
}

func stringLimits(field string, shortest, longest int) []limitTest {
	tests := []limitTest{{field + " shortest", field, characters(shortest), true}}
	if shortest > 0 {
		tests = append(tests, limitTest{field + " too short", field, characters(shortest - 1), false})
	}
	if longest > 0 {
		tests = append(tests,
			limitTest{field + " longest", field, characters(longest), true},
			limitTest{field + " too long", field, characters(longest + 1), false})
	}
	return append(tests,
		limitTest{field + " not a string", field, 1, false},
		limitTest{field + " null", field, nil, false})
}

var colorFields = []string{
	"lm_primary_background_color", "lm_light_background_color", "lm_dark_background_color", "lm_button_outline_color",
	"dm_primary_background_color", "dm_light_background_color", "dm_dark_background_color", "dm_button_outline_color",
}

var sourceStringFields = []string{
	"account_name", "hostname", "username", "password", "database_name", "connection_string", "token", "host", "database",
	"account", "user", "public_key",
}

func appearanceLimits() []limitTest {
	tests := slices.Concat(stringLimits("name", 1, 100), stringLimits("start_message", 0, 120))
	for _, field := range colorFields {
		tests = append(tests, stringLimits(field, 1, 7)...)
	}
	for _, field := range []string{"show_sidebar", "show_dashboards"} {
		tests = append(tests,
			limitTest{field + " true", field, true, true},
			limitTest{field + " false", field, false, true},
			limitTest{field + " not a boolean", field, "true", false},
			limitTest{field + " null", field, nil, false})
	}
	for _, field := range []string{"id", "custom_css_vars", "created_at", "last_modified", "is_default", "color"} {
		tests = append(tests, limitTest{field + " is not accepted", field, "1", false})
	}
	return append(tests,
		limitTest{"theme_mode light", "theme_mode", "light", true},
		limitTest{"theme_mode dark", "theme_mode", "dark", true},
		limitTest{"theme_mode both", "theme_mode", "both", true},
		limitTest{"theme_mode in upper case", "theme_mode", "Light", false},
		limitTest{"theme_mode null", "theme_mode", nil, false},
		limitTest{"response_mode full", "response_mode", "full", true},
		limitTest{"response_mode basic", "response_mode", "basic", true},
		limitTest{"response_mode another", "response_mode", "medium", false},
		limitTest{"response_mode null", "response_mode", nil, false},
		limitTest{"recommendations empty", "recommendations", []string{}, true},
		limitTest{"recommendations null", "recommendations", nil, true},
		limitTest{"recommendations text", "recommendations", "What?", true},
		limitTest{"recommendations number", "recommendations", 1.5, true},
		limitTest{"recommendations boolean", "recommendations", true, true},
		limitTest{"recommendations object", "recommendations", map[string]any{"text": "What?"}, true},
		limitTest{"recommendations of objects", "recommendations", []any{map[string]any{"text": "What?"}}, true},
		limitTest{"recommendations most", "recommendations", slices.Repeat([]string{"What?"}, 500), true},
		limitTest{"recommendations too many", "recommendations", slices.Repeat([]string{"What?"}, 501), false},
		limitTest{"recommendations longest", "recommendations", []string{characters(280)}, true},
		limitTest{"recommendations too long", "recommendations", []string{"What?", characters(281)}, false},
		limitTest{"custom_css_overrides object", "custom_css_overrides", map[string]any{"--radius": 4}, true},
		limitTest{"custom_css_overrides text", "custom_css_overrides", "", true},
		limitTest{"custom_css_overrides null", "custom_css_overrides", nil, false},
	)
}

func sourceLimits() []limitTest {
	var tests []limitTest
	for _, field := range sourceStringFields {
		tests = append(tests, stringLimits(field, 1, 0)...)
	}
	for _, field := range []string{"id", "pk", "type", "schemas"} {
		tests = append(tests, limitTest{field + " is not accepted", field, "1", false})
	}
	return append(tests,
		limitTest{"port", "port", 5432, true},
		limitTest{"port negative", "port", -1, true},
		limitTest{"port with a fraction", "port", 5432.5, false},
		limitTest{"port not a number", "port", "5432", false},
		limitTest{"port null", "port", nil, false},
		limitTest{"service_account_key object", "service_account_key", map[string]any{"type": "service_account"}, true},
		limitTest{"service_account_key text", "service_account_key", "{}", true},
		limitTest{"service_account_key null", "service_account_key", nil, false},
		limitTest{"selected_schemas empty", "selected_schemas", []string{}, true},
		limitTest{"selected_schemas shortest", "selected_schemas", []string{characters(1)}, true},
		limitTest{"selected_schemas too short", "selected_schemas", []string{"public", ""}, false},
		limitTest{"selected_schemas not strings", "selected_schemas", []int{1}, false},
		limitTest{"selected_schemas not a list", "selected_schemas", "public", false},
		limitTest{"selected_schemas null", "selected_schemas", nil, false},
	)
}

func TestPut_Limits(t *testing.T) {
	s := newTestServer(t, Options{})
	for _, test := range appearanceLimits() {
		t.Run(test.name, func(t *testing.T) {
			checkLimit(t, s, http.MethodPut, appearancePath, map[string]any{"name": "Theme"}, test)
		})
	}
}

func TestPatch_Limits(t *testing.T) {
	s := newTestServer(t, Options{})
	for _, test := range sourceLimits() {
		t.Run(test.name, func(t *testing.T) {
			checkLimit(t, s, http.MethodPatch, sourcePath, map[string]any{}, test)
		})
	}
}

// checkLimit sends the value of test with the required fields, and checks that the error names its field only.
func checkLimit(t *testing.T, s *Server, method, path string, required map[string]any, test limitTest) {
	t.Helper()
	required[test.field] = test.value
	body, err := json.Marshal(required)
	if err != nil {
		t.Fatal(err)
	}
	got := send(t, s, method, path, string(body))
	if test.accepted {
		wantStatus(t, got, http.StatusOK)
		return
	}
	wantStatus(t, got, http.StatusBadRequest)
	names := slices.Collect(maps.Keys(decodeObject(t, got.Body.String())))
	if diff := cmp.Diff([]string{test.field}, names); diff != "" {
		t.Errorf("fields of the error (-want +got):\n%s", diff)
	}
}

func TestPut_RequiresName(t *testing.T) {
	result := put(t, newTestServer(t, Options{}), `{"theme_mode": "dark"}`)
	wantStatus(t, result, http.StatusBadRequest)
	wantFields(t, decodeObject(t, result.Body.String()), `{"name": ["property \"name\" is missing"]}`)
}

func TestPatch_RequiresNoField(t *testing.T) {
	wantStatus(t, patch(t, newTestServer(t, Options{}), `{}`), http.StatusOK)
}

func TestSpec_IsValid(t *testing.T) {
	document, err := openapi3.NewLoader().LoadFromData(Spec())
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Validate(t.Context()); err != nil {
		t.Error(err)
	}
}
