package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"

	pages "github.com/chatview/terraform-provider-chatview/internal/preview"
)

// theme is a theme of a plan.
type theme struct {
	pages.Theme
	// Previous is the address before the plan, empty if it is the same.
	Previous string `json:"previous_address"`
	// IsApplied reports whether applying the plan sends the theme.
	IsApplied bool `json:"applied"`
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
		cmp.Compare(slices.Index(actions, a.Action), slices.Index(actions, b.Action)),
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
		resource.Type == "chatview_appearance" && strings.HasSuffix(resource.ProviderName, "/chatview/chatview")
}

func newTheme(resource *tfjson.ResourceChange, action string, settings settings) theme {
	change := resource.Change
	made := theme{Previous: resource.PreviousAddress, IsApplied: isApplied(action)}
	made.Address, made.Action, made.Changed = resource.Address, action, []string{}
	if resource.DeposedKey != "" {
		made.Address += " (deposed " + resource.DeposedKey + ")"
	}
	made.Before = newFields(object(change.Before), nil)
	made.After = newFields(object(change.After), object(change.AfterUnknown))
	// What the service has is known only of a theme that was applied.
	isKnown := made.Before != nil && action != firstApply && action != replaced
	if isKnown && made.After != nil {
		made.Changed = changes(made.Before, made.After)
	}
	hide(made.Before, change.BeforeSensitive)
	hide(made.Before, change.AfterSensitive)
	hide(made.After, change.AfterSensitive)
	made.ID, made.Name = made.Current().Text("id"), made.Current().Text("name")
	made.Note = made.note()
	if !isKnown {
		made.Before = nil
	}
	if made.After != nil && (made.IsApplied || settings.all) {
		made.Verdict = pages.Judge(made.After, levels[settings.failUnder])
	}
	return made
}

// note says what the action means for a theme.
func (t theme) note() string {
	note := map[string]string{
		firstApply: "What the theme looks like now is not in the plan.",
		replaced:   fmt.Sprintf("Theme %s stays as it is. What the other one looks like now is not in the plan.", t.Before.Text("id")),
		removed:    "The service keeps the theme as it is.",
		deferred:   "A later plan has to apply this.",
	}[t.Action]
	if note == "" && t.IsApplied && len(t.Changed) == 0 {
		note = "No field differs: everything is sent again."
	}
	if t.Previous != "" {
		note = strings.TrimSpace("Moved from " + t.Previous + ". " + note)
	}
	return note
}
