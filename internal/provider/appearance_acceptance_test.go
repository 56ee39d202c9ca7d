package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const appearanceAddress = "chatview_appearance.test"

// argument is an attribute of a resource block and its request field, with two
// values of each.
type argument struct {
	name          string
	value, other  string // as HCL
	field         string // request field; empty where it is the name
	sent, changed string // as JSON; empty where it is the HCL
}

func (a argument) fieldName() string {
	if a.field == "" {
		return a.name
	}

	return a.field
}

func (a argument) body(changed bool) string {
	value := a.sent
	if value == "" {
		value = a.value
	}

	if changed {
		value = a.changed
		if value == "" {
			value = a.other
		}
	}

	return fmt.Sprintf("%q: %s", a.fieldName(), value)
}

func (a argument) hcl(changed bool) string {
	if changed {
		return a.name + " = " + a.other
	}

	return a.name + " = " + a.value
}

// appearanceArguments are all optional arguments of an appearance.
var appearanceArguments = []argument{
	{name: "theme_mode", value: `"light"`, other: `"both"`},
	{name: "start_message", value: `"Hello"`, other: `""`},
	{name: "recommendations", value: `["What sold best?", "Where?"]`, other: `[]`},
	{name: "response_mode", value: `"full"`, other: `"basic"`},
	{name: "show_sidebar", value: `true`, other: `false`},
	{name: "show_dashboards", value: `false`, other: `true`},
	{name: "lm_primary_background_color", value: `"#000001"`, other: `"#100001"`},
	{name: "lm_light_background_color", value: `"#000002"`, other: `"#100002"`},
	{name: "lm_dark_background_color", value: `"#000003"`, other: `"#100003"`},
	{name: "lm_button_outline_color", value: `"#000004"`, other: `"#100004"`},
	{name: "dm_primary_background_color", value: `"#000005"`, other: `"#100005"`},
	{name: "dm_light_background_color", value: `"#000006"`, other: `"#100006"`},
	{name: "dm_dark_background_color", value: `"#000007"`, other: `"#100007"`},
	{name: "dm_button_outline_color", value: `"#000008"`, other: `"#100008"`},
	{
		name: "custom_css_overrides", value: `jsonencode({ accent = "<b>", width = 10000000000000001 })`, other: `jsonencode(["x"])`,
		sent: `{"accent": "<b>", "width": 10000000000000001}`, changed: `["x"]`,
	},
}

// allArguments returns the lines and request fields in which the first n
// arguments have their other value.
func allArguments(arguments []argument, changed int) (lines, fields []string) {
	for i, argument := range arguments {
		lines = append(lines, argument.hcl(i < changed))
		fields = append(fields, argument.body(i < changed))
	}

	return lines, fields
}

// A PUT is complete. The test fails for every attribute missing from a request.
func TestAccAppearance_ChangesSendEverything(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	var steps []resource.TestStep

	half, all := len(appearanceArguments)/2, len(appearanceArguments)
	for _, changed := range []int{0, half, all} {
		lines, fields := allArguments(appearanceArguments, changed)
		action := plancheck.ResourceActionUpdate

		if changed == 0 {
			action = plancheck.ResourceActionCreate
		}

		steps = append(steps, resource.TestStep{
			Config: service.config(appearance(append(lines, `id = "1"`, `name = "Complete"`)...)),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(appearanceAddress, action)},
			},
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, putAppearance(1, `{"name": "Complete", `+strings.Join(fields, ", ")+`}`)),
			},
		})
	}

	runSteps(t, steps...)
}

func TestAccAppearance_StateIsPlanAndResponse(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	everything := service.config(appearance(
		`id = "1"`, `name = "Brand"`, `theme_mode = "dark"`, `recommendations = []`, `lm_primary_background_color = "#fff"`,
	))

	at := func(attribute string, want knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New(attribute), want)
	}

	runSteps(t,
		resource.TestStep{
			Config: everything,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectUnknownValue(appearanceAddress, tfjsonpath.New("created_at")),
				plancheck.ExpectUnknownValue(appearanceAddress, tfjsonpath.New("last_modified")),
				plancheck.ExpectUnknownValue(appearanceAddress, tfjsonpath.New("custom_css_vars")),
				plancheck.ExpectUnknownValue(appearanceAddress, tfjsonpath.New("is_default")),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				at("name", knownvalue.StringExact("Brand")),
				at("theme_mode", knownvalue.StringExact("dark")),
				at("start_message", knownvalue.Null()),
				at("recommendations", knownvalue.ListExact(nil)),
				at("lm_primary_background_color", knownvalue.Null()),
				at("applied_colors", knownvalue.MapExact(map[string]knownvalue.Check{
					"lm_primary_background_color": knownvalue.StringExact("#fff"),
				})),
				at("created_at", knownvalue.NotNull()),
				at("last_modified", knownvalue.NotNull()),
				at("custom_css_vars", knownvalue.NotNull()),
				at("is_default", knownvalue.NotNull()),
				service.received(t, putAppearance(1,
					`{"name": "Brand", "theme_mode": "dark", "recommendations": [], "lm_primary_background_color": "#fff"}`)),
			},
		},
		resource.TestStep{
			Config:            everything,
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			ConfigStateChecks: []statecheck.StateCheck{service.received(t)},
		},
	)
}

