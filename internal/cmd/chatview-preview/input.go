package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/mattn/go-isatty"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// maxSize is the size in bytes of the largest plan that is read.
const maxSize = 1 << 30

// input is where the plan is read from: the file with a name, or stdin if the
// name is "-".
type input struct {
	name  string
	stdin io.Reader
}

// read reads the plan.
func (i input) read() (*tfjson.Plan, error) {
	name, from := i.name, i.stdin
	if name == "-" {
		name = "standard input"
		if file, isFile := from.(*os.File); isFile && isatty.IsTerminal(file.Fd()) {
			return nil, fmt.Errorf("%s %w", name, notPlan("a terminal"))
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
	plan, err := parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	return plan, nil
}

// parse parses the JSON of a plan. Its errors follow the name of the input.
func parse(content []byte) (*tfjson.Plan, error) {
	if len(content) > maxSize {
		return nil, notPlan("larger than 1 GiB")
	}
	var fields struct {
		PlannedValues json.RawMessage `json:"planned_values"`
		Values        json.RawMessage `json:"values"`
		Lineage       string          `json:"lineage"`
		Errored       bool            `json:"errored"` // not in tfjson.Plan
	}
	switch err := json.Unmarshal(content, &fields); {
	case len(bytes.TrimSpace(content)) == 0:
		return nil, notPlan("empty")
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		return nil, notPlan("a saved plan")
	case err != nil:
		return nil, notPlan("not JSON")
	case fields.Lineage != "", fields.Values != nil:
		return nil, notPlan("a state")
	case fields.PlannedValues == nil:
		return nil, notPlan("some other JSON")
	case fields.Errored:
		return nil, errors.New("has a plan that failed and misses resources: correct its errors and plan again")
	}
	var plan tfjson.Plan
	plan.UseJSONNumber(true)
	if err := json.Unmarshal(content, &plan); err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	return &plan, nil
}

func notPlan(found string) error {
	return fmt.Errorf("is %s: expected the JSON of a plan, as in: terraform show -json plan.tfplan | chatview-preview -", found)
}
