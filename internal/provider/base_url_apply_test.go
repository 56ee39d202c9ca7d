package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// An update that is planned without an address shows no change of it. Applying it
// is no bug of the provider.
func TestBaseURL_ApplyWithoutAddressNamesIt(t *testing.T) {
	for state := range statesOfURL {
		for _, block := range urlBlocks() {
			c, first, other := startTwoServices(t)
			statesOfURL[state](c, block)
			first.ClearRequests()

			block = changedBlock(block)
			c.settings["base_url"], c.ignored = nil, []string{"port"} // which state may keep
			c.restart()

			wantHeadlines(t, c.apply(block.address, block.typeName, block.config, nil).diagnostics,
				"WARNING: Missing Base URL", "ERROR: Missing Base URL")
			wantRequests(t, first)
			wantRequests(t, other)
		}
	}
}

// A state without an address may be that of any service, so its next update sends
// everything, also after a refusal, and if nothing that is sent has changed.
func TestBaseURL_StateWithoutItIsSentCompletely(t *testing.T) {
	for request, block := range urlBlocks() {
		c, first, other := startTwoServices(t)
		c.run(block)
		first.QueueFaults(mockserver.Fault{Status: 400}, mockserver.Fault{Status: 204})
		c.run(changedBlock(block))
		c.instances["x"].withoutBaseURL(c)
		first.ClearRequests()

		computed := "last_modified"

		if block.typeName == sourceType {
			block.config["update_mode"], computed = "changed", "type"
		}

		c.restart()
		wantHeadlines(t, c.run(block), "WARNING: Empty Response")
		wantRequests(t, first, request)
		wantState(t, c, "x", map[string]string{"base_url": "https://chat.example.com", computed: "<null>"})
		wantNoChange(t, c, block)
		wantRequests(t, other)
	}
}

// The configuration of the resource itself does not change. A failed update keeps
// the former address, so the next apply sends everything again.
func TestBaseURL_ChangeSendsEverything(t *testing.T) {
	for request, block := range urlBlocks() {
		const changed = "WARNING: Base URL Changed: https://chat.example.com to " + otherAddress

		c, first, other := startTwoServices(t)
		other.Add(mockserver.Sources, 7, map[string]any{"account_name": "Other", "type": "mysql"}) // not what the first service returned

		apply := func() []*tfprotov6.Diagnostic { return c.apply("x", block.typeName, block.config, nil).diagnostics }
		apply()
		wantRequests(t, first, request)

		c.settings["base_url"] = otherAddress
		c.restart()
		other.QueueFaults(mockserver.Fault{Status: 403})
		wantHeadlines(t, apply(), changed, "ERROR: Permission Denied")
		wantRequests(t, other, request)

		applied := apply()
		wantHeadlines(t, applied, changed)
		wantText(t, applied, "The apply sends everything to the ")
		wantRequests(t, other, request)

		wantHeadlines(t, apply())
		wantRequests(t, other)
		wantRequests(t, first)

		c.settings["base_url"] = "https://chat.example.com"
		c.restart()

		block.config["id"], c.ignored = "8", []string{"token_wo"} // a replacement
		plan, _ := c.plan("x", block.typeName, block.config)
		wantHeadlines(t, plan.diagnostics, "WARNING: Base URL Changed: "+otherAddress+" to https://chat.example.com",
			`WARNING: Resource Replacement Considerations at AttributeName("id")`)
	}
}
