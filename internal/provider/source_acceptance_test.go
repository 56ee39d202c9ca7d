package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

const sourceAddress = "chatview_source.test"

// sourceArguments are all arguments of a source that are stored in state.
var sourceArguments = []argument{
	{name: "account_name", value: `"Sales"`, other: `"Orders"`},
	{name: "hostname", value: `"db.example.com"`, other: `"db2.example.com"`},
	{name: "port", value: `5432`, other: `65535`},
	{name: "username", value: `"reader"`, other: `"writer"`},
	{name: "password", value: `"secret-1"`, other: `"secret-2"`},
	{name: "database_name", value: `"sales"`, other: `"orders"`},
	{name: "connection_string", value: `"postgresql://a"`, other: `"postgresql://b"`},
	{
		name: "service_account_key", value: `jsonencode({ private_key = "k1" })`, other: `jsonencode({ private_key = "k2" })`,
		sent: `{"private_key": "k1"}`, changed: `{"private_key": "k2"}`,
	},
	{name: "token", value: `"t1"`, other: `"t2"`},
	{name: "host", value: `"h1"`, other: `"h2"`},
	{name: "database", value: `"d1"`, other: `"d2"`},
	{name: "account", value: `"a1"`, other: `"a2"`},
	{name: "user", value: `"u1"`, other: `"u2"`},
	{name: "public_key", value: `"p1"`, other: `"p2"`},
	{name: "selected_schemas", value: `["public", "audit"]`, other: `[]`, sent: `["audit", "public"]`},
}

// writeOnlySourceArguments are the arguments that are not stored in state.
var writeOnlySourceArguments = []argument{
	{name: "password_wo", field: "password", value: `"wo-1"`, other: `"wo-2"`},
	{name: "connection_string_wo", field: "connection_string", value: `"wo-3"`, other: `"wo-4"`},
	{name: "token_wo", field: "token", value: `"wo-5"`, other: `"wo-6"`},
	{
		name: "service_account_key_wo", field: "service_account_key", value: `jsonencode({ k = 1 })`, other: `jsonencode({ k = 2 })`,
		sent: `{"k": 1}`, changed: `{"k": 2}`,
	},
}

// The test fails for every attribute missing from a request: each one changes in
// one of the updates, and is unchanged in the other.
func TestAccSource_OnlyChangesAreSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	half, all := len(sourceArguments)/2, len(sourceArguments)
	step := func(changed, firstSent, lastSent int) resource.TestStep {
		lines, fields := allArguments(sourceArguments, changed)
		sent := "{" + strings.Join(fields[firstSent:lastSent], ", ") + "}"

		return resource.TestStep{
			Config:            service.config(source(append(lines, `id = "7"`)...)),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, sent))},
		}
	}

	runSteps(t, step(0, 0, all), step(half, 0, half), step(all, half, all))
}

// A write-only value is sent if its version changes, and only then.
func TestAccSource_OnlyChangedVersionsAreSent(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	half, all := len(writeOnlySourceArguments)/2, len(writeOnlySourceArguments)
	configure := func(values, versions int) string {
		lines, _ := allArguments(writeOnlySourceArguments, values)

		for i, argument := range writeOnlySourceArguments {
			version := 1
			if i < versions {
				version = 2
			}

			lines = append(lines, fmt.Sprintf("%s_version = %d", argument.name, version))
		}

		return service.config(source(append(lines, `id = "7"`)...))
	}
	step := func(values, versions, firstSent, lastSent int) resource.TestStep {
		_, fields := allArguments(writeOnlySourceArguments, values)
		checks := []statecheck.StateCheck{service.received(t, patchSource(7, "{"+strings.Join(fields[firstSent:lastSent], ", ")+"}"))}

		for _, argument := range writeOnlySourceArguments {
			checks = append(checks, statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New(argument.name), knownvalue.Null()))
		}

		return resource.TestStep{Config: configure(values, versions), ConfigStateChecks: checks}
	}

	runSteps(t,
		step(0, 0, 0, all),
		resource.TestStep{
			Config:           configure(all, 0),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
		},
		step(all, half, 0, half),
		step(all, all, half, all),
	)
}

