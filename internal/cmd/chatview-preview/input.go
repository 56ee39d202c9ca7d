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

// maxSize is the size of the largest plan that is read, in bytes.
const maxSize = 1 << 30

// input is where the plan is read from.
type input struct {
	// name is the name of a file, or "-" for stdin.
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
		defer file.Close()

		from = file
	} else if isTerminal(from) {
		return nil, i.refuse("not redirected")
	}

	// PowerShell redirects to UTF-16 with a byte order mark.
	content, err := io.ReadAll(io.LimitReader(transform.NewReader(from, unicode.BOMOverride(transform.Nop)), maxSize+1))

	switch {
	case err != nil:
		return nil, fmt.Errorf("read the plan: %w", err)
	case len(content) > maxSize:
		return nil, i.refuse("larger than 1 GiB")
	default:
		return i.parse(content)
	}
}

// refuse is the error of an input that is not the JSON of a plan, but something
// else.
func (i input) refuse(found string) error {
	plan := "plan.tfplan"
	if i.name != "-" && found == savedPlan {
		plan = i.name
	}

	return fmt.Errorf("%s is %s: expected the JSON of a plan, as in: terraform show -json %s | chatview-preview -", i, found, plan)
}

const savedPlan = "a saved plan"

// parse parses the JSON of a plan.
func (i input) parse(content []byte) (*tfjson.Plan, error) {
	var fields struct {
		FormatVersion string          `json:"format_version"`
		PlannedValues json.RawMessage `json:"planned_values"`
		Values        json.RawMessage `json:"values"`
		Lineage       string          `json:"lineage"`
		// Errored is not in tfjson.Plan.
		Errored bool `json:"errored"`
	}

	err := json.Unmarshal(content, &fields)

	switch {
	case len(bytes.TrimSpace(content)) == 0:
		return nil, i.refuse("empty")
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		return nil, i.refuse(savedPlan)
	case err != nil:
		return nil, i.refuse("not JSON")
	case fields.Lineage != "", fields.Values != nil:
		return nil, i.refuse("a state")
	case fields.PlannedValues == nil:
		return nil, i.refuse("some other JSON")
	case fields.Errored:
		return nil, fmt.Errorf("the plan in %s has failed and misses resources: correct its errors, and plan again", i)
	}

	// A newer minor version only adds fields.
	var plan tfjson.Plan

	plan.UseJSONNumber(true)

	if err := json.Unmarshal(content, &plan); err != nil {
		return nil, fmt.Errorf("read the plan in %s: %w", i, err)
	}

	return &plan, nil
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
