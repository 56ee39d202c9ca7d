package provider

import (
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// State and plans show computed attributes.
func TestProtocol_CredentialInResponseIsNotStored(t *testing.T) {
	const password = "c5Pw-x-Zt9-kk"

	core, service := startCore(t, mockserver.Behavior{})
	config := map[string]any{"id": "7", "password_wo": password, "password_wo_version": "1"}

	service.QueueFaults(mockserver.Fault{Status: 200, Body: []byte(`{"id":7,"account_name":"bob:` + password + `@db","type":"postgres"}`)})

	diagnostics := core.apply("s", sourceType, config, nil).diagnostics
	wantHeadlines(t, diagnostics, "WARNING: Credential in Response at AttributeName(\"account_name\")")

	if name, sourceType := core.stateText("s", "account_name"), core.stateText("s", "type"); name != "<null>" || sourceType != "postgres" {
		t.Errorf("account_name is %s and type is %s", name, sourceType)
	}

	if again, _ := core.plan("s", sourceType, config); !again.planned.Equal(again.prior) {
		t.Error("the next plan is not empty")
	}
}
