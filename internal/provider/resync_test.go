package provider

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// triggers themselves are not sent.
func TestTriggers_ChangeSendsEverythingInPlace(t *testing.T) {
	c, service := startCore(t, mockserver.Behavior{})

	for _, value := range []any{map[string]string{"run": "1"}, map[string]string{"run": "2"}, nil} {
		c.restart()
		wantHeadlines(t, c.run(
			resourceBlock{"a", appearanceType, map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red", "triggers": value}},
			resourceBlock{"s", sourceType, map[string]any{"id": "7", "port": 1, "token_wo": "t", "token_wo_version": 1, "triggers": value}},
			resourceBlock{"bare", sourceType, map[string]any{"id": "8", "triggers": value}},
		))
		wantRequests(t, service,
			putAppearance(1, `{"name": "N", "lm_dark_background_color": "red"}`), patchSource(7, `{"port": 1, "token": "t"}`), patchSource(8, `{}`))
	}
}

// statesOfOthers are states that this provider did not write for their objects.
var statesOfOthers = map[string]func(*instance, *core){
	"NoPrivateState": func(x *instance, _ *core) { x.private = nil },
	"AnotherID": func(x *instance, c *core) {
		x.state = c.withID(x.state, map[string]string{appearanceType: "2", sourceType: "8"}[x.typeName])
	},
}

// ofOthers returns a block whose state something else wrote.
func ofOthers(c *core, b resourceBlock, write func(*instance, *core)) resourceBlock {
	c.run(b)
	c.restart()

	x := c.instances[b.address]
	write(x, c)
	c.refresh(b.address)

	b.config = maps.Clone(b.config)
	b.config["id"] = c.stateText(b.address, "id")

	return b
}

// Nothing shows that the API has the values of such a state.
func TestStateOfOthers_IsSentCompletely(t *testing.T) {
	for name, write := range statesOfOthers {
		for _, test := range []struct {
			block resourceBlock
			body  string
		}{
			{
				resourceBlock{"x", appearanceType, map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red"}},
				`{"name": "N", "lm_dark_background_color": "red"}`,
			},
			{resourceBlock{"x", sourceType, map[string]any{"id": "7"}}, `{}`},
			{
				resourceBlock{"x", sourceType, map[string]any{"id": "7", "port": 1, "token_wo": "t", "token_wo_version": "1"}},
				`{"port": 1, "token": "t"}`,
			},
		} {
			t.Run(name, func(t *testing.T) {
				c, service := startCore(t, mockserver.Behavior{})
				block := ofOthers(c, test.block, write)

				service.ClearRequests()

				wantHeadlines(t, c.apply("x", block.typeName, block.config, nil).diagnostics)

				id, _ := strconv.Atoi(block.config["id"].(string))
				if block.typeName == appearanceType {
					wantRequests(t, service, putAppearance(id, test.body))
				} else {
					wantRequests(t, service, patchSource(id, test.body))
				}

				wantHeadlines(t, c.apply("x", block.typeName, block.config, nil).diagnostics)
				wantRequests(t, service)
			})
		}
	}
}

// The plan, which discards what is stored for others, tells the apply which colors
// it had.
func TestStateOfOthers_IgnoredColorIsRefused(t *testing.T) {
	for name, write := range statesOfOthers {
		t.Run(name, func(t *testing.T) {
			c, service := startCore(t, mockserver.Behavior{})
			block := ofOthers(c, resourceBlock{"x", appearanceType, map[string]any{"id": "1", "name": "N", "lm_dark_background_color": "red"}}, write)
			c.ignored = []string{"lm_dark_background_color"}

			service.ClearRequests()

			got := c.apply("x", block.typeName, block.config, nil)
			wantHeadlines(t, last(got.diagnostics), `ERROR: Ignored Value Missing at AttributeName("lm_dark_background_color")`)
			wantRequests(t, service)
		})
	}
}

// The copy of an instance has its token, and not its object.
func TestStateOfOthers_CopyOverlapsWithTheOriginal(t *testing.T) {
	for name, blocks := range map[string][]resourceBlock{
		"OriginalThenCopy":       {theme("a", "1", "A"), theme("b", "1", "B")},
		"CopyThenOriginal":       {theme("b", "1", "B"), theme("a", "1", "A")},
		"SameValues":             {theme("a", "1", "A"), theme("b", "1", "A")},
		"OriginalTakesID":        {theme("b", "2", "A"), theme("a", "2", "A")},
		"OriginalTakesIDFirst":   {theme("a", "2", "A"), theme("b", "2", "B")},
		"ThirdWithOriginalAndID": {theme("b", "2", "A"), theme("a", "1", "A"), theme("c", "1", "A")},
	} {
		t.Run(name, func(t *testing.T) {
			c, service := startCore(t, mockserver.Behavior{})
			c.run(theme("a", "1", "A"))
			c.restart()

			edited := *c.instances["a"]
			statesOfOthers["AnotherID"](&edited, c)
			c.instances["b"] = &edited

			service.ClearRequests()

			got := c.run(blocks...)
			if !slices.Contains(headlines(got), overlapError) {
				t.Errorf("no overlap: %s", describe(got))
			}

			wantRequests(t, service)
		})
	}
}

// A copy holds neither the original's object nor the one whose id it has.
func TestStateOfOthers_DestroyOfACopyReleasesNothing(t *testing.T) {
	for _, id := range []string{"1", "2"} {
		c, service := startCore(t, mockserver.Behavior{})
		c.run(theme("a", "1", "A"), theme("b", "2", "B"))
		c.restart()

		edited := *c.instances["a"]
		statesOfOthers["AnotherID"](&edited, c)
		c.instances["copy"] = &edited

		service.ClearRequests()

		got := c.run(theme("a", "1", "A"), theme("b", "2", "B"), destroyed("copy"), theme("c", id, "C"))
		wantHeadlines(t, got, destroyNotice, overlapError)
		wantRequests(t, service)
	}
}

// Upjet copies write-only values into the state. Core refuses it, and blames the
// provider.
func TestStateOfOthers_LosesWriteOnlyValuesOnUpgrade(t *testing.T) {
	c, _ := startCore(t, mockserver.Behavior{})

	for typeName, state := range map[string]string{
		appearanceType: `{"id": "1", "name": "N", "show_sidebar": true, "lm_dark_background_color": "red", "custom_css_overrides": "{}"}`,
		sourceType:     `{"id": "7", "port": 1, "token": "kept", "password_wo": "p", "connection_string_wo": ""}`,
	} {
		resp, err := c.server.UpgradeResourceState(c.ctx, &tfprotov6.UpgradeResourceStateRequest{
			TypeName: typeName, RawState: &tfprotov6.RawState{JSON: []byte(state)},
		})
		c.must(err)

		if len(resp.Diagnostics) > 0 {
			t.Fatal(describe(resp.Diagnostics))
		}

		schema := c.schema.ResourceSchemas[typeName]
		upgraded := c.attributes(c.unpack(resp.UpgradedState, schema))

		for _, attribute := range schema.Block.Attributes {
			isKept := strings.Contains(state, `"`+attribute.Name+`"`) && !attribute.WriteOnly
			if got := !upgraded[attribute.Name].IsNull(); got != isKept {
				t.Errorf("%s is kept: %t", attribute.Name, got)
			}
		}
	}
}
