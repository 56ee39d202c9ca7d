package main

import (
	"fmt"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"
)

// action is what a plan does to a theme.
type action struct {
	// key is the value in JSON, and words are what people read.
	key, words string
	// isApplied reports whether applying the plan sends the theme.
	isApplied bool
}

// The actions, in the order to show them.
var (
	changed      = action{"changed", "changed", true}
	replacedSame = action{"replaced_with_same_id", "replaced with the same id", true}
	replaced     = action{"replaced_by_another_id", "replaced by another id", true}
	firstApply   = action{"first_apply", "first apply", true}
	deferred     = action{"deferred", "deferred", false}
	moved        = action{"moved", "moved", false}
	removed      = action{"removed_from_state", "removed from state", false}
	unchanged    = action{"unchanged", "unchanged", false}

	actions = []action{changed, replacedSame, replaced, firstApply, deferred, moved, removed, unchanged}
)

// actionOf returns what a change does to a theme. The sequences of actions are
// those of Terraform and OpenTofu; one that neither has yet is read by its parts.
func actionOf(resource *tfjson.ResourceChange) action {
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

// note says what the action means for a theme. previous is the address before the
// plan, empty if it is the same.
func (a action) note(previous, idBefore string) string {
	note := map[action]string{
		firstApply: "The theme exists, but the plan does not have what it looks like now.",
		replaced:   fmt.Sprintf("Theme %s stays as it is. The plan does not have what the other one looks like now.", idBefore),
		removed:    "The service keeps the theme as it is.",
		deferred:   "A later plan has to apply this.",
	}[a]

	if previous != "" {
		note += " Moved from " + previous + "."
	}

	return note
}

// object returns a JSON object, nil for any other value.
func object(value any) map[string]any {
	fields, _ := value.(map[string]any)

	return fields
}
