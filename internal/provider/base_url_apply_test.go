package provider

import (
	"slices"
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
		} else {
			block.config["write_only_version"] = "1"
		}

		c.restart()
		wantHeadlines(t, c.run(block), "WARNING: Empty Response")
		wantRequests(t, first, request)
		wantState(t, c, "x", map[string]string{"base_url": "https://chat.example.com", computed: "<null>"})
		wantNoChange(t, c, block)
		wantRequests(t, other)
	}
}

// The object with the same id of another service has its own computed values. If
// its response does not say them, nothing does. Nor did it lose what is no longer
// configured. An update that sends nothing, and an empty response, keep what the same
// service returned before.
func TestBaseURL_ValuesOfAnotherServiceAreNotKept(t *testing.T) {
	const first = "https://chat.example.com"

	returns := func(body string) []mockserver.Fault { return []mockserver.Fault{{Status: 200, Body: []byte(body)}} }
	empty, theme := []mockserver.Fault{{Status: 204}}, map[string]any{"id": "1", "name": "M"}

	for name, test := range map[string]struct {
		typeName, address string
		next              map[string]any
		response          []mockserver.Fault // none if nothing is sent
		want              map[string]string
	}{
		"Theme": {appearanceType, first, theme, empty, map[string]string{
			"base_url": first, "custom_css_vars": "v1", "created_at": "c1", "last_modified": "l1", "is_default": "d1",
		}},
		"ThemeOfAnother": {appearanceType, otherAddress, theme, empty, map[string]string{
			"base_url": otherAddress, "custom_css_vars": "<null>", "created_at": "<null>", "last_modified": "<null>", "is_default": "<null>",
		}},
		"ThemeOfAnotherWithBody": {
			appearanceType, otherAddress, theme,
			returns(`{"id": 1, "name": "M", "theme_mode": "light", "custom_css_vars": "v2", "created_at": "c2", "last_modified": "l2", "is_default": "d2"}`),
			map[string]string{"base_url": otherAddress, "custom_css_vars": "v2", "created_at": "c2", "last_modified": "l2", "is_default": "d2"},
		},
		"Source": {sourceType, first, map[string]any{"id": "7", "port": 2}, empty, map[string]string{"account_name": "n1", "type": "t1"}},
		"SourceWithBody": {
			sourceType, first, map[string]any{"id": "7", "port": 2}, returns(`{"id": 7, "account_name": "n2", "type": "t2"}`),
			map[string]string{"account_name": "n2", "type": "t2"},
		},
		"SourceNothingSent": {sourceType, first, map[string]any{"id": "7", "port": 1, "update_mode": "changed"}, nil, map[string]string{"account_name": "n1", "type": "t1"}},
		"SourceOfAnother":   {sourceType, otherAddress, map[string]any{"id": "7", "port": 1}, empty, map[string]string{"account_name": "<null>", "type": "<null>"}},
	} {
		t.Run(name, func(t *testing.T) {
			c, service, other := startTwoServices(t)

			if test.typeName == appearanceType {
				service.QueueFaults(returns(`{"id": 1, "name": "N", "theme_mode": "light", "custom_css_vars": "v1", "created_at": "c1", "last_modified": "l1", "is_default": "d1"}`)...)
				c.apply("x", appearanceType, map[string]any{"id": "1", "name": "N", "theme_mode": "light"}, nil)
			} else {
				service.QueueFaults(returns(`{"id": 7, "account_name": "n1", "type": "t1"}`)...)
				c.apply("x", sourceType, map[string]any{"id": "7", "port": 1}, nil)
			}

			service.ClearRequests()

			c.settings["base_url"] = test.address
			c.restart()

			if test.address == otherAddress {
				service = other
			}

			service.QueueFaults(test.response...)

			applied := c.apply("x", test.typeName, test.next, nil)
			if slices.Contains(headlines(applied.diagnostics), "WARNING: Values After Removal: theme_mode kept") {
				t.Errorf("the service cannot have kept a value: %s", describe(applied.diagnostics))
			}

			if requests := service.Requests(); len(requests) != len(test.response) {
				t.Errorf("%d requests arrived, want %d", len(requests), len(test.response))
			}

			wantState(t, c, "x", test.want)
			wantNoChange(t, c, resourceBlock{"x", test.typeName, test.next})
		})
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
