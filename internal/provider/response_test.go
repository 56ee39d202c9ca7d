package provider

import (
	"cmp"
	"fmt"
	"strconv"
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
// detects. A write-only change is not one of them. The creation time of an object
// does not change, but a response may lack it.
func TestProtocol_ChangedColorRefreshesComputedAttributes(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{})

	for i, test := range []struct{ created, want string }{{``, "<null>"}, {`"2026"`, "2026"}, {`"2027"`, "2026"}, {``, "2026"}} {
		value := strconv.Itoa(i)
		body := fmt.Sprintf(`{"id": 1, "last_modified": %[1]s, "custom_css_vars": %[1]s, "is_default": %[1]s, "created_at": %[2]s}`, value, cmp.Or(test.created, "null"))
		service.QueueFaults(mockserver.Fault{Status: 200, Body: []byte(body)})
		core.apply("a", appearanceType, map[string]any{"id": "1", "name": "N", "lm_dark_background_color": value}, nil)
		core.restart()
		wantState(t, core, "a", map[string]string{"last_modified": value, "custom_css_vars": value, "is_default": value, "created_at": test.want})
	}
}
