package provider

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
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

	schema, s := c.schema.ResourceSchemas[sourceType], c.instances["s"]
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
			req.PriorPrivate = packPrivateState(map[string]any{"instance": storedPrivateState(s.private).Instance, "id": "7", "resync": 1})
		},
		"AnotherType": func(req *tfprotov6.PlanResourceChangeRequest) { req.TypeName = "chatview_other" },
	} {
		t.Run(name, func(t *testing.T) {
			c.restart()

			req := c.planRequest(sourceType, s.state, c.value(schema, config), s.private, s.identity)

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

func TestShortcut_LeavesUnusualReadsToTheFramework(t *testing.T) {
	c, _ := startApplied(t, resourceBlock{"s", sourceType, map[string]any{"id": "7"}})

	for name, change := range map[string]func(*tfprotov6.ReadResourceRequest){
		"FrameworksPrivate": func(req *tfprotov6.ReadResourceRequest) { req.Private = []byte(`{".framework":"e30="}`) },
		"AnotherType":       func(req *tfprotov6.ReadResourceRequest) { req.TypeName = "chatview_other" },
		"NoState":           func(req *tfprotov6.ReadResourceRequest) { req.CurrentState, req.CurrentIdentity = nil, nil },
	} {
		t.Run(name, func(t *testing.T) {
			c.restart()

			req := c.readRequest(c.instances["s"])
			change(req)

			_, err := c.server.ReadResource(c.ctx, req)
			c.must(err)

			if reads := c.framework.reads.Load(); reads != 1 {
				t.Errorf("the framework received %d reads", reads)
			}
		})
	}
}

// withEveryCapability sets every capability of a client. One that is not known here may
// ask for another answer than that of the shortcut.
func withEveryCapability[C any](t *testing.T) *C {
	t.Helper()

	capabilities := new(C)

	for field, value := range reflect.ValueOf(capabilities).Elem().Fields() {
		if field.Name != "DeferralAllowed" {
			t.Errorf("the shortcut does not know the capability %s", field.Name)
		}

		value.SetBool(true)
	}

	return capabilities
}

func TestShortcut_IgnoresCapabilities(t *testing.T) {
	config := map[string]any{"id": "7", "port": 1}
	c, _ := startApplied(t, resourceBlock{"s", sourceType, config})
	s := c.instances["s"]

	for _, port := range []int{1, 2} {
		c.restart()

		config["port"] = port
		plan := c.planRequest(sourceType, s.state, c.value(c.schema.ResourceSchemas[sourceType], config), s.private, s.identity)
		plan.ClientCapabilities = withEveryCapability[tfprotov6.PlanResourceChangeClientCapabilities](t)
		read := c.readRequest(s)
		read.ClientCapabilities = withEveryCapability[tfprotov6.ReadResourceClientCapabilities](t)

		wantRead, err := c.framework.frameworkServer.ReadResource(c.ctx, read)
		c.must(err)
		gotRead, err := c.server.ReadResource(c.ctx, read)
		c.must(err)

		if diff := cmp.Diff(wantRead, gotRead); diff != "" || c.framework.reads.Load() != 0 {
			t.Errorf("port %d: read (-framework +server):\n%s", port, diff)
		}

		gotPlan, err := c.server.PlanResourceChange(c.ctx, plan)
		c.must(err)

		handled := c.framework.plans.Load() == 0

		c.restart()

		wantPlan, err := c.framework.frameworkServer.PlanResourceChange(c.ctx, plan)
		c.must(err)

		if diff := cmp.Diff(wantPlan, gotPlan); diff != "" || handled != (port == 1) {
			t.Errorf("port %d: plan, handled by the shortcut: %t (-framework +server):\n%s", port, handled, diff)
		}
	}
}
