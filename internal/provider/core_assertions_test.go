package provider

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/owners"
)

// What is asserted of each plan and state: what Terraform core checks, in its newest
// version, that a first apply has its warning, and that the shortcut plans as the
// framework does.

// firstApply is the warning of a plan that overwrites an object with unknown
// settings.
const firstApply = "Existing Object Overwritten"

// splitFirstApply moves the warning about a first apply out of the diagnostics of
// a plan, and asserts that there is one exactly if the plan is one.
func (c *core) splitFirstApply(plan *outcome, private []byte) {
	c.t.Helper()

	stored := storedPrivateState(private)
	isFirst := stored.Instance == ""

	if !plan.prior.IsNull() {
		isFirst = isFirst || stored.Resync == afterImport || !c.attributes(plan.prior)["id"].Equal(tftypes.NewValue(tftypes.String, stored.ID))
	}

	isAnother := !plan.prior.IsNull() && !c.attributes(plan.prior)["id"].Equal(c.attributes(plan.planned)["id"])
	want := isFirst && !isAnother && !plan.planned.IsNull()

	isOther := func(d *tfprotov6.Diagnostic) bool { return d.Summary != firstApply }
	plan.firstApply = slices.DeleteFunc(slices.Clone(plan.diagnostics), isOther)
	plan.diagnostics = slices.DeleteFunc(slices.Clone(plan.diagnostics), func(d *tfprotov6.Diagnostic) bool { return !isOther(d) })

	if got := len(plan.firstApply) == 1; got != want {
		c.t.Errorf("the plan warns about a first apply: %t, want %t, with private state %+v: %s", got, want, stored, describe(plan.firstApply))
	}
}

// planLikeFramework plans. It asserts that the framework returns the same plan if
// it was not asked.
func (c *core) planLikeFramework(schema *tfprotov6.Schema, req *tfprotov6.PlanResourceChangeRequest) *tfprotov6.PlanResourceChangeResponse {
	c.t.Helper()

	plan := func(server tfprotov6.ProviderServer) *tfprotov6.PlanResourceChangeResponse {
		resp, err := server.PlanResourceChange(c.ctx, req)
		c.must(err)

		return resp
	}

	if c.uncompared {
		return plan(c.server)
	}

	data := c.provider.data
	plans := c.framework.plans.Load()

	got := plan(c.server)
	if c.framework.plans.Load() > plans {
		return got
	}

	registry := data.owners
	data.owners = owners.NewRegistry()      // the plan is registered already
	req.PriorIdentity = got.PlannedIdentity // the server's own
	want := plan(c.framework.frameworkServer)
	data.owners = registry

	if diff := cmp.Diff(c.describePlan(schema, want), c.describePlan(schema, got)); diff != "" {
		c.t.Errorf("plans (-framework +server):\n%s", diff)
	}

	return got
}

// countingServer counts the requests that reach the framework.
type countingServer struct {
	frameworkServer

	plans, reads atomic.Int64
}

func (s *countingServer) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	s.plans.Add(1)

	return s.frameworkServer.PlanResourceChange(ctx, req)
}

func (s *countingServer) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	s.reads.Add(1)

	return s.frameworkServer.ReadResource(ctx, req)
}

// assertPlanValid asserts what core does: a write-only attribute is planned as
// null, and every other attribute as configured or unchanged, unless it is
// computed.
func (c *core) assertPlanValid(schema *tfprotov6.Schema, prior, config, planned tftypes.Value) {
	c.t.Helper()

	priorAttributes, configured, plannedAttributes := c.attributes(prior), c.attributes(config), c.attributes(planned)

	for _, attribute := range schema.Block.Attributes {
		name := attribute.Name
		value := plannedAttributes[name]

		switch {
		case attribute.WriteOnly:
			if !value.IsNull() {
				c.t.Errorf("%s is write-only and was planned", name)
			}
		case attribute.Computed && configured[name].IsNull():
		case value.Equal(configured[name]):
		case !prior.IsNull() && value.Equal(priorAttributes[name]):
		default:
			c.t.Errorf("%s was planned as %s, neither as configured nor as it was", name, value)
		}
	}
}

// assertIdentity asserts that an identity is that of the resource in a state.
// Newer cores do, and blame the provider.
func (c *core) assertIdentity(identity *tfprotov6.ResourceIdentityData, state tftypes.Value) {
	c.t.Helper()

	want := c.identity(c.attributes(state)["id"])
	if diff := cmp.Diff(want, identity); diff != "" {
		c.t.Errorf("the identity is of another resource (-want +got):\n%s", diff)
	}
}

// assertConfirmed asserts that private state has a token only with the id that was
// applied or imported.
func (c *core) assertConfirmed(private []byte, state tftypes.Value) {
	c.t.Helper()

	stored := storedPrivateState(private)
	if id := tftypes.NewValue(tftypes.String, stored.ID); stored.Instance != "" && !id.Equal(c.attributes(state)["id"]) {
		c.t.Errorf("private state has a token and the id %q, and the state has %s", stored.ID, c.attributes(state)["id"])
	}
}

// firstChange returns the path of the first known value of before that after
// changes, or "".
func firstChange(before, after tftypes.Value) string {
	if !before.IsKnown() {
		return ""
	}

	var elements map[string]tftypes.Value
	if before.IsNull() || after.IsNull() || !after.IsKnown() || before.As(&elements) != nil {
		if before.Equal(after) || !before.IsFullyKnown() {
			return ""
		}

		return fmt.Sprintf("(%s became %s)", before, after)
	}

	var afterElements map[string]tftypes.Value
	if err := after.As(&afterElements); err != nil || len(elements) != len(afterElements) {
		return "(other elements)"
	}

	for name, element := range elements {
		if path := firstChange(element, afterElements[name]); path != "" {
			return name + " " + path
		}
	}

	return ""
}
