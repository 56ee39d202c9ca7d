package provider

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Every plan that the framework does not receive is compared with the framework's,
// so this test needs no changed resources.
func TestShortcut_HandlesUnchangedResources(t *testing.T) {
	for name, test := range map[string]struct {
		typeName       string
		before, config map[string]any
	}{
		"Appearance": {
			appearanceType,
			map[string]any{"id": "1", "name": "N", "recommendations": []string{"Q"}, "lm_primary_background_color": "red", "custom_css_overrides": `{"a":1,"b":2}`},
			map[string]any{"id": "1", "name": "N", "recommendations": []string{"Q"}, "lm_primary_background_color": "red", "custom_css_overrides": `{ "b": 2, "a": 1 }`},
		},
		"AppearanceWithVersion": {
			appearanceType,
			map[string]any{"id": "1", "name": "N", "lm_primary_background_color": "red", "write_only_version": 1, "triggers": map[string]any{"a": "b"}},
			map[string]any{"id": "1", "name": "N", "lm_primary_background_color": "blue", "write_only_version": 1, "triggers": map[string]any{"a": "b"}},
		},
		"Source": {
			sourceType,
			map[string]any{"id": "7", "hostname": "h", "password_wo": "p", "password_wo_version": 1, "service_account_key": `{"a":1,"b":2}`},
			map[string]any{"id": "7", "hostname": "h", "password_wo": "q", "password_wo_version": 1, "service_account_key": `{ "b": 2, "a": 1 }`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := startApplied(t, resourceBlock{"a", test.typeName, test.before})
			c.restart()
			c.refresh("a")

			wantNoChange(t, c, resourceBlock{"a", test.typeName, test.config})

			if reads, plans := c.framework.reads.Load(), c.framework.plans.Load(); reads+plans > 0 {
				t.Errorf("the framework received %d reads and %d plan requests", reads, plans)
			}
		})
	}
}

func TestShortcut_LeavesUnusualRequestsToTheFramework(t *testing.T) {
	config := map[string]any{"id": "7", "port": 1}
	c, _ := startApplied(t, resourceBlock{"s", sourceType, config})
	c.restart()

	schema := c.schema.ResourceSchemas[sourceType]
	state, private, identity := c.before("s", schema)
	value := c.pack(c.proposedNew(schema, state, c.value(schema, config)))
	unknown := c.pack(tftypes.NewValue(schema.ValueType(), tftypes.UnknownValue))
	broken := &tfprotov6.DynamicValue{MsgPack: []byte("\x81")}

	for name, change := range map[string]func(*tfprotov6.PlanResourceChangeRequest){
		"UnknownConfig":     func(req *tfprotov6.PlanResourceChangeRequest) { req.Config = unknown },
		"UnknownProposed":   func(req *tfprotov6.PlanResourceChangeRequest) { req.ProposedNewState = unknown },
		"NoPrior":           func(req *tfprotov6.PlanResourceChangeRequest) { req.PriorState = nil },
		"BrokenPrior":       func(req *tfprotov6.PlanResourceChangeRequest) { req.PriorState = broken },
		"BrokenPrivate":     func(req *tfprotov6.PlanResourceChangeRequest) { req.PriorPrivate = []byte("{") },
		"FrameworksPrivate": func(req *tfprotov6.PlanResourceChangeRequest) { req.PriorPrivate = []byte(`{".framework":"e30="}`) },
		"NewerPrivate": func(req *tfprotov6.PlanResourceChangeRequest) {
			req.PriorPrivate = packPrivateState(map[string]any{"instance": storedPrivateState(private).Instance, "id": "7", "resync": 1})
		},
		"AnotherType": func(req *tfprotov6.PlanResourceChangeRequest) { req.TypeName = "chatview_other" },
		"Capability": func(req *tfprotov6.PlanResourceChangeRequest) {
			req.ClientCapabilities = &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: true}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.restart()

			req := &tfprotov6.PlanResourceChangeRequest{
				TypeName: sourceType, PriorState: c.pack(state), ProposedNewState: value, Config: c.pack(c.value(schema, config)),
				PriorPrivate: private, PriorIdentity: identity,
			}

			_, err := c.server.PlanResourceChange(c.ctx, req)
			c.must(err)

			if c.framework.plans.Load() != 0 {
				t.Fatal("the framework received the unchanged request")
			}

			change(req)

			_, err = c.server.PlanResourceChange(c.ctx, req)
			c.must(err)

			if plans := c.framework.plans.Load(); plans != 1 {
				t.Errorf("the framework received %d plan requests", plans)
			}
		})
	}
}

