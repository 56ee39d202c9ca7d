package provider

import (
	"net/http"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// Failures that random sequences and former enumerations found, as plain tests. No other
// test finds those of an ignored id, and of a refusal without an address.

// The API returns a normalized name, which is then configured.
func TestConvergenceFound_ConfiguringTheReturnedNameIsNoChange(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{NormalizeValues: true})

	core.apply("s", sourceType, map[string]any{"id": "7", "account_name": "a", "port": 1}, nil)
	core.restart()
	core.apply("s", sourceType, map[string]any{"id": "7", "update_mode": updateFull, "port": 1}, nil)
	wantState(t, core, "s", map[string]string{"account_name": "A"})
	core.restart()
	service.ClearRequests()

	config := map[string]any{"id": "7", "update_mode": updateFull, "port": 1, "account_name": "A"}
	wantHeadlines(t, core.apply("s", sourceType, config, nil).diagnostics)
	wantRequests(t, service)
}

// The configuration at apply still has the ignored id, which is another
// object's.
func TestConvergenceFound_IgnoredIDIsNotUsed(t *testing.T) {
	core, service := startApplied(t, theme("a", "1", "A"), database("s", "h"))
	core.restart()

	core.ignored = []string{"id"}
	core.apply("a", appearanceType, map[string]any{"id": "2", "name": "B"}, nil)
	core.apply("s", sourceType, map[string]any{"id": "8", "hostname": "new"}, nil)
	wantRequests(t, service, putAppearance(1, `{"name": "B"}`), patchSource(7, `{"hostname": "new"}`))
}

// The unknown version turns out to be the one in state.
func TestConvergenceFound_UnknownVersionOfIgnoredValue(t *testing.T) {
	config := map[string]any{"id": "7", "token_wo": "t", "token_wo_version": 1}
	unknown := map[string]any{"id": "7", "token_wo": "t", "token_wo_version": unknownValue{}}
	core, service := startApplied(t, resourceBlock{"s", sourceType, config})
	core.restart()

	core.ignored = []string{"token_wo"}
	wantHeadlines(t, core.apply("s", sourceType, unknown, config).diagnostics)
	wantRequests(t, service)
}

// Without an address, nothing is sent, so nothing confirms the value that state keeps.
func TestConvergenceFound_RefusedAndIgnoredIsNotClaimedWithoutAddress(t *testing.T) {
	core, service := startApplied(t, database("s", "old"))

	service.QueueFaults(mockserver.Fault{Status: http.StatusBadRequest})
	core.run(database("s", "new"))
	service.ClearRequests()

	core.settings["base_url"], core.ignored = nil, []string{"hostname"}
	core.restart()
	wantHeadlines(t, core.run(resourceBlock{"s", sourceType, map[string]any{"id": "7"}}),
		"WARNING: Missing Base URL", `ERROR: ignore_changes Blocks Update at AttributeName("hostname")`)
	wantRequests(t, service)
}
