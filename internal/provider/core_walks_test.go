package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// resourceBlock is a resource block: an address and its configuration. A nil
// configuration removes it.
type resourceBlock struct {
	address, typeName string
	config            map[string]any
}

// apply plans and applies in two walks. atApply is the configuration with the
// values that are known only at apply, or nil if there are none.
func (c *core) apply(address, typeName string, config, atApply map[string]any) outcome {
	c.t.Helper()

	if atApply == nil {
		atApply = config
	}

	first, _ := c.plan(address, typeName, config)
	if hasError(first.diagnostics) || !first.isChange() {
		return first
	}

	c.configure()

	return c.applyBlock(resourceBlock{address, typeName, atApply}, first)
}

// run plans all blocks and then applies those that change, without configuring
// the provider again, as "terraform test" does since Terraform 1.13. It returns
// all diagnostics.
func (c *core) run(blocks ...resourceBlock) []*tfprotov6.Diagnostic {
	c.t.Helper()

	return c.runWalks(func() {}, blocks)
}

// runProcesses is run with a provider process for each walk, as all other commands
// have it.
func (c *core) runProcesses(blocks ...resourceBlock) []*tfprotov6.Diagnostic {
	c.t.Helper()
	c.configure()

	return c.runWalks(func() { c.configure() }, blocks)
}

func (c *core) runWalks(between func(), blocks []resourceBlock) []*tfprotov6.Diagnostic {
	c.t.Helper()

	var diagnostics []*tfprotov6.Diagnostic

	changes := map[string]outcome{}

	for _, b := range blocks {
		plan, _ := c.planInWalk(b.address, b.typeName, b.config)
		changes[b.address] = plan
		diagnostics = append(diagnostics, plan.diagnostics...)
	}

	if hasError(diagnostics) {
		return diagnostics
	}

	between()

	for _, b := range blocks {
		if changes[b.address].isChange() {
			diagnostics = append(diagnostics, c.applyBlock(b, changes[b.address]).diagnostics...)
		}
	}

	return diagnostics
}

// planBlock plans a block in the current walk.
func (c *core) planBlock(b resourceBlock) []*tfprotov6.Diagnostic {
	c.t.Helper()

	plan, _ := c.planInWalk(b.address, b.typeName, b.config)

	return plan.diagnostics
}

// isChange reports whether core applies a plan.
func (o outcome) isChange() bool { return o.replace || !o.planned.Equal(o.prior) }

// wantNoChange asserts that the next plan of a block is empty, without a warning.
func wantNoChange(t *testing.T, c *core, b resourceBlock) {
	t.Helper()

	plan, _ := c.plan(b.address, b.typeName, b.config)
	wantHeadlines(t, plan.diagnostics)

	if plan.isChange() {
		t.Errorf("the next plan of %s is not empty: %s", b.address, firstChange(plan.prior, plan.planned))
	}
}

// applyInWalk creates the resource of a block in the current walk.
func (c *core) applyInWalk(b resourceBlock) []*tfprotov6.Diagnostic {
	c.t.Helper()

	return c.applyBlock(b, unplanned).diagnostics
}

// unplanned is a plan in which everything is unknown.
var unplanned = outcome{planned: tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)}

// applyBlock applies the plan of a block in the current walk. Like core, it
// first plans again with the values that are now known.
func (c *core) applyBlock(b resourceBlock, first outcome) outcome {
	c.t.Helper()

	if first.replace && c.createBeforeDestroy {
		return c.createBeforeDestroying(b, first)
	}

	if first.replace {
		c.applyDestroy(b.address)
	}

	final, resp := c.planInWalk(b.address, b.typeName, b.config)
	if hasError(final.diagnostics) {
		return final
	}

	switch path := firstChange(first.planned, final.planned); {
	case path != "" && c.refuses:
		final.diagnostics = append(final.diagnostics, &tfprotov6.Diagnostic{
			Severity: tfprotov6.DiagnosticSeverityError, Summary: inconsistentFinalPlan, Detail: path,
		})

		return final
	case path != "":
		c.t.Errorf("%s: inconsistent final plan at %s", b.address, path)
	}

	if !final.isChange() {
		return final
	}

	return c.applyPlan(b.address, b.typeName, b.config, final, resp)
}

// inconsistentFinalPlan is the summary of core's error if the plan of an apply is
// not the one that was approved.
const inconsistentFinalPlan = "Provider produced inconsistent final plan"

// createBeforeDestroying applies a replacement. It plans the destroy of the
// deposed object during the apply.
func (c *core) createBeforeDestroying(b resourceBlock, first outcome) outcome {
	c.t.Helper()

	deposed := c.instances[b.address]
	delete(c.instances, b.address)

	first.replace = false
	created := c.applyBlock(b, first)
	replacement := c.instances[b.address]
	c.instances[b.address] = deposed

	if hasError(created.diagnostics) {
		return created
	}

	destroyed := c.applyBlock(resourceBlock{b.address, b.typeName, nil}, unplanned)
	created.diagnostics = append(created.diagnostics, destroyed.diagnostics...)
	c.instances[b.address] = replacement

	return created
}

// noResponse is the summary of core's error if the provider is killed.
const noResponse = "Plugin did not respond"

// applyWithoutResponse keeps the state before a create, an update or a destroy to
// which core got no response. An update loses its private state.
func (c *core) applyWithoutResponse(address string, plan outcome) outcome {
	c.t.Helper()

	switch {
	case plan.prior.IsNull():
		delete(c.instances, address)
	case !plan.planned.IsNull():
		c.instances[address] = &instance{typeName: c.instances[address].typeName, state: plan.prior}
	}

	plan.diagnostics = append(plan.diagnostics, &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityError, Summary: noResponse,
	})

	return plan
}

// applyDestroy applies the destroy half of a replacement, which core does not
// plan.
func (c *core) applyDestroy(address string) {
	c.t.Helper()

	before := c.instances[address]
	schema := c.schema.ResourceSchemas[before.typeName]
	none := c.pack(tftypes.NewValue(schema.ValueType(), nil))

	_, err := c.server.ApplyResourceChange(c.ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: before.typeName, PriorState: c.pack(before.state), PlannedState: none, Config: none, PlannedPrivate: before.private,
	})
	c.must(err)
	delete(c.instances, address)
}

// importByID and importByIdentity import an object as an instance.
func (c *core) importByID(address, typeName, id string) []*tfprotov6.Diagnostic {
	c.t.Helper()

	return c.importState(address, &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id})
}

func (c *core) importByIdentity(address, typeName, id string) []*tfprotov6.Diagnostic {
	c.t.Helper()

	return c.importState(address, &tfprotov6.ImportResourceStateRequest{
		TypeName: typeName, Identity: c.identity(tftypes.NewValue(tftypes.String, id)),
	})
}

func (c *core) importState(address string, req *tfprotov6.ImportResourceStateRequest) []*tfprotov6.Diagnostic {
	c.t.Helper()

	resp, err := c.server.ImportResourceState(c.ctx, req)
	c.must(err)

	for _, imported := range resp.ImportedResources {
		state := c.unpack(imported.State, c.schema.ResourceSchemas[req.TypeName])
		c.instances[address] = &instance{req.TypeName, state, imported.Private, imported.Identity}
		c.assertConfirmed(imported.Private, state)

		for name, value := range c.attributes(state) {
			if name != "id" && !value.IsNull() {
				c.t.Errorf("%s: the import sets %s to %s", address, name, value)
			}
		}
	}

	return resp.Diagnostics
}
