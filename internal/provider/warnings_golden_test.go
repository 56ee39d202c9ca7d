package provider

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/golden"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// warnedUpdate is an update of a data source that says something.
type warnedUpdate struct {
	name    string
	changes map[string]any // nil destroys the data source
	isPlan  bool           // and not applied
	// status and body are the response, if the service does not make the update.
	status int
	body   string
	// prepare changes what was applied before.
	prepare func(*core, *service)
}

var (
	changedPort = map[string]any{"port": 1}

	warnedUpdates = []warnedUpdate{
		{name: "a create", changes: changedPort, prepare: func(c *core, _ *service) { delete(c.instances, "s") }},
		{name: "an import", changes: changedPort, prepare: func(c *core, _ *service) { c.importByID("s", sourceType, "7") }},
		{name: "a state of others", changes: changedPort, prepare: func(c *core, _ *service) { c.instances["s"].private = nil }},
		// Other warnings would be about the former object.
		{name: "another id", isPlan: true, changes: map[string]any{"id": "8", "username": nil}, prepare: failWithUnknownOutcome},
		{name: "an unknown id", isPlan: true, changes: map[string]any{"id": unknownValue{}}},
		{name: "a destroy"},
		{name: "removed attributes", changes: map[string]any{"username": nil, "password_wo": nil}},
		{name: "a trailing line break", changes: map[string]any{"password_wo": "hunter2-canary\n", "password_wo_version": "2"}},
		{name: "escaped line breaks", changes: map[string]any{"service_account_key": `{"private_key": "hunter2\\ncanary"}`}},
		{name: "an unconfirmed update", changes: map[string]any{}, prepare: failWithUnknownOutcome},
		// The CLI shows only one of several warnings with the same summary.
		{name: "another base URL after an unconfirmed update", changes: map[string]any{}, prepare: func(c *core, service *service) {
			failWithUnknownOutcome(c, service)
			c.settings["base_url"], c.ignored = otherAddress, []string{"password_wo"}
		}},
		{name: "no base URL", isPlan: true, changes: changedPort, prepare: func(c *core, _ *service) { delete(c.settings, "base_url") }},
		{name: "no settings", isPlan: true, changes: changedPort, prepare: func(c *core, _ *service) { c.settings = nil }},
		{name: "other values", changes: changedPort, status: 200, body: `{"id": 7, "account_name": "B", "type": "mysql"}`},
		{name: "only accepted", changes: changedPort, status: 202},
		{name: "a job", changes: changedPort, status: 202, body: `{"id": "job-17", "status": "error", "message": "Host not allowed", "url": "/?code=c4"}`},
		{name: "an unsuccessful update", changes: changedPort, status: 200, body: `{"id": 7, "success": false, "message": "Host not allowed"}`},
		{name: "a status of its own", changes: changedPort, status: 200, body: `{"id":7,"account_name":"Before","type":"postgres","status":"error"}`},
		{name: "a created object with a message", changes: changedPort, status: 201, body: `{"id": 7, "warning": "New."}`, prepare: func(c *core, _ *service) { delete(c.instances, "s") }},
		{name: "text about an error", changes: changedPort, status: 200, body: `{"id": 7, "errors": {"port": ["Not applied."]}}`},
		{name: "text with a credential", changes: changedPort, status: 202, body: `{"id": 7, "error": "Not ` + testAPIKey + `."}`},
		{name: "a value with a credential", changes: changedPort, status: 202, body: `{"id": 7, "type": "x", "account_name": "a` + testAPIKey + `"}`},
		{
			name: "fields that were not sent", changes: changedPort, status: 400,
			body: `{"username": ["This field is required."], "password": ["This field is required."]}`,
		},
		{name: "a partial update", changes: changedPort, status: 400, body: `{"detail": "Incomplete."}`},
		{name: "an unknown outcome", changes: changedPort, status: 302},
		{name: "an earlier error", changes: changedPort, prepare: func(c *core, service *service) {
			service.QueueFaults(mockserver.Fault{Status: 401})
			c.run(theme("a", "1", "N"))
		}},
	}
)

func failWithUnknownOutcome(c *core, service *service) {
	service.QueueFaults(mockserver.Fault{Status: 302})
	c.run(resourceBlock{"s", sourceType, warnedSource(changedPort)})
}

// warnedSource returns the configuration of a data source with changes.
func warnedSource(changes map[string]any) map[string]any {
	config := map[string]any{"id": "7", "username": "u", "password_wo": "hunter2-canary", "password_wo_version": "1"}
	maps.Copy(config, changes)

	if config["password_wo"] == nil {
		delete(config, "password_wo_version")
	}

	return config
}

// TestWarnings_MatchGoldenFile compares what plans and applies say with a golden
// file. Run it with -update to rewrite the file, and review it.
func TestWarnings_MatchGoldenFile(t *testing.T) {
	t.Setenv(client.BaseURLVariable, "")
	t.Setenv(client.APIKeyVariable, "")

	var texts strings.Builder

	for _, test := range warnedUpdates {
		c, service := startApplied(t, resourceBlock{"s", sourceType, warnedSource(nil)})
		c.restart()

		if test.prepare != nil {
			test.prepare(c, service)
		}

		if test.name != "an earlier error" { // whose process sends nothing
			c.restart()
		}

		if test.status != 0 {
			service.QueueFaults(mockserver.Fault{Status: test.status, Body: []byte(test.body)})
		}

		block := resourceBlock{"s", sourceType, warnedSource(test.changes)}
		if test.changes == nil {
			block.config = nil
		}

		got, _ := c.planInWalk(block.address, block.typeName, block.config)
		if !test.isPlan {
			got = c.applyBlock(block, got)
		}

		all := append(got.firstApply, got.diagnostics...)
		wantExplained(t, all)
		fmt.Fprintf(&texts, "== %s\n\n%s\n\n", test.name, describe(all))
	}

	golden.Compare(t, "warnings.txt", texts.String())
}
