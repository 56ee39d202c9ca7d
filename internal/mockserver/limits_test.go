package mockserver

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// fieldTests are values of a field that are accepted or refused. The limits of all
// fields are compared in package provider.
type fieldTests map[string]struct{ accepted, refused []any }

func TestPut_RefusesInvalidValuesOnly(t *testing.T) {
	fieldTests{
		"name":                 {[]any{strings.Repeat("😀", 100)}, []any{"", strings.Repeat("😀", 101), 1, nil}},
		"show_sidebar":         {[]any{true, false}, []any{"true", nil}},
		"recommendations":      {[]any{[]string{}, nil, "What?", 1.5, map[string]any{"text": "What?"}}, []any{[]string{"What?", strings.Repeat("😀", 281)}}},
		"custom_css_overrides": {[]any{map[string]any{"--radius": 4}, ""}, []any{nil}},
		"id":                   {nil, []any{1}},
		"custom_css_vars":      {nil, []any{"a"}},
		"created_at":           {nil, []any{"2030-01-02T03:04:05Z"}},
		"color":                {nil, []any{"#fff"}},
	}.check(t, put, map[string]any{"name": "Theme"})
}

func TestPatch_RefusesInvalidValuesOnly(t *testing.T) {
	fieldTests{
		"port":                {[]any{5432, -1}, []any{5432.5, "5432", nil}},
		"service_account_key": {[]any{map[string]any{"type": "service_account"}, "{}"}, []any{nil}},
		"selected_schemas":    {[]any{[]string{}, []string{"é"}}, []any{[]string{"public", ""}, []int{1}, "public", nil}},
		"pk":                  {nil, []any{7}},
		"type":                {nil, []any{"postgres"}},
	}.check(t, patch, nil)
}

// check sends each value with the required fields. An error has to name the
// field and no other.
func (tests fieldTests) check(t *testing.T, send func(*testing.T, *Server, string) *httptest.ResponseRecorder, required map[string]any) {
	t.Helper()

	s := newTestServer(t, Options{})

	for field, values := range tests {
		for i, value := range append(values.accepted, values.refused...) {
			fields := map[string]any{}
			maps.Copy(fields, required)
			fields[field] = value

			result := send(t, s, string(encodeJSON(fields)))
			named := slices.Collect(maps.Keys(decodeObject(t, result.Body.String())))
			isRefused := result.Code == http.StatusBadRequest && slices.Equal(named, []string{field})

			if wantRefused := i >= len(values.accepted); isRefused != wantRefused || !isRefused && result.Code != http.StatusOK {
				t.Errorf("%s = %.20v: status %d, %.200s", field, fmt.Sprint(value), result.Code, result.Body)
			}
		}
	}
}

func TestErrorResponse_ListsMessagesByField(t *testing.T) {
	result := errorResponse(http.StatusBadRequest,
		problem{[]string{"name"}, "is too short"}, problem{[]string{"name"}, "is not nice"},
		problem{[]string{"recommendations", "3", "a"}, "is too long"}, problem{nil, "no <way>"}, problem{nil, "no way"})

	wantFields(t, decodeObject(t, string(result.body)), `{
		"name": ["is too short", "is not nice"], "recommendations": ["3.a: is too long"], "detail": "no <way>; no way"
	}`)
}

func TestPut_NamesEveryInvalidField(t *testing.T) {
	result := put(t, newTestServer(t, Options{}), `{"theme_mode": "dim", "show_sidebar": "yes", "id": 3}`)

	wantStatus(t, result, http.StatusBadRequest)
	wantFields(t, decodeObject(t, result.Body.String()), `{
		"name": ["property \"name\" is missing"],
		"theme_mode": ["value is not one of the allowed values [\"light\",\"dark\",\"both\"]"],
		"show_sidebar": ["value must be a boolean"],
		"id": ["property \"id\" is unsupported"]
	}`)
}

func TestFields_AreThoseOfRequests(t *testing.T) {
	every := map[Kind]string{Appearances: everyAppearanceField, Sources: everySourceField}

	for kind := range operations() {
		if every[kind] == "" {
			t.Fatalf("there is no request with every field of %s", kind)
		}

		wantEqual(t, "every field of "+string(kind), slices.Sorted(maps.Keys(decodeObject(t, every[kind]))), slices.Sorted(slices.Values(RequestFields(kind))))
	}
}
