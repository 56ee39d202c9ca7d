package acceptance

import (
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const tenants = `terraform {
  required_providers {
    chatview = {
      source = "chatview/chatview"
    }
  }
}

resource "chatview_appearance" "tenant" {
`

// Each step manages the same two objects at other addresses. A second owner of an
// object would be refused.
func TestMoves_KeepOneOwner(t *testing.T) {
	t.Parallel()

	mock, address := startService(t, "key", mockserver.Behavior{})
	mock.AddAppearance(2, nil)

	workspace := newWorkspace(t, provider, tenants+`count = 2
  id   = count.index + 1
  name = "Tenant ${count.index + 1}"
}
`, "CHATVIEW_BASE_URL="+address, "CHATVIEW_API_KEY=key")

	succeeds(t, workspace, "apply", "-auto-approve")

	for _, step := range []struct {
		name, config string
		requests     int
	}{
		{"CountToForEach", `for_each = toset(["1", "2"])
  id       = each.key
  name     = "Tenant ${each.key}"
}

moved {
  from = chatview_appearance.tenant[0]
  to   = chatview_appearance.tenant["1"]
}

moved {
  from = chatview_appearance.tenant[1]
  to   = chatview_appearance.tenant["2"]
}
`, 0},
		{"RenamedKeys", `for_each = { a = "1", b = "2" }
  id       = each.value
  name     = "Tenant ${each.value}"
}
`, 2},
		{"SwappedIDs", `for_each = { a = "2", b = "1" }
  id       = each.value
  name     = "Tenant ${each.value}"
}
`, 2},
	} {
		before := len(mock.Requests())

		write(t, workspace, "main.tf", tenants+step.config)
		result := run(t, workspace, "apply", "-auto-approve")

		if sent := len(mock.Requests()) - before; result.ExitCode != 0 || sent != step.requests || strings.Contains(result.Output, "Managed Twice") {
			t.Errorf("%s: exit code %d, %d requests, want %d:\n%s", step.name, result.ExitCode, sent, step.requests, result.Output)
		}

		succeeds(t, workspace, "plan", "-detailed-exitcode")
	}
}
