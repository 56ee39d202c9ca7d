package provider

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// What state has of a response, and what an apply says of it.

// The framework does not see that anything changes, so it does not make the null
// of the empty response unknown.
func TestProtocol_ComputedAttributesComeFromTheFirstResponseWithABody(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})
	config := map[string]any{"id": "1", "name": "N"}

	service.QueueFaults(mockserver.Fault{Status: 204})
	wantHeadlines(t, core.apply("a", appearanceType, config, nil).diagnostics, "WARNING: Empty Response")
	wantState(t, core, "a", map[string]string{"custom_css_vars": "<null>", "created_at": "<null>", "last_modified": "<null>", "is_default": "<null>"})

	core.settings["base_url"] = "https://other.example.com"
	core.restart()
	service.QueueFaults(mockserver.Fault{Status: 200, Body: []byte(
		`{"id": 1, "name": "N", "custom_css_vars": "vars", "created_at": "2026", "last_modified": "2027", "is_default": ""}`)})
	core.apply("a", appearanceType, config, nil)
	wantState(t, core, "a", map[string]string{"custom_css_vars": "vars", "created_at": "2026", "last_modified": "2027", "is_default": ""})
}

// The framework marks computed attributes as unknown only for changes that it
// detects. A write-only change is not one of them.
func TestProtocol_ChangedColorRefreshesComputedAttributes(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})

	for _, value := range []string{"1", "2", "<null>"} {
		body := fmt.Sprintf(`{"id": 1, "last_modified": %[1]s, "custom_css_vars": %[1]s, "is_default": %[1]s, "created_at": %[1]s}`, strings.Trim(value, "<>"))
		service.QueueFaults(mockserver.Fault{Status: 200, Body: []byte(body)})
		core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N", "lm_dark_background_color": value}, nil)
		core.restart()
		wantState(t, core, "a", map[string]string{"last_modified": value, "custom_css_vars": value, "is_default": value, "created_at": value})
	}
}

// Another organization's key may reach another object with the same id. The warning ends
// with the next apply.
func TestResponse_OfAnotherObjectWarnsOnce(t *testing.T) {
	for name, test := range map[string]struct {
		created, modified string
		warns             bool
	}{
		"Same":            {"2026-01-01T00:00:00Z", "2026-03-01T00:00:00Z", false},
		"Other":           {"2024-05-05T10:00:00Z", "2026-03-01T00:00:00Z", true},
		"OtherInAZone":    {"2024-05-05T12:00:00+02:00", "2026-03-01T00:00:00.123Z", true},
		"SameInAZone":     {"2026-01-01T02:00:00.4+02:00", "2026-03-01T00:00:00Z", false},
		"NextSecond":      {"2026-01-01T00:00:01Z", "2026-03-01T00:00:00Z", false},
		"VersionedRow":    {"2026-03-01T00:00:00.9Z", "2026-03-01T00:00:00Z", false},
		"NotModified":     {"2024-05-05T10:00:00Z", "", false},
		"Naive":           {"2024-05-05T10:00:00", "2026-03-01T00:00:00", false},
		"AnotherNotation": {"2024-05-05 10:00:00Z", "2026-03-01T00:00:00Z", false},
	} {
		t.Run(name, func(t *testing.T) {
			core, service := startCore(t, mockserver.Behavior{})
			apply := func(theme, created, modified string) string {
				service.QueueFaults(mockserver.Fault{Status: 200, Body: fmt.Appendf(nil, `{"id": 1, "created_at": %q, "last_modified": %q}`, created, modified)})

				return describe(core.apply("a", appearanceType, map[string]any{"id": "1", "name": theme}, nil).diagnostics)
			}

			apply("A", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")

			warning := `Possibly Another Object: 1: The update of the appearance configuration "1" succeeded, but the response has created_at ` + test.created + ", and the last one had 2026-01-01T00:00:00Z."
			wantEqual(t, "warns", test.warns, strings.Contains(apply("B", test.created, test.modified), warning))
			wantEqual(t, "what the next apply says", "", apply("C", test.created, test.modified))
		})
	}
}

// A service that returns 201 for every update does not warn for ever.
func TestResponse_CreatedWarnsOfAFirstApplyOnly(t *testing.T) {
	const created = "WARNING: Object Created: 7"

	for typeName, field := range map[string]string{appearanceType: "name", sourceType: "account_name"} {
		c, service, other := startTwoServices(t)
		apply := func(value string) bool {
			service.QueueFaults(mockserver.Fault{Status: 201, Body: []byte(`{"id": 7}`)})

			return slices.Contains(headlines(c.apply("x", typeName, map[string]any{"id": "7", field: value}, nil).diagnostics), created)
		}

		first, second := apply("A"), apply("B")

		c.importByID("x", typeName, "7")

		imported := apply("C")
		c.settings["base_url"] = otherAddress
		c.restart()

		service = other
		moved := apply("C")
		wantEqual(t, typeName+" warns of a create, an update, an import, another address", []bool{true, false, true, true}, []bool{first, second, imported, moved})
	}
}
