package main

import (
	"fmt"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// stateOnly are the providers whose resources exist in state only.
var stateOnly = []string{"builtin/terraform", "hashicorp/random", "hashicorp/time", "hashicorp/null"}

// effects returns the side effects of applying a plan, other than the provider's
// requests to the server at address: changes of real objects, commands, and
// requests to another server. Each is a line with an address.
func effects(plan *tfjson.Plan, address string) []string {
	var found []string

	configured := configResources(plan.Config.RootModule)

	for _, change := range plan.ResourceChanges {
		actions := change.Change.Actions
		if change.Mode != tfjson.ManagedResourceMode || actions.NoOp() || actions.Forget() {
			continue
		}

		if !isFrom(change.ProviderName, append(stateOnly, providerSource)...) {
			found = append(found, change.Address+": "+strings.Trim(fmt.Sprint(actions), "[]"))
		} else if resource := configured[withoutKeys(change.Address)]; resource != nil && len(resource.Provisioners) > 0 {
			found = append(found, change.Address+": run a provisioner")
		}
	}

	for _, invocation := range plan.ActionInvocations {
		found = append(found, invocation.Address+": invoke an action")
	}

	// Only the root module's provider configurations can be overridden.
	for _, config := range plan.Config.ProviderConfigs {
		url, isSet := config.Expressions["base_url"]
		if isFrom(config.FullName, providerSource) && isSet && url.ConstantValue != address {
			found = append(found, config.ModuleAddress+": send requests to its own base_url; move the provider block to the root module")
		}
	}

	return found
}

// dataSources returns the addresses of the data sources that the plan has read,
// and of those that applying it reads.
func dataSources(plan *tfjson.Plan) []string {
	var found []string

	for _, resource := range stateResources(plan.PriorState) {
		if resource.Mode == tfjson.DataResourceMode {
			found = append(found, resource.Address)
		}
	}

	for _, change := range plan.ResourceChanges {
		if change.Mode == tfjson.DataResourceMode {
			found = append(found, change.Address)
		}
	}

	return found
}

// stateResources returns the resources of all modules in a state.
func stateResources(state *tfjson.State) []*tfjson.StateResource {
	if state == nil || state.Values == nil {
		return nil
	}

	var found []*tfjson.StateResource

	modules := []*tfjson.StateModule{state.Values.RootModule}
	for len(modules) > 0 {
		found = append(found, modules[0].Resources...)
		modules = append(modules[1:], modules[0].ChildModules...)
	}

	return found
}

// plannedTargets returns the addresses of the provider's resources in a plan.
func plannedTargets(plan *tfjson.Plan) []string {
	var found []string

	for _, change := range plan.ResourceChanges {
		if change.Type == appearanceType || change.Type == sourceType {
			found = append(found, change.Address)
		}
	}

	return found
}
