package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// plan is what the program needs of a plan.
type plan struct {
	name   string // of its input
	themes []theme
	// isIncomplete says that it leaves out resources, and isIdle that it has no
	// changes, unlike a plan in which all resources are unchanged.
	isIncomplete, isIdle bool
}

// document is what the program reads of the JSON of a plan.
type document struct {
	FormatVersion string    `json:"format_version"`
	PlannedValues *struct{} `json:"planned_values"`
	Errored       bool      `json:"errored"`
	Complete      *bool     `json:"complete"` // OpenTofu has none
	Changes       changes   `json:"resource_changes"`
	Deferred      changes   `json:"deferred_changes"`
	PriorState    struct {
		Values struct {
			RootModule module `json:"root_module"`
		} `json:"values"`
	} `json:"prior_state"`
	// Only a state has these.
	Values  *struct{} `json:"values"`
	Lineage string    `json:"lineage"`
}

// module is a module of the state before the plan.
type module struct {
	Resources []struct {
		Address string `json:"address"`
		Mode    string `json:"mode"`
	} `json:"resources"`
	ChildModules []module `json:"child_modules"`
}

// managed returns the addresses of the managed resources.
func (m module) managed() []string {
	var addresses []string
	for _, resource := range m.Resources {
		if resource.Mode == "managed" {
			addresses = append(addresses, resource.Address)
		}
	}
	for _, child := range m.ChildModules {
		addresses = append(addresses, child.managed()...)
	}
	return addresses
}

// parse parses the JSON of a plan. Its errors follow the name of the input.
func parse(content []byte) (*plan, error) {
	var d document
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(content[:min(len(content), maxSize)], &d); {
	case len(content) > maxSize:
		return nil, notPlan("larger than 1 GiB")
	case len(bytes.TrimSpace(content)) == 0:
		return nil, notPlan("empty")
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		return nil, notPlan("a saved plan")
	case errors.As(err, &syntax):
		return nil, notPlan("not JSON")
	case d.Lineage != "", d.Values != nil:
		return nil, notPlan("a state")
	case d.PlannedValues == nil:
		return nil, notPlan("some other JSON")
	case cmp.Or(err, d.Changes.err, d.Deferred.err) != nil:
		return nil, fmt.Errorf("cannot be read: %w", cmp.Or(err, d.Changes.err, d.Deferred.err))
	case d.Errored:
		return nil, errors.New("has a plan that failed and misses resources: correct its errors and plan again")
	case !strings.HasPrefix(d.FormatVersion, "0.") && !strings.HasPrefix(d.FormatVersion, "1."):
		return nil, fmt.Errorf("has the format version %q, which a newer version may read", d.FormatVersion)
	}
	planned, state := d.Changes.addresses, d.PriorState.Values.RootModule.managed()
	p := plan{themes: append(d.Changes.themes, d.Deferred.themes...), isIdle: len(planned) == 0 && len(state) > 0}
	// OpenTofu does not say whether a plan is complete, but a resource of the
	// state without a change shows it.
	isLeftOut := func(address string) bool { return !planned[address] }
	p.isIncomplete = d.Complete != nil && !*d.Complete || len(d.Deferred.addresses) > 0 || !p.isIdle && slices.ContainsFunc(state, isLeftOut)
	return &p, nil
}

func notPlan(found string) error {
	return fmt.Errorf("is %s: expected the JSON of a plan, as in: terraform show -json plan.tfplan | chatview-preview -", found)
}

// changes are the addresses in a list of changes, and the themes that have them.
type changes struct {
	addresses map[string]bool
	themes    []theme
	err       error // for parse, which first looks for what is no plan at all
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *changes) UnmarshalJSON(text []byte) error {
	c.err = c.read(text)
	return nil
}

// read refuses what has not the shape of a plan.
func (c *changes) read(text []byte) error {
	c.addresses = map[string]bool{}
	var elements []json.RawMessage
	if json.Unmarshal(text, &elements) != nil {
		return errors.New("the changes are not a list")
	}
	for i, element := range elements {
		r, err := newResource(element)
		if err != nil {
			return fmt.Errorf("%s: %w", cmp.Or(r.Address, fmt.Sprintf("change %d", i)), err)
		}
		c.addresses[r.Address] = true
		if r.isTheme() {
			c.themes = append(c.themes, r.theme())
		}
	}
	return nil
}

// resource is a resource change, or has one that is deferred. What is unknown or
// sensitive is marked by true, in the structure of the value.
type resource struct {
	Address         string `json:"address"`
	PreviousAddress string `json:"previous_address"`
	DeposedKey      string `json:"deposed"`
	Mode            string `json:"mode"`
	Type            string `json:"type"`
	ProviderName    string `json:"provider_name"`
	Change          *struct {
		Actions         []string       `json:"actions"`
		Before          map[string]any `json:"before"`
		After           map[string]any `json:"after"`
		AfterUnknown    any            `json:"after_unknown"`
		BeforeSensitive any            `json:"before_sensitive"`
		AfterSensitive  any            `json:"after_sensitive"`
	} `json:"change"`
	Deferred   *resource `json:"resource_change"`
	isDeferred bool
}

// isTheme reports whether a resource is a chatview_appearance, of whatever
// provider: in a private registry, the namespace is the organization.
func (r resource) isTheme() bool { return r.Mode == "managed" && r.Type == "chatview_appearance" }

// sequences are the sequences of actions that Terraform and OpenTofu plan.
var sequences = []string{
	"no-op", "create", "update", "delete", "forget", "delete create", "create delete", "forget create", "create forget",
}

// newResource reads a resource change, and refuses one of a theme that has not
// the shape of a plan.
func newResource(text []byte) (resource, error) {
	var r resource
	err := json.Unmarshal(text, &r)
	if r.Deferred != nil {
		r = *r.Deferred
		r.isDeferred = true
	}
	if err != nil || r.Address == "" {
		return r, errors.New("not a resource change")
	}
	if !r.isTheme() {
		return r, nil
	}
	if r.Change == nil {
		return r, errors.New("no change")
	}
	c, actions := r.Change, strings.Join(r.Change.Actions, " ")
	isUnknown := r.isDeferred && c.AfterUnknown == true
	switch {
	case !slices.Contains(sequences, actions):
		err = fmt.Errorf("unknown actions %q, which a newer version may know", c.Actions)
	// An import may have nothing before.
	case (c.Before == nil) != (actions == "create") && actions != "update":
		err = fmt.Errorf("before does not fit the actions %q", c.Actions)
	case (c.After == nil) != (actions == "delete" || actions == "forget") && !isUnknown:
		err = fmt.Errorf("after does not fit the actions %q", c.Actions)
	case !isMapOfTexts(c.Before[appliedColors]), !isMapOfTexts(c.After[appliedColors]):
		err = errors.New("applied_colors is not a map of texts")
	}
	return r, err
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
