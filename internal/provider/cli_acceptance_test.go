package provider

import (
	"context"
	"fmt"
	"regexp"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// The other order is that of TestAccOneOwner_ObjectsMoveBetweenAddresses.
func TestAccReplacement_MayCreateBeforeDestroy(t *testing.T) {
	service := startService(t)
	step := func(id int, action plancheck.ResourceActionType) resource.TestStep {
		return resource.TestStep{
			Config: service.config(appearance(fmt.Sprintf("id = %d", id), `name = "N"`, `dm_button_outline_color = "red"`,
				`lifecycle { create_before_destroy = true }`)),
			ConfigPlanChecks:  planned(plancheck.ExpectResourceAction("chatview_appearance.test", action)),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, putAppearance(id, `{"name": "N", "dm_button_outline_color": "red"}`))},
		}
	}

	runSteps(t, step(1, plancheck.ResourceActionCreate), step(2, plancheck.ResourceActionCreateBeforeDestroy))
}

// An update whose response is unreadable may have been made. If the configuration is
// then reverted, it equals the state, but the API may have the new values.
func TestAccFailedUpdate_RevertIsSent(t *testing.T) {
	service := startService(t)
	configure := func(port, version string) string {
		return service.config(source(`id = "7"`, `port = `+port, `token_wo = "t`+version+`"`, `token_wo_version = `+version))
	}
	sent := []statecheck.StateCheck{service.received(t, patchSource(7, `{"port": 1, "token": "t1"}`))}

	runSteps(t,
		resource.TestStep{Config: configure("1", "1"), ConfigStateChecks: sent},
		resource.TestStep{
			PreConfig:   func() { service.QueueFaults(mockserver.Fault{Response: mockserver.HTMLResponse}) },
			Config:      configure("2", "2"),
			ExpectError: regexp.MustCompile("Unreadable Response"),
		},
		resource.TestStep{
			PreConfig:         service.ClearRequests,
			Config:            configure("1", "1"),
			ConfigPlanChecks:  planned(plancheck.ExpectResourceAction("chatview_source.test", plancheck.ResourceActionUpdate)),
			ConfigStateChecks: sent,
		},
	)
}

// Terraform removes ignored changes from the plan, but not from the
// configuration at apply. Not even update_mode = "full" sends them: a password
// may be ignored because it is changed elsewhere. An ignored write-only attribute
// is planned as null, because state has no earlier value, and a PUT without the
// field may reset it.
func TestAccIgnoreChanges_AreNotSent(t *testing.T) {
	service := startService(t)
	configure := func(sent, ignored, also string) string {
		return service.config(
			appearance(`id = "1"`, `name = "n`+sent+`"`, `start_message = "`+ignored+`"`, `lm_dark_background_color = "#111"`,
				`lifecycle { ignore_changes = [start_message`+also+`] }`),
			source(`id = "7"`, `update_mode = "full"`, `port = `+sent, `hostname = "`+ignored+`"`, `password = "`+ignored+`"`,
				`token_wo = "`+ignored+`"`, `token_wo_version = "`+ignored+`"`,
				`lifecycle { ignore_changes = [hostname, password, token_wo, token_wo_version] }`),
		)
	}

	runSteps(t,
		resource.TestStep{
			Config: configure("1", "10", ""),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t,
				putAppearance(1, `{"name": "n1", "start_message": "10", "lm_dark_background_color": "#111"}`),
				patchSource(7, `{"port": 1, "hostname": "10", "password": "10", "token": "10"}`),
			)},
		},
		resource.TestStep{
			Config: configure("2", "20", ""),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t,
				putAppearance(1, `{"name": "n2", "start_message": "10", "lm_dark_background_color": "#111"}`),
				patchSource(7, `{"port": 2}`),
			)},
		},
		resource.TestStep{
			Config:      configure("2", "20", ", lm_dark_background_color"),
			ExpectError: regexp.MustCompile(`(?s)Ignored Value Missing.*lm_dark_background_color`),
		},
	)
}

// An ephemeral value that changes whenever it is opened plans a change only if
// its version does. Each step is followed by an empty plan.
func TestAccEphemeral_RotatingValuesConverge(t *testing.T) {
	service := startService(t)
	rotated := regexp.MustCompile(`#\d{6}`)
	step := func(version, port int, want ...string) resource.TestStep {
		received := func() error {
			got := service.takeRequests(t)
			for i := range got {
				got[i] = rotated.ReplaceAllString(got[i], "rotated")
			}

			return compareRequests(normalized(t, want), got)
		}

		return resource.TestStep{
			ConfigStateChecks: []statecheck.StateCheck{checkFunc(received)},
			Config: service.config(
				`ephemeral "rotating_value" "secret" {}`,
				appearance(`id = "1"`, `name = "R"`, `lm_dark_background_color = ephemeral.rotating_value.secret.value`,
					fmt.Sprintf(`write_only_version = %d`, version)),
				source(`id = "7"`, fmt.Sprintf(`port = %d`, port), `password_wo = ephemeral.rotating_value.secret.value`,
					fmt.Sprintf(`password_wo_version = %d`, version)),
			),
		}
	}
	put := putAppearance(1, `{"name": "R", "lm_dark_background_color": "rotated"}`)

	runSteps(t,
		step(1, 1, put, patchSource(7, `{"port": 1, "password": "rotated"}`)),
		step(1, 2, patchSource(7, `{"port": 2}`)),
		step(2, 2, put, patchSource(7, `{"password": "rotated"}`)),
	)
}

// rotatingProvider has one ephemeral resource, rotating_value, whose value
// changes each time it is opened. random_password and short-lived tokens
// behave like this, and it is the hardest input for a write-only attribute.
type rotatingProvider struct{ *chatviewProvider }

func (p rotatingProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "rotating"
}

func (p rotatingProvider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return rotatingValue{} }}
}

type rotatingValue struct{}

var opened atomic.Int64

func (v rotatingValue) Metadata(_ context.Context, _ ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = "rotating_value"
}

func (v rotatingValue) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema.Attributes = map[string]ephemeralschema.Attribute{"value": ephemeralschema.StringAttribute{Computed: true}}
}

func (v rotatingValue) Open(ctx context.Context, _ ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	resp.Diagnostics.Append(resp.Result.SetAttribute(ctx, path.Root("value"), fmt.Sprintf("#%06d", opened.Add(1)))...)
}

// Functions need no address or key, and return unknown for unknown values.
func TestAccFunction_NeedsNoService(t *testing.T) {
	configure := func(color string) string {
		return `
			provider "chatview" {}

			resource "terraform_data" "brand" {
				input = "#1864ab"
			}

			output "ratio" {
				value = provider::chatview::contrast_ratio("` + color + `", "#000")
			}

			output "problems" {
				value = provider::chatview::palette_problems({
					lm_primary_background_color = "#fff"
					lm_light_background_color   = null
					lm_button_outline_color     = terraform_data.brand.output
				})
			}
		`
	}

	runSteps(t,
		resource.TestStep{
			Config:      configure("reddish"),
			ExpectError: regexp.MustCompile(`(?s)Invalid value for "foreground" parameter:\s+not\s+a\s+color:\s+expected\s+#rgb`),
		},
		resource.TestStep{
			Config: configure("#fff"),
			ConfigPlanChecks: planned(
				plancheck.ExpectKnownOutputValue("ratio", knownvalue.Float64Exact(21)),
				plancheck.ExpectUnknownOutputValue("problems"),
			),
			ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("problems", knownvalue.ListExact(nil))},
		},
	)
}
