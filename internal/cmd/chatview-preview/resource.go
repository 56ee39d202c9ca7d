package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

type resource struct {
	Address         string  `json:"address"`
	PreviousAddress string  `json:"previous_address"`
	DeposedKey      string  `json:"deposed"`
	Mode            string  `json:"mode"`
	Type            string  `json:"type"`
	Change          *change `json:"change"`
	// former is another resource, which has managed the object so far.
	former *resource
}

// change is what happens to a resource. What is unknown or sensitive is marked by
// true, in the structure of the value.
type change struct {
	Actions         []string       `json:"actions"`
	Before          map[string]any `json:"before"`
	After           map[string]any `json:"after"`
	AfterUnknown    any            `json:"after_unknown"`
	BeforeSensitive any            `json:"before_sensitive"`
	AfterSensitive  any            `json:"after_sensitive"`
}

// isTheme reports whether a resource is a chatview_appearance, of whatever
// provider: in a private registry, the namespace is the organization.
func (r resource) isTheme() bool { return r.Mode == "managed" && r.Type == "chatview_appearance" }

// from and to return the objects that the state has and that the plan sends.
func (r resource) from() identity { return identityOf(r.Change.Before) }
func (r resource) to() identity   { return identityOf(r.Change.After) }

// isKnown reports whether the state has the theme as last applied. name is
// required: it is null only in a state that an import has written.
func (r resource) isKnown() bool { return r.Change.Before["name"] != nil }

func (r resource) address() string {
	if r.DeposedKey != "" {
		return r.Address + " (deposed " + r.DeposedKey + ")"
	}

	return r.Address
}

// sequences are the sequences of actions that Terraform and OpenTofu plan.
var sequences = []string{
	"no-op", "create", "update", "delete", "forget", "delete create", "create delete", "forget create", "create forget",
}

func newResource(text []byte) (resource, error) {
	var r resource
	switch err := json.Unmarshal(text, &r); {
	case err != nil:
		return r, err
	case r.Address == "":
		return r, errors.New("no address")
	case !r.isTheme():
		return r, nil
	case r.Change == nil:
		return r, errors.New("no change")
	}

	return r, r.check()
}

// check returns an error if a change of a theme does not have the shape of a plan.
func (r resource) check() error {
	switch c, actions := r.Change, strings.Join(r.Change.Actions, " "); {
	case !slices.Contains(sequences, actions):
		return fmt.Errorf("unknown actions %q, which a newer version may know", c.Actions)
	// An import may have nothing before.
	case (c.Before == nil) != (actions == "create") && actions != "update":
		return fmt.Errorf("before does not fit the actions %q", c.Actions)
	case (c.After == nil) != (actions == "delete" || actions == "forget"):
		return fmt.Errorf("after does not fit the actions %q", c.Actions)
	case !isMapOfTexts(c.Before[appliedColors]), !isMapOfTexts(c.After[appliedColors]):
		return errors.New("applied_colors is not a map of texts")
	default:
		return nil
	}
}

func isMapOfTexts(value any) bool {
	colors, isMap := value.(map[string]any)
	for _, color := range colors {
		if _, isText := color.(string); !isText {
			return false
		}
	}

	return isMap || value == nil
}

// action is what a plan does to a theme.
type action struct {
	order     int    // in which to show it
	name      string // also in the result of -json
	isApplied bool   // applying the plan sends the theme
	note      string
}

const (
	overwrites = "Overwrites an existing theme. The plan does not show how that one looks."
	sentAgain  = "Everything is sent again."
	perhaps    = "This may be another theme. The plan does not show how that one looks."
)

var (
	changed      = action{1, "changed", true, sentAgain}
	replacedSame = action{2, "replaced with the same id", true, sentAgain}
	vagueURL     = action{3, "changed or sent to an unknown base URL", true, perhaps}
	vagueID      = action{4, "changed or replaced by an unknown id", true, perhaps}
	replaced     = action{5, "replaced by another id", true, overwrites}
	firstApply   = action{6, "first apply", true, overwrites}
	moved        = action{7, "moved", false, ""}
	removed      = action{8, "removed from state", false, ""}
	unchanged    = action{9, "unchanged", false, ""}
)

// isSilent reports whether nothing is sent. Marks of sensitive values may change.
func (c change) isSilent() bool {
	isEqual := c.Actions[0] == "update" && reflect.DeepEqual(c.Before, c.After)
	return c.Actions[0] == "no-op" || isEqual && !reflect.DeepEqual(c.BeforeSensitive, c.AfterSensitive)
}

func (r resource) action() action {
	switch c := r.Change; {
	case c.isSilent() && r.PreviousAddress != "":
		return moved
	case c.isSilent():
		return unchanged
	case c.After == nil:
		return removed
	case r.former != nil:
		return changed
	case !r.isKnown(), r.from().baseURL != "" && r.to().baseURL != "" && r.from().baseURL != r.to().baseURL:
		return firstApply
	case isMarked(c.AfterUnknown, "id"):
		return vagueID
	case len(c.Actions) > 1 && r.from().id != r.to().id:
		return replaced
	case isMarked(c.AfterUnknown, baseURL):
		return vagueURL
	case len(c.Actions) == 1:
		return changed
	default:
		return replacedSame
	}
}
