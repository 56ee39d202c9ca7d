package provider

import (
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// What the random sequences of TestConvergence found is kept here as plain
// tests.

// TestConvergenceFound_ReportedNameDeclaredIsNoChange: the service reports a name
// in another spelling than it holds, and the configuration follows it.
func TestConvergenceFound_ReportedNameDeclaredIsNoChange(t *testing.T) {
	core, service := startCore(t, mockserver.Behavior{NormalizeValues: true})

	core.apply("s", sourceType, map[string]any{"id": "7", "account_name": "a", "port": 1}, nil)
	core.restart()
	core.apply("s", sourceType, map[string]any{"id": "7", "update_mode": updateFull, "port": 1}, nil)

	if got := core.stateText("s", "account_name"); got != "A" {
		t.Fatalf("state has the name %q, want the one that the service reports", got)
	}

	core.restart()
	service.ForgetRequests()

	declared := map[string]any{"id": "7", "update_mode": updateFull, "port": 1, "account_name": "A"}
	wantHeadlines(t, core.apply("s", sourceType, declared, nil).diagnostics)
	wantRequests(t, service)
}
