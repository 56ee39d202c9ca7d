package provider

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// An ephemeral value that changes whenever it is opened plans a change only if
// its version does. Each step is followed by an empty plan.
func TestAccEphemeral_RotatingValuesConverge(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configure := func(version, port int) string {
		return service.config(
			`ephemeral "rotating_value" "secret" {}`,
			appearance(`id = "1"`, `name = "R"`, `lm_dark_background_color = ephemeral.rotating_value.secret.value`,
				fmt.Sprintf(`write_only_version = %d`, version)),
			source(`id = "7"`, fmt.Sprintf(`port = %d`, port), `password_wo = ephemeral.rotating_value.secret.value`,
				fmt.Sprintf(`password_wo_version = %d`, version)),
		)
	}
	rotated := regexp.MustCompile(`#\d{6}`)
	sent := func(want ...string) []statecheck.StateCheck {
		return []statecheck.StateCheck{checkFunc(func() error {
			got := service.takeRequests(t)
			for i := range got {
				got[i] = rotated.ReplaceAllString(got[i], "rotated")
			}

			return compareRequests(normalized(t, want), got)
		})}
	}

	runSteps(t,
		resource.TestStep{Config: configure(1, 1), ConfigStateChecks: sent(
			patchSource(7, `{"port": 1, "password": "rotated"}`),
			putAppearance(1, `{"name": "R", "lm_dark_background_color": "rotated"}`),
		)},
		resource.TestStep{Config: configure(1, 2), ConfigStateChecks: sent(
			patchSource(7, `{"port": 2}`),
		)},
		resource.TestStep{Config: configure(2, 2), ConfigStateChecks: sent(
			patchSource(7, `{"password": "rotated"}`),
			putAppearance(1, `{"name": "R", "lm_dark_background_color": "rotated"}`),
		)},
	)
}
