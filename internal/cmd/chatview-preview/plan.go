package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

const (
	appearanceType = "chatview_appearance"
	sourceType     = "chatview_source"
)

// stateOnly are the providers whose resources exist in state only.
var stateOnly = []string{"builtin/terraform", "hashicorp/random", "hashicorp/time", "hashicorp/null"}

// instanceKey is an instance key in an address.
var instanceKey = regexp.MustCompile(`\[(\d+|"(\\.|[^"\\])*")\]`)

// effects returns what applying a plan would do besides sending the provider's
// requests to the server at address: changes of real objects, commands, and
// requests to another server. It returns one line for each.
func effects(plan *tfjson.Plan, address string) []string {
	var found []string

	provisioned := map[string]bool{}
	if plan.Config != nil {
		addProvisioned(provisioned, "", plan.Config.RootModule)
	}

	for _, change := range plan.ResourceChanges {
		actions := change.Change.Actions
		if change.Mode != tfjson.ManagedResourceMode || actions.NoOp() || actions.Read() || actions.Forget() {
			continue
		}

		if !isFrom(change.ProviderName, append(stateOnly, providerSource)...) {
			found = append(found, fmt.Sprintf("%s (%s)", change.Address, joined(actions)))
		} else if provisioned[instanceKey.ReplaceAllString(change.Address, "")] {
			found = append(found, change.Address+" (provisioner)")
		}
	}

	for _, invocation := range plan.ActionInvocations {
		found = append(found, invocation.Address+" (action)")
	}

	return append(found, otherServers(plan, address)...)
}

// otherServers returns the provider configurations that were not overridden:
// those in child modules.
func otherServers(plan *tfjson.Plan, address string) []string {
	var found []string

	if plan.Config == nil {
		return nil
	}

	for _, config := range plan.Config.ProviderConfigs {
		url, isSet := config.Expressions["base_url"]
		if isFrom(config.FullName, providerSource) && isSet && url.ConstantValue != address {
			found = append(found, config.ModuleAddress+" (sets base_url of the provider; configure the provider in the root module)")
		}
	}

	slices.Sort(found)

	return found
}

// addProvisioned adds the resources that have a provisioner, without instance
// keys.
func addProvisioned(found map[string]bool, prefix string, module *tfjson.ConfigModule) {
	if module == nil {
		return
	}

	for _, resource := range module.Resources {
		if len(resource.Provisioners) > 0 {
			found[prefix+resource.Address] = true
		}
	}

	for name, call := range module.ModuleCalls {
		addProvisioned(found, prefix+"module."+name+".", call.Module)
	}
}

// isFrom reports whether a provider, named by its full address, is one of those
// sources, in any registry.
func isFrom(provider string, sources ...string) bool {
	_, name, _ := strings.Cut(provider, "/")

	return slices.Contains(sources, name)
}

func joined(actions tfjson.Actions) string {
	var words []string
	for _, action := range actions {
		words = append(words, string(action))
	}

	return strings.Join(words, ", ")
}

// dataSources returns the addresses of the data sources that the plan has read,
// and of those that applying it reads.
func dataSources(plan *tfjson.Plan) []string {
	var found []string

	if plan.PriorState != nil && plan.PriorState.Values != nil {
		for _, resource := range resources(plan.PriorState.Values.RootModule) {
			if resource.Mode == tfjson.DataResourceMode {
				found = append(found, resource.Address)
			}
		}
	}

	for _, change := range plan.ResourceChanges {
		if change.Mode == tfjson.DataResourceMode {
			found = append(found, change.Address)
		}
	}

	slices.Sort(found)

	return slices.Compact(found)
}

// resources returns the resources of a module and its child modules.
func resources(module *tfjson.StateModule) []*tfjson.StateResource {
	if module == nil {
		return nil
	}

	found := module.Resources
	for _, child := range module.ChildModules {
		found = append(found, resources(child)...)
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
