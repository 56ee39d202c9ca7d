package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/protocol"
)

// core drives the provider's protocol server as Terraform core does, without a
// CLI: it keeps state, plans twice, and checks what core checks. It tests what
// a CLI test cannot see (warnings, paths, several walks through one configured
// provider) or is too slow for.
type core struct {
	t        reporter
	ctx      context.Context // a test may cancel it
	provider *chatviewProvider
	settings map[string]any

	server tfprotov6.ProviderServer
	// framework receives the requests that the server does not handle itself.
	framework *countingServer
	// uncompared is set if no plan is compared with the framework's.
	uncompared bool
	// dies is set if the provider is killed after it applied a plan: core gets no
	// response.
	dies bool
	// refuses is set if core is to refuse a final plan that is inconsistent with the
	// first one, as a saved plan may be. Otherwise, that fails the test.
	refuses bool
	// replace is the flag -replace, createBeforeDestroy the lifecycle argument.
	replace, createBeforeDestroy bool
	// ignored are the attributes under ignore_changes; "all" means every one.
	ignored   []string
	schema    *tfprotov6.GetProviderSchemaResponse
	instances map[string]*instance
}

// reporter is a *testing.T or a *rapid.T.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// instance is a resource instance in state. A nil *instance is none.
type instance struct {
	typeName string
	state    tftypes.Value
	private  []byte
	identity *tfprotov6.ResourceIdentityData
}

// outcome is the result of one plan, or of all calls of an apply.
type outcome struct {
	diagnostics []*tfprotov6.Diagnostic
	// planned is the last planned state, prior the state before it.
	planned, prior tftypes.Value
	replace        bool
	// firstApply are the warnings about a first apply, which diagnostics does not
	// have.
	firstApply []*tfprotov6.Diagnostic
}

// unknownValue is a value that is unknown at plan.
type unknownValue struct{}

func (unknownValue) String() string { return "unknown" }

// newCore starts a run with the given provider arguments.
func newCore(t reporter, provider *chatviewProvider, settings map[string]any) *core {
	t.Helper()

	c := &core{t: t, ctx: context.Background(), provider: provider, settings: settings, instances: map[string]*instance{}}
	if diagnostics := c.restart(); len(diagnostics) > 0 {
		t.Fatalf("configuring: %s", describe(diagnostics))
	}

	return c
}

// frameworkServer has every interface that plugin-go looks for.
type frameworkServer interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	tfprotov6.StateStoreServer
}

// newServer returns the server of a provider.
func newServer(p *chatviewProvider) tfprotov6.ProviderServer {
	return protocol.Wrap(providerserver.NewProtocol6(p)(), p)
}

// restart starts a new provider process with the same state.
func (c *core) restart() []*tfprotov6.Diagnostic {
	c.t.Helper()

	ctx := c.ctx
	c.provider = &chatviewProvider{version: c.provider.version, transport: c.provider.transport}
	c.framework = &countingServer{frameworkServer: providerserver.NewProtocol6(c.provider)().(frameworkServer)}
	c.server = protocol.Wrap(c.framework, c.provider)

	if c.schema == nil {
		schema, err := c.server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
		c.must(err)
		c.schema = schema
	}

	return c.configure()
}

// configure starts a walk: core configures a provider once for a command's
// plans and again for its applies.
func (c *core) configure() []*tfprotov6.Diagnostic {
	c.t.Helper()

	resp, err := c.server.ConfigureProvider(c.ctx, &tfprotov6.ConfigureProviderRequest{
		TerraformVersion: "1.11.4", Config: c.pack(c.value(c.schema.Provider, c.settings)),
	})
	c.must(err)

	return resp.Diagnostics
}