// The requests are the same whether a PUT keeps or resets omitted fields.
func TestAccAppearance_RemovedAttributeIsNotSent(t *testing.T) {
	for name, omitted := range map[string]mockserver.OmittedFields{
		"Kept": mockserver.KeepOmitted, "Reset": mockserver.ResetOmitted,
	} {
		t.Run(name, func(t *testing.T) {
			service := startService(t, mockserver.Behavior{OmittedFields: omitted})
			lines, fields := allArguments(appearanceArguments, 0)

			steps := []resource.TestStep{{
				Config: service.config(appearance(append(lines, `id = "1"`, `name = "Less"`)...)),
				ConfigStateChecks: []statecheck.StateCheck{
					service.received(t, putAppearance(1, `{"name": "Less", `+strings.Join(fields, ", ")+`}`)),
				},
			}}

			// Several at once to save time: one half, then the rest.
			for _, left := range []int{len(lines) / 2, 1, 0} {
				steps = append(steps, resource.TestStep{
					Config: service.config(appearance(append(lines[:left:left], `id = "1"`, `name = "Less"`)...)),
					ConfigPlanChecks: resource.ConfigPlanChecks{
						PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(appearanceAddress, plancheck.ResourceActionUpdate)},
					},
					ConfigStateChecks: []statecheck.StateCheck{
						service.received(t, putAppearance(1, `{`+strings.Join(append(fields[:left:left], `"name": "Less"`), ", ")+`}`)),
					},
				})
			}

			runSteps(t, steps...)
		})
	}
}

func TestAccAppearance_ImportByIDThenUpdate(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	importBlock := "import {\n  to = " + appearanceAddress + "\n  id = \"2\"\n}"

	runSteps(t, importSteps(t, service, importBlock)...)
}

func TestAccAppearance_ImportByIdentityThenUpdate(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	importBlock := "import {\n  to = " + appearanceAddress + "\n  identity = { id = \"2\" }\n}"

	resource.ParallelTest(t, resource.TestCase{
		IsUnitTest:               true,
		ProtoV6ProviderFactories: providerFactories(),
		// TestProtocol_ImportByIdentity covers older versions.
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)},
		Steps:                  importSteps(t, service, importBlock),
	})
}

// importSteps import appearance 2. The import sends nothing, and the apply
// sends the full configuration.
func importSteps(t *testing.T, service *service, importBlock string) []resource.TestStep {
	t.Helper()

	configuration := appearance(`id = "2"`, `name = "Imported"`, `lm_primary_background_color = "#fff"`)

	return []resource.TestStep{
		{
			Config: service.config(configuration, importBlock),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(appearanceAddress, plancheck.ResourceActionUpdate),
				plancheck.ExpectUnknownValue(appearanceAddress, tfjsonpath.New("created_at")),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, putAppearance(2, `{"name": "Imported", "lm_primary_background_color": "#fff"}`)),
				statecheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New("created_at"), knownvalue.NotNull()),
			},
		},
		{
			Config:            service.config(configuration),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			ConfigStateChecks: []statecheck.StateCheck{service.received(t)},
		},
	}
}

func TestAccAppearance_ImportByCommand(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configuration := service.config(appearance(`id = "2"`, `name = "Imported"`))

	runSteps(t,
		resource.TestStep{
			Config:             configuration,
			ResourceName:       appearanceAddress,
			ImportState:        true,
			ImportStateId:      "2",
			ImportStatePersist: true,
		},
		resource.TestStep{
			Config: configuration,
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(appearanceAddress, plancheck.ResourceActionUpdate)},
			},
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, putAppearance(2, `{"name": "Imported"}`))},
		},
	)
}

func TestAccAppearance_OtherIDReplaces(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	runSteps(t,
		resource.TestStep{
			Config:            service.config(appearance(`id = "1"`, `name = "Moved"`, `dm_button_outline_color = "red"`)),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, putAppearance(1, `{"name": "Moved", "dm_button_outline_color": "red"}`))},
		},
		resource.TestStep{
			Config: service.config(appearance(`id = "3"`, `name = "Moved"`, `dm_button_outline_color = "red"`)),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(appearanceAddress, plancheck.ResourceActionDestroyBeforeCreate),
			}},
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, putAppearance(3, `{"name": "Moved", "dm_button_outline_color": "red"}`))},
		},
	)
}

