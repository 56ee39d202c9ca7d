package mockserver

import (
	"encoding/json"
	"fmt"
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

// fieldTests are the values of one field that are accepted or refused. Package provider compares its own limits with
// those in openapi.yaml.
type fieldTests map[string]struct{ accepted, refused []any }

var (
	appearanceFields = fieldTests{
		"name":                        {[]any{characters(1), characters(100)}, []any{"", characters(101), 1, nil}},
		"theme_mode":                  {[]any{"light", "dark", "both"}, []any{"Light", nil}},
		"start_message":               {[]any{"", characters(120)}, []any{characters(121), 1, nil}},
		"response_mode":               {[]any{"full", "basic"}, []any{"medium", nil}},
		"show_sidebar":                {[]any{true, false}, []any{"true", nil}},
		"show_dashboards":             {[]any{true, false}, []any{"true", nil}},
		"lm_primary_background_color": {[]any{characters(1), characters(7)}, []any{"", characters(8), 1, nil}},
		"recommendations": {
			[]any{
				[]string{}, nil, "What?", 1.5, true, map[string]any{"text": "What?"}, []any{map[string]any{"text": "What?"}},
				slices.Repeat([]string{characters(280)}, 500),
			},
			[]any{slices.Repeat([]string{"What?"}, 501), []string{"What?", characters(281)}},
		},
		"custom_css_overrides": {[]any{map[string]any{"--radius": 4}, ""}, []any{nil}},
		"id":                   {nil, []any{1}},
		"custom_css_vars":      {nil, []any{"a"}},
		"created_at":           {nil, []any{"2030-01-02T03:04:05Z"}},
		"last_modified":        {nil, []any{"2030-01-02T03:04:05Z"}},
		"is_default":           {nil, []any{"true"}},
		"color":                {nil, []any{"#fff"}},
	}
	sourceFields = fieldTests{
		"password":            {[]any{characters(1), characters(10_000)}, []any{"", 1, nil}},
		"port":                {[]any{5432, -1}, []any{5432.5, "5432", nil}},
		"service_account_key": {[]any{map[string]any{"type": "service_account"}, "{}"}, []any{nil}},
		"selected_schemas":    {[]any{[]string{}, []string{characters(1)}}, []any{[]string{"public", ""}, []int{1}, "public", nil}},
		"id":                  {nil, []any{7}},
		"pk":                  {nil, []any{7}},
		"type":                {nil, []any{"postgres"}},
	}
)

func TestPut_FieldValues(t *testing.T) {
	appearanceFields.check(t, http.MethodPut, appearancePath, map[string]any{"name": "Theme"})
}

func TestPatch_FieldValues(t *testing.T) {
	sourceFields.check(t, http.MethodPatch, sourcePath, nil)
}

// check sends each value with the required fields. An error has to name the field and no other.
func (tests fieldTests) check(t *testing.T, method, path string, required map[string]any) {
	t.Helper()
	s := newTestServer(t, Options{})
	update := func(t *testing.T, field string, value any) (int, []string) {
		t.Helper()
		fields := map[string]any{}
		maps.Copy(fields, required)
		fields[field] = value
		body, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		got := send(t, s, method, path, string(body))
		return got.Code, slices.Collect(maps.Keys(decodeObject(t, got.Body.String())))
	}
	for field, values := range tests {
		t.Run(field, func(t *testing.T) {
			for _, value := range values.accepted {
				if status, _ := update(t, field, value); status != http.StatusOK {
					t.Errorf("%.20v: status %d", fmt.Sprint(value), status)
				}
			}
			for _, value := range values.refused {
				status, named := update(t, field, value)
				if diff := cmp.Diff([]string{field}, named); status != http.StatusBadRequest || diff != "" {
					t.Errorf("%.20v: status %d, fields of the error (-want +got):\n%s", fmt.Sprint(value), status, diff)
				}
			}
		})
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
