package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

type plan struct {
	name   string // of its input, empty if that is the only one
	themes []*plannedTheme
	// isIncomplete says that it leaves out resources, and isIdle that it has no
	// changes, unlike a plan in which all resources are unchanged.
	isIncomplete, isIdle bool
	// timestamp is when it was made, zero if it does not say so.
	timestamp time.Time
}

// document is what the program reads of the JSON of a plan.
type document struct {
	FormatVersion   string            `json:"format_version"`
	Timestamp       string            `json:"timestamp"`
	PlannedValues   *struct{}         `json:"planned_values"`
	Errored         bool              `json:"errored"`
	Complete        *bool             `json:"complete"` // OpenTofu has none
	ResourceChanges []json.RawMessage `json:"resource_changes"`
	PriorState      struct {
		Values struct {
			RootModule module `json:"root_module"`
		} `json:"values"`
	} `json:"prior_state"`
	// Only a state has these.
	Values  *struct{} `json:"values"`
	Lineage string    `json:"lineage"`
}

type module struct {
	Resources []struct {
		Address string `json:"address"`
		Mode    string `json:"mode"`
	} `json:"resources"`
	ChildModules []module `json:"child_modules"`
}

func (m module) managed() []string {
	var addresses []string

	for _, r := range m.Resources {
		if r.Mode == "managed" {
			addresses = append(addresses, r.Address)
		}
	}

	for _, child := range m.ChildModules {
		addresses = append(addresses, child.managed()...)
	}

	return addresses
}

const maxSize = 1 << 30 // of a plan, in bytes

// readPlan reads the plan in a file, or in standard input if its name is "-".
func readPlan(name string, from io.Reader) (*plan, error) {
	source := name
	if name == "-" {
		source = "standard input"

		file, _ := from.(*os.File)                                                      // Stat of a nil file is an error
		if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 { // nearly always a terminal
			return nil, fmt.Errorf("%s %w", source, notPlan("a terminal or another device"))
		}
	} else {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read the plan: %w", err)
		}
		defer func() { _ = file.Close() }()

		from = file
	}
	// PowerShell redirects in UTF-16 with a byte order mark.
	content, err := io.ReadAll(io.LimitReader(transform.NewReader(from, unicode.BOMOverride(transform.Nop)), maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read the plan: %w", err)
	}

	p, err := parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s %w", source, err)
	}

	return p, nil
}

// parse parses the JSON of a plan. Its errors follow the name of the input.
func parse(content []byte) (*plan, error) {
	var d document

	err := json.Unmarshal(content, &d)
	switch found := d.instead(content, err); {
	case found != "":
		return nil, notPlan(found)
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", err)
	case d.Errored:
		return nil, errors.New("has a plan that failed and misses resources: correct its errors and plan again")
	case !strings.HasPrefix(d.FormatVersion, "0.") && !strings.HasPrefix(d.FormatVersion, "1."):
		return nil, fmt.Errorf("has the format version %q, which a newer version may read", d.FormatVersion)
	}

	p := plan{isIncomplete: d.Complete != nil && !*d.Complete}

	p.timestamp, _ = time.Parse(time.RFC3339, d.Timestamp)

	planned, err := p.read(d.ResourceChanges)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	// OpenTofu does not say whether a plan is complete, but a resource of the
	// state without a change shows it.
	isLeftOut := func(address string) bool { return !planned[address] }
	inState := d.PriorState.Values.RootModule.managed()
	p.isIdle = len(planned) == 0 && len(inState) > 0
	p.isIncomplete = p.isIncomplete || !p.isIdle && slices.ContainsFunc(inState, isLeftOut)

	return &p, nil
}

// instead says what the content is if it is no plan.
func (d document) instead(content []byte, err error) string {
	var syntax *json.SyntaxError
	switch {
	case len(content) > maxSize:
		return "larger than 1 GiB"
	case len(bytes.TrimSpace(content)) == 0:
		return "empty"
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		return "a saved plan"
	case errors.As(err, &syntax):
		return fmt.Sprintf("not JSON (%v)", syntax)
	case d.Lineage != "", d.Values != nil:
		return "a state"
	case d.PlannedValues == nil:
		return "some other JSON"
	default:
		return ""
	}
}

func notPlan(found string) error {
	return fmt.Errorf("is %s: expected the JSON of a plan, as in: terraform show -json plan.tfplan | chatview-preview -", found)
}

// read reads the themes of the changes, and returns the addresses of all. It
// refuses what does not have the shape of a plan.
func (p *plan) read(changes []json.RawMessage) (addresses map[string]bool, err error) {
	addresses = map[string]bool{}

	var themes []resource

	for i, text := range changes {
		r, err := newResource(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cmp.Or(r.Address, fmt.Sprintf("resource_changes[%d]", i)), err)
		}

		addresses[r.Address] = true
		if r.isTheme() {
			themes = append(themes, r)
		}
	}

	for _, r := range join(themes) {
		p.themes = append(p.themes, r.theme())
	}

	return addresses, nil
}
