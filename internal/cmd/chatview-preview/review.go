package main

import (
	"cmp"
	"fmt"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"

	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// review is what the program says about a plan.
type review struct {
	settings settings
	// Notes are sentences about the plan.
	Notes []string
	// Themes are the themes to show, those with problems first. notShown is the
	// number of those that the plan leaves as they are.
	Themes   []theme
	notShown int
	// isIncomplete reports whether the plan leaves out resources.
	isIncomplete bool
}

// newReview reads the themes of a plan.
func newReview(plan *tfjson.Plan, settings settings) review {
	made := review{settings: settings, isIncomplete: isIncomplete(plan)}
	all := themesOf(plan, settings)
	for _, theme := range all {
		if theme.Action == unchanged && !settings.all {
			made.notShown++
		} else {
			made.Themes = append(made.Themes, theme)
		}
	}
	slices.SortFunc(made.Themes, func(a, b theme) int { return cmp.Or(cmp.Compare(a.rank(), b.rank()), compareActions(a, b)) })
	isKept := func(theme theme) bool { return theme.Action != removed }
	note := func(isTrue bool, sentence string) {
		if isTrue {
			made.Notes = append(made.Notes, sentence)
		}
	}
	changesNothing := len(plan.ResourceChanges) == 0 && len(stateOf(plan)) > 0
	note(changesNothing, "The plan changes no resource, as with -refresh-only: applying it sends no theme.")
	note(len(all) == 0 && !changesNothing, "The plan has no chatview_appearance.")
	note(len(all) > 0 && !slices.ContainsFunc(all, isKept),
		"The plan removes all of its themes from state: applying it sends no theme.")
	note(made.isIncomplete, "The plan is incomplete, for example because of -target: other themes may have changes that it does not show.")
	note(made.notShown > 0, fmt.Sprintf("Not shown: %d without changes (-all shows them).", made.notShown))
	return made
}

// isIncomplete reports whether a plan leaves out resources. OpenTofu does not say
// so, but a resource of the state without a change shows it.
func isIncomplete(plan *tfjson.Plan) bool {
	planned := map[string]bool{}
	for _, resource := range plan.ResourceChanges {
		planned[resource.Address] = true
	}
	isLeftOut := func(address string) bool { return !planned[address] }
	return plan.Complete != nil && !*plan.Complete || len(plan.DeferredChanges) > 0 ||
		len(planned) > 0 && slices.ContainsFunc(stateOf(plan), isLeftOut)
}

// stateOf returns the addresses of the managed resources in the state before the
// plan.
func stateOf(plan *tfjson.Plan) []string {
	if plan.PriorState == nil || plan.PriorState.Values == nil || plan.PriorState.Values.RootModule == nil {
		return nil
	}
	var addresses []string
	modules := []*tfjson.StateModule{plan.PriorState.Values.RootModule}
	for ; len(modules) > 0; modules = append(modules[1:], modules[0].ChildModules...) {
		for _, resource := range modules[0].Resources {
			if resource.Mode == tfjson.ManagedResourceMode {
				addresses = append(addresses, resource.Address)
			}
		}
	}
	return addresses
}

// preview returns what the pages show.
func (r review) preview() pages.Preview {
	shown := pages.Preview{Notes: r.Notes, Level: levels[r.settings.failUnder]}
	for _, theme := range r.Themes {
		shown.Themes = append(shown.Themes, theme.Theme)
	}
	return shown
}

// LevelName names the level of the verdicts.
func (r review) LevelName() string { return cmp.Or(r.settings.failUnder, "AA") }

// gate returns errProblems if -fail-under does not accept the themes.
func (r review) gate() error {
	failing, unjudged := r.preview().Count()
	if r.settings.failUnder == "" || failing == 0 && (unjudged == 0 || r.settings.allowUnjudged) {
		return nil
	}
	return fmt.Errorf("%w %s: %d with problems, %d unjudged", errProblems, r.settings.failUnder, failing, unjudged)
}
