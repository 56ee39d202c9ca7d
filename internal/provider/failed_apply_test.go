package provider

import (
	"fmt"
	"maps"
	"net/http"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// failure makes an apply fail. There is one for each outcome that the provider
// tells apart: package client decides which failure has which.
type failure struct {
	// summary is that of the error, fault that of the service.
	summary string
	fault   mockserver.Fault
	outcome client.Outcome
	// lasts is set if the provider process sends nothing afterwards.
	lasts bool
}

const (
	unsendable = "Unsendable Request"
	notSent    = "Request Not Sent"
)

var failures = []failure{
	{summary: "Permission Denied", fault: mockserver.Fault{Status: http.StatusForbidden}},
	// The service may save what it then refuses. A PATCH does not repeat what was not in doubt:
	// it may have been changed elsewhere.
	{summary: "Request Refused", fault: mockserver.Fault{Status: http.StatusBadRequest}, outcome: client.OutcomeDisputed},
	{summary: "Conflicting Change", fault: mockserver.Fault{Status: http.StatusConflict}, outcome: client.OutcomeDisputed},
	{summary: "Service Failure", fault: mockserver.Fault{Status: http.StatusInternalServerError}, outcome: client.OutcomeUnknown},
	{summary: "Unexpected Redirect", fault: mockserver.Fault{Status: http.StatusMovedPermanently}},
	{summary: "Unexpected Redirect", fault: mockserver.Fault{Status: http.StatusFound}, outcome: client.OutcomeUnknown},
	{summary: unsendable},
	{summary: notSent, lasts: true},
}

// failedApply is an instance whose apply fails, and what the retry sends.
type failedApply struct {
	name string
	// before prepares the state of the block.
	before func(c *core, b resourceBlock)
	// reverts is set if the retry has the configuration of the last apply.
	reverts bool
	// confirmed is set if the last apply of the instance succeeded.
	confirmed bool
}

var failedApplies = []failedApply{
	{name: "Create", before: func(*core, resourceBlock) {}},
	{name: "Import", before: func(c *core, b resourceBlock) { c.importByID(b.address, b.typeName, b.config["id"].(string)) }},
	{name: "StateOfOthers", before: func(c *core, b resourceBlock) { c.run(b); c.instances[b.address].private = nil }},
	{name: "Update", confirmed: true, before: func(c *core, b resourceBlock) { c.run(b) }},
	{name: "RevertedUpdate", confirmed: true, reverts: true, before: func(c *core, b resourceBlock) { c.run(b) }},
}

// After a failure, the next plan is empty only if the service is known to have
// what the state has. The retry runs in the same process, or in the next.
func TestFailedApply_NextPlanSendsWhatIsNotConfirmed(t *testing.T) {
	for _, f := range failures {
		for _, apply := range failedApplies {
			for _, typeName := range []string{appearanceType, sourceType} {
				t.Run(fmt.Sprintf("%s/%d/%s/%s", f.summary, f.fault.Status, apply.name, typeName), func(t *testing.T) {
					testFailedApply(t, f, apply, typeName)
				})
			}
		}
	}
}

func testFailedApply(t *testing.T, f failure, apply failedApply, typeName string) {
	t.Helper()

	c, service := startCore(t, mockserver.Behavior{})
	c.settings["max_retries"] = 0

	failing, retried := failingBlock(typeName, 1), failingBlock(typeName, 1)
	apply.before(c, failing)

	if apply.confirmed {
		failing = failingBlock(typeName, 2)
	}

	if !apply.reverts {
		retried = failing
	}

	c.restart()
	f.provoke(t, c, service, failing)

	sameProcess := *c
	c.restart()

	want := apply.wantRequests(f, retried)
	plan, _ := c.planInWalk(retried.address, typeName, retried.config)

	if got := plan.isChange(); got != (len(want) > 0) {
		t.Errorf("the next process plans a change: %t", got)
	}

	// The others are planned with the warning about a first apply.
	if f.outcome == client.OutcomeUnknown && (apply.confirmed || apply.name == "Import") {
		wantHeadlines(t, plan.diagnostics, "WARNING: Earlier Update Unconfirmed")
	} else {
		wantHeadlines(t, plan.diagnostics)
	}

	if !f.lasts {
		*c = sameProcess
	}

	if got := c.run(retried); hasError(got) {
		t.Errorf("the retry failed: %s", describe(got))
	}

	wantRequests(t, service, want...)

	c.restart()
	wantNoChange(t, c, retried)
}

// wantRequests returns the requests of the retry.
func (a failedApply) wantRequests(f failure, retried resourceBlock) []string {
	switch {
	case a.confirmed && f.outcome == client.OutcomeNotMade && a.reverts:
		return nil
	case retried.typeName == appearanceType:
		return []string{putAppearance(1, fmt.Sprintf(`{"name": %q, "lm_dark_background_color": "red"}`, retried.config["name"]))}
	case a.confirmed && f.outcome != client.OutcomeUnknown:
		return []string{patchSource(7, fmt.Sprintf(`{"port": %d}`, retried.config["port"]))}
	}

	return []string{patchSource(7, fmt.Sprintf(`{"user": "u", "port": %d, "token": "t"}`, retried.config["port"]))}
}

// provoke applies a block with the failure.
func (f failure) provoke(t *testing.T, c *core, service *service, b resourceBlock) {
	t.Helper()

	switch f.summary {
	case notSent:
		service.QueueFaults(mockserver.Fault{Status: http.StatusUnauthorized})
		c.run(theme("first", "3", "N"))
	case unsendable:
		b.config = maps.Clone(b.config)
		b.config[map[string]string{appearanceType: "name", sourceType: "service_account_key"}[b.typeName]] = ""
	default:
		service.QueueFaults(f.fault)
	}

	if failed := c.run(b); summaryOfError(failed) != f.summary {
		t.Fatalf("want the error %q, got: %s", f.summary, describe(failed))
	}

	service.ClearRequests()
}

// failingBlock returns a block with a value that changes with the version.
func failingBlock(typeName string, version int) resourceBlock {
	if typeName == sourceType {
		return resourceBlock{"x", typeName, map[string]any{"id": "7", "user": "u", "port": version, "token_wo": "t", "token_wo_version": 1}}
	}

	return resourceBlock{"x", typeName, map[string]any{"id": "1", "name": fmt.Sprint(version), "lm_dark_background_color": "red"}}
}
