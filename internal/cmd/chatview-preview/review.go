package main

import (
	"cmp"
	"fmt"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"

	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// review is what the program says about a plan, and the result of -json.
type review struct {
	FormatVersion string   `json:"format_version"`
	Level         string   `json:"level"`
	IsIncomplete  bool     `json:"incomplete"`
	Notes         []string `json:"notes"`
	// WithProblems and Unjudged are the numbers of themes that -fail-under
	// counts, and NotShown that of the unchanged themes that Themes leaves out.
	WithProblems int `json:"themes_with_problems"`
	Unjudged     int `json:"themes_unjudged"`
	NotShown     int `json:"themes_not_shown"`
	// Themes are those with problems first, and byAction the changed ones
	// first.
	Themes   []pages.Theme `json:"themes"`
	byAction []pages.Theme
	settings settings
}

// formatVersion is that of -json, which the guide documents. A new field raises
// the second number, any other change the first.
const formatVersion = "1.0"

// newReview reads the themes of a plan.
func newReview(plan *tfjson.Plan, settings settings) review {
	r := review{
		FormatVersion: formatVersion, Level: settings.level().Name, IsIncomplete: isIncomplete(plan),
		Notes: []string{}, byAction: []pages.Theme{}, settings: settings,
	}
	all := themesOf(plan, settings)
	isKept := func(theme theme) bool { return theme.action != removed }
	for _, theme := range all {
		if theme.action == unchanged && !settings.all {
			r.NotShown++
		} else {
			r.byAction = append(r.byAction, theme.Theme)
		}
	}
	r.Themes = slices.Clone(r.byAction)
	slices.SortStableFunc(r.Themes, func(a, b pages.Theme) int { return cmp.Compare(rank(a), rank(b)) })
	r.WithProblems, r.Unjudged = r.preview().Count()
	changesNothing := len(plan.ResourceChanges) == 0 && len(stateOf(plan)) > 0
	for _, note := range []struct {
		applies  bool
		sentence string
	}{
		{changesNothing, "The plan changes no resource, as with -refresh-only: applying it sends no theme."},
		{len(all) == 0 && !changesNothing, "The plan has no chatview_appearance."},
		{len(all) > 0 && !slices.ContainsFunc(all, isKept), "The plan removes all of its themes from state: applying it sends no theme."},
		{r.IsIncomplete, "The plan is incomplete, for example because of -target: other themes may have changes that it does not show."},
		{r.NotShown > 0, fmt.Sprintf("Not shown: %d without changes (-all shows them).", r.NotShown)},
	} {
		if note.applies {
			r.Notes = append(r.Notes, note.sentence)
		}
	}
	return r
}

// rank orders themes: those with problems, those that are unjudged, the others.
func rank(theme pages.Theme) int {
	switch {
	case theme.Verdict != nil && len(theme.Verdict.Problems) > 0:
		return 0
	case theme.Verdict != nil && theme.Verdict.Unjudged != "":
		return 1
	default:
		return 2
	}
}

// isIncomplete reports whether a plan leaves out resources. OpenTofu does not
// say so, but a resource of the state without a change shows it.
func isIncomplete(plan *tfjson.Plan) bool {
	planned := map[string]bool{}
	for _, resource := range plan.ResourceChanges {
		planned[resource.Address] = true
	}
	isLeftOut := func(address string) bool { return !planned[address] }
	return plan.Complete != nil && !*plan.Complete || len(plan.DeferredChanges) > 0 ||
		len(planned) > 0 && slices.ContainsFunc(stateOf(plan), isLeftOut)
}

// stateOf returns the addresses of the managed resources before the plan.
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
	return pages.Preview{Notes: r.Notes, Themes: r.Themes, Level: r.settings.level()}
}

// gate returns errProblems if -fail-under does not accept the themes.
func (r review) gate() error {
	if r.settings.failUnder == "" || r.WithProblems == 0 && (r.Unjudged == 0 || r.settings.allowUnjudged) {
		return nil
	}
	return fmt.Errorf("%w %s: %d with problems, %d unjudged", errProblems, r.Level, r.WithProblems, r.Unjudged)
}