// validate returns the diagnostics of a configuration.
func (c *core) validate(typeName string, config map[string]any) []*tfprotov6.Diagnostic {
	c.t.Helper()

	resp, err := c.server.ValidateResourceConfig(c.ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName:           typeName,
		Config:             c.pack(c.value(c.schema.ResourceSchemas[typeName], config)),
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	c.must(err)

	return resp.Diagnostics
}

// plan plans the instance at an address in a new walk. A nil configuration
// destroys it.
func (c *core) plan(address, typeName string, config map[string]any) (outcome, *tfprotov6.PlanResourceChangeResponse) {
	c.t.Helper()
	c.configure()

	return c.planInWalk(address, typeName, config)
}

// planInWalk plans in the current walk. It plans a replacement again, without
// the prior state and ignore_changes.
func (c *core) planInWalk(address, typeName string, config map[string]any) (outcome, *tfprotov6.PlanResourceChangeResponse) {
	c.t.Helper()

	schema := c.schema.ResourceSchemas[typeName]
	prior, private, identity := c.before(address, schema)
	configValue := c.configValue(schema, config)

	result, resp := c.planChange(schema, typeName, prior, c.withIgnored(schema, prior, configValue), private, identity)
	if result.replace = (len(resp.RequiresReplace) > 0 || c.replace) && !prior.IsNull() && config != nil; !result.replace || hasError(resp.Diagnostics) {
		return result, resp
	}

	none := tftypes.NewValue(schema.ValueType(), nil)
	create, resp := c.planChange(schema, typeName, none, configValue, resp.PlannedPrivate, nil)
	create.replace, create.prior = true, prior
	create.diagnostics = append(result.diagnostics, create.diagnostics...)

	return create, resp
}

func (c *core) planChange(
	schema *tfprotov6.Schema, typeName string, prior, config tftypes.Value, private []byte, identity *tfprotov6.ResourceIdentityData,
) (outcome, *tfprotov6.PlanResourceChangeResponse) {
	c.t.Helper()

	resp := c.planLikeFramework(schema, c.planRequest(typeName, prior, config, private, identity))

	assertShort(c.t, resp.Diagnostics)

	result := outcome{diagnostics: resp.Diagnostics, prior: prior, planned: prior}
	if hasError(resp.Diagnostics) {
		return result, resp
	}

	if !prior.IsNull() {
		c.assertIdentity(resp.PlannedIdentity, prior)
	}

	result.planned = c.unpack(resp.PlannedState, schema)
	c.splitFirstApply(&result, private)

	if !config.IsNull() {
		c.assertPlanValid(schema, prior, config, result.planned)
	}

	return result, resp
}

// applyPlan applies a plan and asserts that the new state is consistent with
// it.
func (c *core) applyPlan(address, typeName string, config map[string]any, plan outcome, planned *tfprotov6.PlanResourceChangeResponse) outcome {
	c.t.Helper()

	schema := c.schema.ResourceSchemas[typeName]

	resp, err := c.server.ApplyResourceChange(c.ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName:        typeName,
		PriorState:      c.pack(plan.prior),
		PlannedState:    planned.PlannedState,
		Config:          c.pack(c.configValue(schema, config)),
		PlannedPrivate:  planned.PlannedPrivate,
		PlannedIdentity: planned.PlannedIdentity,
	})
	c.must(err)

	if c.dies {
		return c.applyWithoutResponse(address, plan)
	}

	assertShort(c.t, resp.Diagnostics)

	plan.diagnostics = append(plan.diagnostics, resp.Diagnostics...)
	state := c.unpack(resp.NewState, schema)

	for name, value := range c.attributes(state) {
		if !value.IsFullyKnown() {
			c.t.Errorf("%s: %s is unknown after apply", address, name)
		}
	}

	if state.IsNull() {
		delete(c.instances, address)

		return plan
	}

	if !hasError(resp.Diagnostics) {
		c.assertIdentity(resp.NewIdentity, state)

		if path := firstChange(plan.planned, state); path != "" {
			c.t.Errorf("%s: inconsistent result after apply at %s", address, path)
		}

		if stored := storedPrivateState(resp.Private); !isConfirmed(stored) {
			c.t.Errorf("%s: private state after an apply without errors is %+v", address, stored)
		}
	}

	c.instances[address] = &instance{typeName: typeName, state: state, private: resp.Private, identity: resp.NewIdentity}
	c.assertConfirmed(resp.Private, state)

	return plan
}

// isConfirmed reports whether the last update of an instance succeeded.
func isConfirmed(stored privateState) bool { return stored.Instance != "" && stored.Resync == "" }

// destroy plans and applies the destroy of an instance.
func (c *core) destroy(address string) outcome {
	c.t.Helper()

	plan, resp := c.plan(address, c.instances[address].typeName, nil)

	return c.applyPlan(address, c.instances[address].typeName, nil, plan, resp)
}

// refresh reads an instance and asserts that nothing changes.
func (c *core) refresh(address string) {
	c.t.Helper()

	before := c.instances[address]

	resp, err := c.server.ReadResource(c.ctx, c.readRequest(before))
	c.must(err)

	if hasError(resp.Diagnostics) {
		c.t.Errorf("%s: refreshing: %s", address, describe(resp.Diagnostics))
	}

	if state := c.unpack(resp.NewState, c.schema.ResourceSchemas[before.typeName]); !state.Equal(before.state) {
		c.t.Errorf("%s: refreshing changed the state", address)
	}

	c.assertIdentity(resp.NewIdentity, before.state)
	before.private, before.identity = resp.Private, resp.NewIdentity
}