// The credential moves from the plain argument to the write-only one and back,
// and is sent each time.
func TestAccSource_CredentialMovesOutOfState(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	plain := service.config(source(`id = "7"`, `password = "p-plain"`))
	writeOnly := service.config(source(`id = "7"`, `password_wo = "p-wo"`, `password_wo_version = 1`))

	runSteps(t,
		resource.TestStep{Config: plain, ConfigStateChecks: []statecheck.StateCheck{
			service.received(t, patchSource(7, `{"password": "p-plain"}`)),
			statecheck.ExpectSensitiveValue(sourceAddress, tfjsonpath.New("password")),
		}},
		resource.TestStep{Config: writeOnly, ConfigStateChecks: []statecheck.StateCheck{
			service.received(t, patchSource(7, `{"password": "p-wo"}`)),
			statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("password"), knownvalue.Null()),
		}},
		resource.TestStep{Config: plain, ConfigStateChecks: []statecheck.StateCheck{
			service.received(t, patchSource(7, `{"password": "p-plain"}`)),
		}},
	)
}

// Write-only values with an unchanged version are included.
func TestAccSource_FullUpdateSendsEverything(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configure := func(arguments ...string) string {
		return service.config(source(append(arguments, `id = "8"`, `hostname = "h"`, `token_wo = "t"`, `token_wo_version = 1`,
			`selected_schemas = []`)...))
	}
	body := func(port int) string {
		return fmt.Sprintf(`{"hostname": "h", "port": %d, "token": "t", "selected_schemas": []}`, port)
	}

	runSteps(t,
		resource.TestStep{Config: configure(`port = 1`), ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(8, body(1)))}},
		resource.TestStep{Config: configure(`port = 2`), ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(8, `{"port": 2}`))}},
		resource.TestStep{Config: configure(`port = 3`, `update_mode = "full"`), ConfigStateChecks: []statecheck.StateCheck{
			service.received(t, patchSource(8, body(3))),
		}},
		resource.TestStep{Config: configure(`port = 3`, `update_mode = "changed"`), ConfigStateChecks: []statecheck.StateCheck{service.received(t)}},
	)
}

// State drops the attributes but keeps the computed ones.
func TestAccSource_RemovedAttributesSendNothing(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	lines, fields := allArguments(sourceArguments, 0)

	runSteps(t,
		resource.TestStep{
			Config:            service.config(source(append(lines, `id = "7"`)...)),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, "{"+strings.Join(fields, ", ")+"}"))},
		},
		resource.TestStep{
			Config: service.config(source(`id = "7"`)),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(sourceAddress, plancheck.ResourceActionUpdate)},
			},
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("hostname"), knownvalue.Null()),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("account_name"), knownvalue.StringExact("Sales")),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("type"), knownvalue.StringExact("postgres")),
			},
		},
	)
}

// The response shows that the source exists, and which one it is.
func TestAccSource_IDAloneSendsEmptyPatch(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	runSteps(t, resource.TestStep{
		Config: service.config(source(`id = "9"`)),
		ConfigStateChecks: []statecheck.StateCheck{
			service.received(t, patchSource(9, `{}`)),
			statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("account_name"), knownvalue.StringExact("Before")),
			statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("type"), knownvalue.StringExact("postgres")),
		},
	})
}

func TestAccSource_FormattingOfAKeyIsNoChange(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	empty := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}

	runSteps(t,
		resource.TestStep{
			Config:            service.config(source(`id = "7"`, `service_account_key = "{ \"b\": 1,\n \"a\": 2 }"`)),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, `{"service_account_key": {"a": 2, "b": 1}}`))},
		},
		resource.TestStep{
			Config:           service.config(source(`id = "7"`, `service_account_key = "{\"a\":2,\"b\":1}"`)),
			ConfigPlanChecks: empty,
		},
		resource.TestStep{
			Config:            service.config(source(`id = "7"`, `service_account_key = "{\"a\":2,\"b\":1}"`, `port = 5`)),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, `{"port": 5}`))},
		},
	)
}