// Taint plans the same change as -replace.
func TestAccAppearance_TaintedIsSentAgain(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configuration := service.config(appearance(`id = "1"`, `name = "Again"`))
	sent := service.received(t, putAppearance(1, `{"name": "Again"}`))

	runSteps(t,
		resource.TestStep{Config: configuration, ConfigStateChecks: []statecheck.StateCheck{sent}},
		resource.TestStep{Config: configuration, Taint: []string{appearanceAddress}, ConfigStateChecks: []statecheck.StateCheck{sent}},
	)
}

func TestAccAppearance_DestroySendsNothing(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	runSteps(t, resource.TestStep{
		Config:            service.config(appearance(`id = "1"`, `name = "Kept"`)),
		ConfigStateChecks: []statecheck.StateCheck{service.received(t, putAppearance(1, `{"name": "Kept"}`))},
	})

	// The test case has destroyed the resource.
	if requests := service.takeRequests(t); len(requests) > 0 {
		t.Errorf("destroy sent %v", requests)
	}

	if fields, _ := service.Appearance(1); fields["name"] != "Kept" {
		t.Errorf("destroy changed the appearance: %v", fields)
	}
}

func TestAccAppearance_VersionReplacesAppliedColors(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configure := func(color string, more ...string) string {
		return service.config(appearance(append(more, `id = "1"`, `name = "V"`, `lm_light_background_color = "`+color+`"`)...))
	}
	sent := func(color string) []statecheck.StateCheck {
		return []statecheck.StateCheck{service.received(t, putAppearance(1, `{"name": "V", "lm_light_background_color": "`+color+`"}`))}
	}
	empty := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}

	runSteps(t,
		resource.TestStep{Config: configure("#111", `write_only_version = 1`), ConfigStateChecks: append(sent("#111"),
			statecheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New("applied_colors"), knownvalue.Null()))},
		resource.TestStep{Config: configure("#222", `write_only_version = 1`), ConfigPlanChecks: empty},
		resource.TestStep{Config: configure("#222", `write_only_version = 2`), ConfigStateChecks: sent("#222")},
		resource.TestStep{Config: configure("#222"), ConfigStateChecks: append(sent("#222"),
			statecheck.ExpectKnownValue(appearanceAddress, tfjsonpath.New("applied_colors"), knownvalue.MapSizeExact(1)))},
		resource.TestStep{Config: configure("#333"), ConfigStateChecks: sent("#333")},
	)
}

func TestAccAppearance_ChangedEphemeralVariableIsSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configuration := service.config("variable \"color\" {\n  type = string\n  ephemeral = true\n}",
		appearance(`id = "1"`, `name = "E"`, `dm_dark_background_color = var.color`))
	with := func(color string) config.Variables { return config.Variables{"color": config.StringVariable(color)} }
	sent := func(color string) []statecheck.StateCheck {
		return []statecheck.StateCheck{service.received(t, putAppearance(1, `{"name": "E", "dm_dark_background_color": "`+color+`"}`))}
	}

	runSteps(t,
		resource.TestStep{Config: configuration, ConfigVariables: with("#aaa"), ConfigStateChecks: sent("#aaa")},
		resource.TestStep{Config: configuration, ConfigVariables: with("#aaa"), ConfigStateChecks: []statecheck.StateCheck{service.received(t)}},
		resource.TestStep{Config: configuration, ConfigVariables: with("#bbb"), ConfigStateChecks: sent("#bbb")},
	)
}

// With write_only_version, a value that changes in every run plans no change.
func TestAccAppearance_EphemeralColorConverges(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configure := func(version int) string {
		return service.config(`ephemeral "rotating_value" "color" {}`, appearance(`id = "1"`, `name = "R"`,
			`lm_dark_background_color = ephemeral.rotating_value.color.value`, fmt.Sprintf(`write_only_version = %d`, version)))
	}
	sentOne := checkFunc(func() error {
		requests := service.takeRequests(t)
		if len(requests) != 1 || !strings.Contains(requests[0], `"lm_dark_background_color":"#0`) {
			return fmt.Errorf("want one request with a color, got %v", requests)
		}

		return nil
	})

	runSteps(t,
		resource.TestStep{Config: configure(1), ConfigStateChecks: []statecheck.StateCheck{sentOne}},
		resource.TestStep{Config: configure(1), ConfigStateChecks: []statecheck.StateCheck{service.received(t)}},
		resource.TestStep{Config: configure(2), ConfigStateChecks: []statecheck.StateCheck{sentOne}},
	)
}