// Older CLIs write a state without an identity, and an edited one has another
// object's. With -refresh=false, nothing is read first. The core asserts that every
// read, plan and apply returns that of the resource in state.
func TestIdentity_IsMadeFromTheState(t *testing.T) {
	config := map[string]any{"id": "7", "port": 1}

	for name, next := range map[string]map[string]any{
		"Unchanged": config, "Changed": {"id": "7", "port": 2}, "Replaced": {"id": "8", "port": 1}, "Destroyed": nil,
	} {
		for _, refreshes := range []bool{true, false} {
			for _, id := range []any{"8", nil} {
				for _, unusual := range []string{"", `,".framework":"e30="}`} {
					t.Run(name, func(t *testing.T) {
						c, _ := startApplied(t, resourceBlock{"s", sourceType, config})
						c.instances["s"].identity = c.identity(tftypes.NewValue(tftypes.String, id))

						if id == nil {
							c.instances["s"].identity = nil
						}

						if unusual != "" { // for the shortcut
							private := c.instances["s"].private
							c.instances["s"].private = append(private[:len(private)-1], unusual...)
						}

						c.restart()

						if refreshes {
							c.refresh("s")
						}

						if got := c.apply("s", sourceType, next, nil); hasError(got.diagnostics) {
							t.Error(describe(got.diagnostics))
						}
					})
				}
			}
		}
	}
}

func TestShortcut_LeavesUnusualReadsToTheFramework(t *testing.T) {
	c, _ := startApplied(t, resourceBlock{"s", sourceType, map[string]any{"id": "7"}})
	state, private, identity := c.before("s", c.schema.ResourceSchemas[sourceType])

	for name, change := range map[string]func(*tfprotov6.ReadResourceRequest){
		"FrameworksPrivate": func(req *tfprotov6.ReadResourceRequest) { req.Private = []byte(`{".framework":"e30="}`) },
		"AnotherType":       func(req *tfprotov6.ReadResourceRequest) { req.TypeName = "chatview_other" },
		"NoState":           func(req *tfprotov6.ReadResourceRequest) { req.CurrentState, req.CurrentIdentity = nil, nil },
		"Capability": func(req *tfprotov6.ReadResourceRequest) {
			req.ClientCapabilities = &tfprotov6.ReadResourceClientCapabilities{DeferralAllowed: true}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.restart()

			req := &tfprotov6.ReadResourceRequest{TypeName: sourceType, CurrentState: c.pack(state), Private: private, CurrentIdentity: identity}
			change(req)

			_, err := c.server.ReadResource(c.ctx, req)
			c.must(err)

			if reads := c.framework.reads.Load(); reads != 1 {
				t.Errorf("the framework received %d reads", reads)
			}
		})
	}
}

// tf6server type-asserts optional interfaces, so a missing method hides a
// protocol feature.
func TestServer_HasEveryFrameworkMethod(t *testing.T) {
	p := &chatviewProvider{version: "test"}
	wrapper, framework := reflect.TypeOf(newServer(p)), reflect.TypeOf(providerserver.NewProtocol6(p)())

	for i := range framework.NumMethod() {
		if _, found := wrapper.MethodByName(framework.Method(i).Name); !found {
			t.Errorf("%s is hidden", framework.Method(i).Name)
		}
	}
}