func TestAccSource_ImportByIDThenUpdate(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	runSteps(t, sourceImportSteps(t, service, "import {\n  to = "+sourceAddress+"\n  id = \"8\"\n}")...)
}

// The first apply after an import sends a request even without settings, to
// verify that the source exists.
func TestAccSource_ImportOfIDAloneThenUpdate(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	runSteps(t,
		resource.TestStep{
			Config: service.config(source(`id = "8"`), "import {\n  to = "+sourceAddress+"\n  id = \"8\"\n}"),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(sourceAddress, plancheck.ResourceActionUpdate),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, patchSource(8, `{}`)),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("type"), knownvalue.StringExact("postgres")),
			},
		},
	)
}

func TestAccSource_ImportByIdentityThenUpdate(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	resource.ParallelTest(t, resource.TestCase{
		IsUnitTest:               true,
		ProtoV6ProviderFactories: providerFactories(),
		// TestProtocol_ImportByIdentity covers older versions.
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)},
		Steps:                  sourceImportSteps(t, service, "import {\n  to = "+sourceAddress+"\n  identity = { id = \"8\" }\n}"),
	})
}

func sourceImportSteps(t *testing.T, service *service, importBlock string) []resource.TestStep {
	t.Helper()

	configuration := source(`id = "8"`, `host = "h"`, `password_wo = "p"`, `password_wo_version = 3`)

	return []resource.TestStep{
		{
			Config: service.config(configuration, importBlock),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(sourceAddress, plancheck.ResourceActionUpdate),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				service.received(t, patchSource(8, `{"host": "h", "password": "p"}`)),
				statecheck.ExpectKnownValue(sourceAddress, tfjsonpath.New("type"), knownvalue.StringExact("postgres")),
			},
		},
		{
			Config:            service.config(configuration),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			ConfigStateChecks: []statecheck.StateCheck{service.received(t)},
		},
	}
}

func TestAccSource_OtherIDReplaces(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	runSteps(t,
		resource.TestStep{
			Config:            service.config(source(`id = "7"`, `user = "u"`)),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, `{"user": "u"}`))},
		},
		resource.TestStep{
			Config: service.config(source(`id = "8"`, `user = "u"`)),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(sourceAddress, plancheck.ResourceActionDestroyBeforeCreate),
			}},
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(8, `{"user": "u"}`))},
		},
	)
}

func TestAccSource_DestroySendsNothing(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	runSteps(t, resource.TestStep{
		Config:            service.config(source(`id = "7"`, `user = "u"`)),
		ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, `{"user": "u"}`))},
	})

	if requests := service.takeRequests(t); len(requests) > 0 {
		t.Errorf("destroy sent %v", requests)
	}
}

// A password that is different in every run is sent only if its version
// changes.
func TestAccSource_EphemeralCredentialConverges(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	configure := func(version int, more ...string) string {
		return service.config(`ephemeral "rotating_value" "password" {}`, source(append(more, `id = "7"`,
			`password_wo = ephemeral.rotating_value.password.value`, fmt.Sprintf(`password_wo_version = %d`, version))...))
	}
	sentPassword := checkFunc(func() error {
		requests := service.takeRequests(t)
		if len(requests) != 1 || !strings.HasPrefix(requests[0], patchSource(7, `{"password":"#0`)) {
			return fmt.Errorf("want one request with a password, got %v", requests)
		}

		return nil
	})

	runSteps(t,
		resource.TestStep{Config: configure(1), ConfigStateChecks: []statecheck.StateCheck{sentPassword}},
		resource.TestStep{Config: configure(1, `port = 5`), ConfigStateChecks: []statecheck.StateCheck{service.received(t, patchSource(7, `{"port": 5}`))}},
		resource.TestStep{Config: configure(2, `port = 5`), ConfigStateChecks: []statecheck.StateCheck{sentPassword}},
	)
}
