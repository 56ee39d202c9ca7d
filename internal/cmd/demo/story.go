package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
)

// What the demo takes over and changes.
const (
	appearanceID = "1"
	sourceID     = "7"

	changedColor     = "lm_primary_background_color" // the only use of var.brand_color
	changedColorWant = "#0b7285"

	// startingData is what the service holds before the demo. Its ids are the
	// two above.
	startingData = `{
  "appearances": {"1": {"name": "Default"}},
  "sources": {"7": {"type": "postgres", "account_name": "Warehouse"}}
}
`
)

// step is one run of the CLI and what has to come of it.
type step struct {
	title    string
	args     []string
	exitCode int
	checks   []check
}

// exitChanges is a plan's exit code for changes, with -detailed-exitcode. No
// changes are 0, as success is everywhere.
const exitChanges = 2

// exitCodes says the expected ones to a person.
var exitCodes = map[int]string{
	0:           "the exit code is 0",
	exitChanges: "the exit code is 2: there are changes",
}

// applySteps take the example from nothing to a changed colour.
var applySteps = []step{
	{
		title:  "Install the provider",
		args:   []string{"init"},
		checks: []check{says("Installed chatview/chatview v" + providerVersion)},
	},
	{
		title:    "Plan: the appearance and the data source are to be taken over",
		args:     []string{"plan", "-detailed-exitcode", "-out=first.tfplan"},
		exitCode: exitChanges,
		checks:   []check{says("Plan: 2 to add, 0 to change, 0 to destroy.")},
	},
	{
		title:  "Apply: the service gets everything that is declared",
		args:   []string{"apply", "first.tfplan"},
		checks: []check{says("Apply complete! Resources: 2 added, 0 changed, 0 destroyed.")},
	},
	{
		title:  "Plan again: there is nothing left to do",
		args:   []string{"plan", "-detailed-exitcode"},
		checks: []check{says("No changes.")},
	},
	{
		title: "Change one colour: the plan shows which one, although colours are write-only",
		args: []string{
			"plan", "-detailed-exitcode", "-var=brand_color=" + changedColorWant, "-out=color.tfplan",
		},
		exitCode: exitChanges,
		checks: []check{
			says("Plan: 0 to add, 1 to change, 0 to destroy."),
			changesFingerprintOf(changedColor),
		},
	},
	{
		title:  "Apply the changed colour",
		args:   []string{"apply", "color.tfplan"},
		checks: []check{says("Apply complete! Resources: 0 added, 1 changed, 0 destroyed.")},
	},
}

// destroySteps forget the two objects.
var destroySteps = []step{
	{
		title: "Destroy: Terraform forgets the two objects, and the service keeps them",
		args:  []string{"destroy", "-auto-approve"},
		checks: []check{
			says("Resource Destruction Considerations"),
			says("Destroy complete! Resources: 2 destroyed."),
		},
	},
}

// requestsWant is what the service gets in the whole story, sorted: one request
// for each object that changed, and none for a plan or the destroy.
var requestsWant = []string{
	"PATCH /api/v1/sources/" + sourceID + "/update-config/ 200",
	"PUT /api/v1/appearance/" + appearanceID + "/ 200",
	"PUT /api/v1/appearance/" + appearanceID + "/ 200",
}

// play tells the story.
func (d demo) play(ctx context.Context, workspace cli.Workspace, service *mock) error {
	if err := d.runSteps(ctx, workspace, applySteps); err != nil {
		return err
	}

	record, err := d.showRecord()
	if err != nil {
		return err
	}

	if err := checkRecord(record); err != nil {
		return err
	}

	d.checked("it holds the new colour, and the password")

	if err := d.runSteps(ctx, workspace, destroySteps); err != nil {
		return err
	}

	return d.finish(record, service)
}

// runSteps runs the steps, up to the first that is not as expected.
func (d demo) runSteps(ctx context.Context, workspace cli.Workspace, steps []step) error {
	for _, step := range steps {
		d.heading(step.title)
		d.command(workspace.CLI.Command(), step.args)

		limited, cancel := context.WithTimeout(ctx, stepLimit)
		result, err := workspace.Run(limited, step.args...)

		cancel()
		d.says(result.Output)

		if err != nil {
			return err
		}

		claims, err := step.verify(result)

		for _, claim := range claims {
			d.checked(claim)
		}

		if err != nil {
			return fmt.Errorf("%s %s: %w", workspace.CLI.Command(), shellLine(step.args), err)
		}
	}

	return nil
}

// verify returns what is as expected, and an error for the first thing that is
// not.
func (s step) verify(result cli.Result) ([]string, error) {
	if result.ExitCode != s.exitCode {
		return nil, fmt.Errorf("the exit code is %d, want %d", result.ExitCode, s.exitCode)
	}

	claims := []string{exitCodes[s.exitCode]}

	for _, check := range s.checks {
		if err := check.holds(result.Output); err != nil {
			return claims, err
		}

		claims = append(claims, check.claim)
	}

	return claims, nil
}

// showRecord shows and returns what the mock holds.
func (d demo) showRecord() ([]byte, error) {
	d.heading("See what the service holds now")
	d.command("cat", []string{d.path("record.json")})

	record, err := os.ReadFile(d.path("record.json"))
	if err != nil {
		return nil, fmt.Errorf("read what the mock holds: %w", err)
	}

	d.says(string(record))

	return record, nil
}

// finish stops the mock and checks what the destroy did, and what was requested
// in all.
func (d demo) finish(before []byte, service *mock) error {
	after, err := os.ReadFile(d.path("record.json"))
	if err != nil {
		return fmt.Errorf("read what the mock holds: %w", err)
	}

	if !bytes.Equal(before, after) {
		return fmt.Errorf("the destroy changed the service, which holds now:\n%s", after)
	}

	d.checked("the service holds what it held before")
	d.heading("Stop the mock: these are the requests that it got")

	if err := service.stop(); err != nil {
		return err
	}

	requests := service.requests()
	d.says(strings.Join(requests, "\n"))

	// The first two are sent at the same time.
	slices.Sort(requests)

	if !slices.Equal(requests, requestsWant) {
		return errors.New("want these requests, and no others:\n" + strings.Join(requestsWant, "\n"))
	}

	d.checked("one request for each object that changed, and no others")

	return nil
}
