package provider

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// The attribute base_url of both resources: the plan says where it goes.

const otherAddress = "https://other.example.com"

// startTwoServices starts a run with two services behind one provider, which is
// configured with the address of the first.
func startTwoServices(t *testing.T) (c *core, first, other *service) {
	t.Helper()

	first, other = newService(t, mockserver.Behavior{}), newService(t, mockserver.Behavior{})

	mux := http.NewServeMux()
	mux.Handle("chat.example.com/", first)
	mux.Handle("other.example.com/", other)

	return newCore(t, &chatviewProvider{version: "test", transport: memoryTransport{mux}}, map[string]any{
		"base_url": "https://chat.example.com", "api_key": testAPIKey,
	}), first, other
}

// urlBlocks are a block of each resource, and the request that sends it.
func urlBlocks() map[string]resourceBlock {
	return map[string]resourceBlock{
		putAppearance(1, `{"name": "N", "lm_dark_background_color": "red"}`): {
			"x", appearanceType, map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red"},
		},
		patchSource(7, `{"port": 1, "token": "t"}`): {"x", sourceType, map[string]any{"id": "7", "port": 1, "token_wo": "t", "token_wo_version": 1}},
	}
}

// changedBlock returns a block with another setting.
func changedBlock(b resourceBlock) resourceBlock {
	b.config = maps.Clone(b.config)
	if b.typeName == appearanceType {
		b.config["start_message"] = "Hi"
	} else {
		b.config["hostname"], b.config["port"] = "h", 2
	}

	return b
}

// statesOfURL are states in which a block may be, by what they are.
var statesOfURL = map[string]func(*core, resourceBlock){
	"none":    func(*core, resourceBlock) {},
	"import":  func(c *core, b resourceBlock) { c.importByID(b.address, b.typeName, b.config["id"].(string)) },
	"applied": func(c *core, b resourceBlock) { c.run(b) },
	"of others": func(c *core, b resourceBlock) {
		c.run(b)
		c.instances[b.address].private = nil
	},
	"without base_url": func(c *core, b resourceBlock) {
		c.run(b)
		c.instances[b.address].withoutBaseURL(c)
	},
}

// withoutBaseURL makes an instance one of a version of the provider that kept the
// address in private state.
func (i *instance) withoutBaseURL(c *core) {
	i.edit(c, "base_url", nil)
	i.private = packPrivateState(struct {
		privateState
		BaseURL string `json:"base_url"`
	}{storedPrivateState(i.private), "https://chat.example.com"})
}

// What is planned of base_url, if anything is: the provider's address, the one in
// state while none is set, and unknown only if an argument is, or if there is
// neither. No other test finds that the one in state is planned for an argument that is
// not known.
func TestBaseURL_PlanSaysWhereItGoes(t *testing.T) {
	const first = "https://chat.example.com"

	for _, test := range []struct {
		state             string
		address, insecure any
		environment       string
		changes           bool
		want              any // "unchanged" if nothing is planned
		warns             bool
	}{
		{state: "none", address: first, want: first},
		{state: "none", address: nil, want: unknownValue{}},
		{state: "none", address: unknownValue{}, want: unknownValue{}},
		{state: "none", address: "http://chat.example.com", insecure: unknownValue{}, want: unknownValue{}},
		{state: "none", address: nil, insecure: unknownValue{}, want: unknownValue{}},
		{state: "import", address: first, want: first},
		{state: "applied", address: first, want: "unchanged"},
		{state: "applied", address: first + ":443/", want: "unchanged"},
		{state: "applied", address: nil, want: "unchanged"},
		{state: "applied", address: unknownValue{}, want: "unchanged"},
		{state: "applied", address: unknownValue{}, environment: otherAddress, want: "unchanged"},
		{state: "applied", address: first, environment: otherAddress, want: "unchanged"},
		{state: "applied", environment: otherAddress, want: otherAddress, warns: true},
		{state: "applied", address: otherAddress, want: otherAddress, warns: true},
		{state: "applied", address: first, changes: true, want: first},
		{state: "applied", address: nil, changes: true, want: first},
		{state: "applied", address: nil, insecure: unknownValue{}, changes: true, want: first},
		{state: "applied", address: unknownValue{}, changes: true, want: unknownValue{}},
		{state: "applied", address: "http://chat.example.com", insecure: unknownValue{}, changes: true, want: unknownValue{}},
		{state: "applied", address: otherAddress, changes: true, want: otherAddress, warns: true},
		{state: "of others", address: first, want: first},
		{state: "of others", address: nil, want: first},
		{state: "of others", address: otherAddress, want: otherAddress, warns: true},
		{state: "without base_url", address: first, want: "unchanged"},
		{state: "without base_url", address: otherAddress, want: "unchanged"},
		{state: "without base_url", address: nil, want: "unchanged"},
		{state: "without base_url", address: first, changes: true, want: first},
		{state: "without base_url", address: nil, changes: true, want: unknownValue{}},
	} {
		for _, block := range urlBlocks() {
			name := fmt.Sprintf("%s, state %q, base_url %v, environment %q, changed %t", block.typeName, test.state, test.address, test.environment, test.changes)
			c, service, _ := startTwoServices(t)
			statesOfURL[test.state](c, block)
			service.ClearRequests()
			t.Setenv(client.BaseURLVariable, test.environment)

			if c.settings["base_url"], c.settings["allow_insecure_http"] = test.address, test.insecure; test.changes {
				block = changedBlock(block)
			}

			c.restart()

			plan, _ := c.plan(block.address, block.typeName, block.config)
			if !plan.isChange() {
				if test.want != "unchanged" {
					t.Errorf("%s: nothing is planned, want base_url %v", name, test.want)
				}

				continue
			}

			attributes := c.attributes(plan.planned)
			if want := attributeValue(tftypes.String, test.want); !attributes["base_url"].Equal(want) {
				t.Errorf("%s: plans base_url %s, want %s", name, attributes["base_url"], want)
			}

			warning := "WARNING: Base URL Changed: https://chat.example.com to " + otherAddress
			if warns := slices.Contains(headlines(plan.diagnostics), warning); warns != test.warns {
				t.Errorf("%s: warns %t, want %t: %s", name, warns, test.warns, describe(plan.diagnostics))
			}

			wantRequests(t, service)
		}
	}
}
