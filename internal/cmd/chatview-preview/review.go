package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"

	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// review is what the program says about a plan.
type review struct {
	settings settings
	// notes are sentences about the plan.
	notes []string
	// isIncomplete reports whether the plan leaves out themes.
	isIncomplete bool
	// themes are the themes to show, those with problems first.
	themes []theme
	// unchanged is the number of themes that are not shown, because the plan leaves
	// them as they are.
	unchanged int
}

// theme is a theme of a plan.
type theme struct {
	pages.Theme

	action action
	// previous is the address before the plan, empty if it is the same.
	previous string
}

func newReview(plan *tfjson.Plan, settings settings) review {
	found := themesOf(plan, settings)
	made := review{settings: settings, isIncomplete: isIncomplete(plan), notes: notes(plan, found)}

	for _, theme := range found {
		if theme.action == unchanged && !settings.all {
			made.unchanged++
		} else {
			made.themes = append(made.themes, theme)
		}
	}

	if made.unchanged > 0 {
		made.notes = append(made.notes, fmt.Sprintf("Not shown: %s without changes (-all shows them).", counted(made.unchanged, "theme")))
	}

	slices.SortStableFunc(made.themes, func(a, b theme) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), compareActions(a, b))
	})

	return made
}

// rank orders themes: those with problems, those that are unjudged, the others.
func (t theme) rank() int {
	switch {
	case t.Verdict != nil && len(t.Verdict.Problems) > 0:
		return 0
	case t.Verdict != nil && t.Verdict.Unjudged != "":
		return 1
	default:
		return 2
	}
}

// compareActions orders themes by what the plan does to them.
func compareActions(a, b theme) int {
	return cmp.Or(
		cmp.Compare(slices.Index(actions, a.action), slices.Index(actions, b.action)),
		strings.Compare(a.Address, b.Address),
	)
}

// themesOf returns all themes of a plan.
func themesOf(plan *tfjson.Plan, settings settings) []theme {
	var themes []theme

	for _, resource := range plan.ResourceChanges {
		if isTheme(resource) {
			themes = append(themes, newTheme(resource, actionOf(resource), settings))
		}
	}

	for _, change := range plan.DeferredChanges {
		if isTheme(change.ResourceChange) {
			themes = append(themes, newTheme(change.ResourceChange, deferred, settings))
		}
	}

	return themes
}

// isTheme reports whether a resource is a chatview_appearance, of the provider from
// any registry.
func isTheme(resource *tfjson.ResourceChange) bool {
	return resource != nil && resource.Change != nil && resource.Mode == tfjson.ManagedResourceMode &&
		resource.Type == "chatview_appearance" && strings.HasSuffix("/"+resource.ProviderName, "/chatview/chatview")
}

func newTheme(resource *tfjson.ResourceChange, does action, settings settings) theme {
	change := resource.Change
	made := theme{action: does, previous: resource.PreviousAddress}
	made.Address, made.Action = resource.Address, does.words

	if resource.DeposedKey != "" {
		made.Address += " (deposed " + resource.DeposedKey + ")"
	}

	// What the service has before is known only of a theme that was applied.
	if before := object(change.Before); before != nil && does != firstApply && does != replaced {
		made.Before = newFields(before, nil)
	}

	if after := object(change.After); after != nil {
		made.After = newFields(after, object(change.AfterUnknown))
	}

	if made.HasTwoLooks() {
		made.Changed = changes(made.Before, made.After)
	}

	hide(made.Before, object(change.BeforeSensitive))
	hide(made.Before, object(change.AfterSensitive))
	hide(made.After, object(change.AfterSensitive))

	made.Note = does.note(resource.PreviousAddress, fmt.Sprint(object(change.Before)["id"]))
	if does.isApplied && made.HasTwoLooks() && len(made.Changed) == 0 {
		made.Note += " No field differs: everything is sent again."
	}

	made.Note = strings.TrimSpace(made.Note)

	if made.After != nil && (does.isApplied || settings.all) {
		made.Verdict = pages.Judge(made.After, settings.level())
	}

	return made
}

// isIncomplete reports whether a plan leaves out themes. OpenTofu does not say so,
// but a theme of the state without a change shows it.
func isIncomplete(plan *tfjson.Plan) bool {
	if plan.Complete != nil && !*plan.Complete || len(plan.DeferredChanges) > 0 {
		return true
	}

	planned := map[string]bool{}
	for _, resource := range plan.ResourceChanges {
		planned[resource.Address] = true
	}

	return len(planned) > 0 && slices.ContainsFunc(inState(plan), func(address string) bool { return !planned[address] })
}

// inState returns the addresses of the managed resources in the state before the
// plan.
func inState(plan *tfjson.Plan) []string {
	if plan.PriorState == nil || plan.PriorState.Values == nil || plan.PriorState.Values.RootModule == nil {
		return nil
	}

	var addresses []string

	modules := []*tfjson.StateModule{plan.PriorState.Values.RootModule}
	for len(modules) > 0 {
		for _, resource := range modules[0].Resources {
			if resource.Mode == tfjson.ManagedResourceMode {
				addresses = append(addresses, resource.Address)
			}
		}

		modules = append(modules[1:], modules[0].ChildModules...)
	}

	return addresses
}

// notes returns sentences about a plan.
func notes(plan *tfjson.Plan, themes []theme) []string {
	var sentences []string

	isKept := func(theme theme) bool { return theme.action != removed }

	switch {
	case len(plan.ResourceChanges) == 0 && len(inState(plan)) > 0:
		sentences = append(sentences, "The plan changes no resource, as with -refresh-only: applying it sends no theme.")
	case len(themes) == 0:
		sentences = append(sentences, "The plan has no chatview_appearance.")
	case !slices.ContainsFunc(themes, isKept):
		sentences = append(sentences, "The plan removes all of its themes from state: applying it sends no theme.")
	}

	if isIncomplete(plan) {
		sentences = append(sentences, "The plan is incomplete, for example because of -target: other themes may have changes that it does not show.")
	}

	return sentences
}

// counted returns a number with a noun.
func counted(number int, singular string) string {
	if number == 1 {
		return "1 " + singular
	}

	return fmt.Sprintf("%d %ss", number, singular)
}

// pages returns what the pages show.
func (r review) pages() pages.Preview {
	shown := pages.Preview{Notes: r.notes, Level: r.settings.level()}
	for _, theme := range r.themes {
		shown.Themes = append(shown.Themes, theme.Theme)
	}

	return shown
}

// gate returns errProblems if -fail-under does not accept the themes.
func (r review) gate() error {
	failing, unjudged := r.pages().Count()

	switch {
	case r.settings.failUnder == "", failing == 0 && (unjudged == 0 || r.settings.allowUnjudged):
		return nil
	case unjudged == 0 || r.settings.allowUnjudged:
		return fmt.Errorf("%w %s: %s with problems", errProblems, r.settings.failUnder, counted(failing, "theme"))
	default:
		return fmt.Errorf("%w %s: %s with problems, %d unjudged (-allow-unjudged accepts these)",
			errProblems, r.settings.failUnder, counted(failing, "theme"), unjudged)
	}
}
