package main

import (
	"slices"

	tfjson "github.com/hashicorp/terraform-json"
)

// The words for what a plan does to a theme. They are part of the result of -json.
const (
	changed      = "changed"
	replacedSame = "replaced with the same id"
	replaced     = "replaced by another id"
	firstApply   = "first apply"
	deferred     = "deferred"
	moved        = "moved"
	removed      = "removed from state"
	unchanged    = "unchanged"
)

// actions are in the order to show them: first those that send the theme.
var actions = []string{changed, replacedSame, replaced, firstApply, deferred, moved, removed, unchanged}

// isApplied reports whether applying a plan with the action sends the theme.
func isApplied(action string) bool {
	return slices.Index(actions, action) <= slices.Index(actions, firstApply)
}

// actionOf returns what a change does to a theme. The sequences of actions are
// those of Terraform and OpenTofu; one that neither has yet is read by its parts.
func actionOf(resource *tfjson.ResourceChange) string {
	change := resource.Change
	before, after := object(change.Before), object(change.After)
	switch isReplaced := len(change.Actions) > 1 && slices.Contains(change.Actions, tfjson.ActionCreate); {
	case isReplaced && before["id"] == after["id"]:
		return replacedSame
	case isReplaced:
		return replaced
	case after == nil:
		return removed
	case change.Actions.NoOp() && resource.PreviousAddress != "":
		return moved
	case change.Actions.NoOp():
		return unchanged
	// name is required: it is null only in a state that an import has written.
	case change.Actions.Create(), change.Importing != nil, before["name"] == nil:
		return firstApply
	default:
		return changed
	}
}

// object returns a JSON object, nil for any other value.
func object(value any) map[string]any {
	fields, _ := value.(map[string]any)
	return fields
}
