package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	tfjson "github.com/hashicorp/terraform-json"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// maxSize is the size in bytes of the largest plan that is read.
const maxSize = 1 << 30

// input is where the plan is read from: the file with a name, or stdin if it is "-".
type input struct {
	name  string
	stdin io.Reader
}

// String names the input in a sentence.
func (i input) String() string {
	if i.name == "-" {
		return "standard input"
	}
	return i.name
}

// read reads the plan.
func (i input) read() (*tfjson.Plan, error) {
	from := i.stdin
	if i.name != "-" {
		file, err := os.Open(i.name)
		if err != nil {
			return nil, fmt.Errorf("read the plan: %w", err)
		}
		defer func() { _ = file.Close() }()
		from = file
	} else if isTerminal(from) {
		return nil, i.refuse("not redirected")
	}
	// PowerShell redirects in UTF-16 with a byte order mark.
	content, err := io.ReadAll(io.LimitReader(transform.NewReader(from, unicode.BOMOverride(transform.Nop)), maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read the plan: %w", err)
	}
	return i.parse(content)
}

// isTerminal reports whether nothing is redirected to an input.
func isTerminal(from io.Reader) bool {
	file, isFile := from.(*os.File)
	if !isFile {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// parse parses the JSON of a plan.
func (i input) parse(content []byte) (*tfjson.Plan, error) {
	var fields struct {
		PlannedValues json.RawMessage `json:"planned_values"`
		Values        json.RawMessage `json:"values"`
		Lineage       string          `json:"lineage"`
		Errored       bool            `json:"errored"` // not in tfjson.Plan
	}
	err := json.Unmarshal(content, &fields)
	switch {
	case len(content) > maxSize:
		return nil, i.refuse("larger than 1 GiB")
	case len(bytes.TrimSpace(content)) == 0:
		return nil, i.refuse("empty")
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		return nil, i.refuse("a saved plan")
	case err != nil:
		return nil, i.refuse("not JSON")
	case fields.Lineage != "", fields.Values != nil:
		return nil, i.refuse("a state")
	case fields.PlannedValues == nil:
		return nil, i.refuse("some other JSON")
	case fields.Errored:
		return nil, fmt.Errorf("the plan in %s has failed and misses resources: correct its errors and plan again", i)
	}
	var plan tfjson.Plan
	plan.UseJSONNumber(true)
	if err := json.Unmarshal(content, &plan); err != nil {
		return nil, fmt.Errorf("read the plan in %s: %w", i, err)
	}
	return &plan, nil
}

// refuse is the error of an input that is something else than the JSON of a plan.
func (i input) refuse(found string) error {
	return fmt.Errorf("%s is %s: expected the JSON of a plan, as in: terraform show -json plan.tfplan | chatview-preview -", i, found)
}
