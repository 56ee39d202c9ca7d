package mockserver

import (
	"maps"
	"net/http"
	"slices"
	"testing"
)

func TestErrorResponse_ListsMessagesByField(t *testing.T) {
	result := errorResponse(http.StatusBadRequest,
		problem{[]string{"name"}, "is too short"}, problem{[]string{"name"}, "is not nice"},
		problem{[]string{"recommendations", "3", "a"}, "is too long"}, problem{nil, "no <way>"}, problem{nil, "no way"})

	wantFields(t, decodeObject(t, string(result.body)), `{
		"name": ["is too short", "is not nice"], "recommendations": ["3.a: is too long"], "detail": "no <way>; no way"
	}`)
}

// The limits of all fields are compared in package provider.
func TestUpdates_NameEveryInvalidField(t *testing.T) {
	result := put(t, newTestServer(t, Options{}), `{"theme_mode": "dim", "show_sidebar": "yes", "id": 3}`)

	wantStatus(t, result, http.StatusBadRequest)
	wantFields(t, decodeObject(t, result.Body.String()), `{
		"name": ["property \"name\" is missing"],
		"theme_mode": ["value is not one of the allowed values [\"light\",\"dark\",\"both\"]"],
		"show_sidebar": ["value must be a boolean"],
		"id": ["property \"id\" is unsupported"]
	}`)

	result = patch(t, newTestServer(t, Options{}), `{"port": 5432.5, "selected_schemas": ["public", ""], "type": "mysql"}`)

	wantStatus(t, result, http.StatusBadRequest)
	wantFields(t, decodeObject(t, result.Body.String()), `{
		"port": ["value must be an integer"],
		"selected_schemas": ["1: minimum string length is 1"],
		"type": ["property \"type\" is unsupported"]
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
