package provider

import (
	"context"
	"encoding/json"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// TestServer_AnswersAsTheFrameworkDoes asks both servers to read an object, and
// to plan it unchanged and changed in what the planned state does not show. Each
// plan of the other tests is compared as well, by core.
func TestServer_AnswersAsTheFrameworkDoes(t *testing.T) {
	for _, test := range []struct {
		name, typeName string
		config         map[string]any
		change         map[string]any // a nil value takes an attribute out
		private        map[string]string
		wantFramework  bool // whether the plan is left to the framework
	}{
		{
			name: "appearance", typeName: appearanceType,
			config: map[string]any{"name": "N", "recommendations": []string{"Q"}, "lm_primary_background_color": "red"},
		},
		{
			name: "appearance with a version", typeName: appearanceType,
			config: map[string]any{"name": "N", "lm_primary_background_color": "red", "write_only_version": 1},
			change: map[string]any{"lm_primary_background_color": "blue"},
		},
		{
			name: "appearance with another spelling of the overrides", typeName: appearanceType,
			config: map[string]any{"name": "N", "custom_css_overrides": `{"a":1,"b":2}`},
			change: map[string]any{"custom_css_overrides": `{ "b": 2, "a": 1 }`},
		},
		{
			name: "appearance with another colour", typeName: appearanceType,
			config: map[string]any{"name": "N", "lm_primary_background_color": "red"},
			change: map[string]any{"lm_primary_background_color": "blue"},
		},
		{
			name: "appearance with a colour more", typeName: appearanceType,
			config: map[string]any{"name": "N"},
			change: map[string]any{"lm_primary_background_color": "blue"},
		},
		{
			name: "appearance with a colour less", typeName: appearanceType,
			config: map[string]any{"name": "N", "lm_primary_background_color": "red"},
			change: map[string]any{"lm_primary_background_color": nil},
		},
		{
			name: "appearance with a colour that is not known", typeName: appearanceType,
			config: map[string]any{"name": "N", "lm_primary_background_color": "red"},
			change: map[string]any{"lm_primary_background_color": unknownValue{}},
		},
		{
			name: "appearance with another name", typeName: appearanceType,
			config: map[string]any{"name": "N"},
			change: map[string]any{"name": "M"},
		},
		{
			name: "appearance after a failed update", typeName: appearanceType, private: map[string]string{unconfirmedKey: string(lostUpdate)},
			config: map[string]any{"name": "N"},
		},
		{
			name: "source", typeName: sourceType,
			config: map[string]any{"hostname": "h", "port": 1, "password_wo": "p", "password_wo_version": 1},
			change: map[string]any{"password_wo": "another one, of the same version"},
		},
		{
			name: "source with another version", typeName: sourceType,
			config: map[string]any{"hostname": "h", "password_wo": "p", "password_wo_version": 1},
			change: map[string]any{"password_wo_version": 2},
		},
		{
			name: "source after a failed update", typeName: sourceType, private: map[string]string{unconfirmedKey: string(lostUpdate)},
			config: map[string]any{"hostname": "h"},
		},
		{
			name: "source with something of the framework's", typeName: sourceType, wantFramework: true,
			private: map[string]string{".framework": `{}`, unconfirmedKey: string(lostUpdate)},
			config:  map[string]any{"hostname": "h"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, _ := startCore(t, mockserver.Behavior{})
			config := maps.Clone(test.config)
			config["id"] = map[string]string{appearanceType: "1", sourceType: "7"}[test.typeName]

			// An update, so that the state is not that of a create.
			for _, mode := range []string{"full", "changed"} {
				if test.typeName == sourceType {
					config["update_mode"] = mode
				} else {
					config["start_message"] = mode
				}

				c.restart()
				wantHeadlines(t, c.apply("a", test.typeName, config, nil).diagnostics)
			}

			c.instances["a"].private = packPrivate(t, test.private)

			maps.Copy(config, test.change)
			maps.DeleteFunc(config, func(_ string, value any) bool { return value == nil })

			compareServers(t, c, test.typeName, config, test.wantFramework)
		})
	}
}

// TestServer_LeavesToTheFrameworkWhatItCanNotDecode: whatever the framework says
// of it, it was asked.
func TestServer_LeavesToTheFrameworkWhatItCanNotDecode(t *testing.T) {
	c, _ := startCore(t, mockserver.Behavior{})
	schema := c.schema.ResourceSchemas[sourceType]
	config := c.pack(c.value(schema, map[string]any{"id": "7"}))
	none := c.pack(tftypes.NewValue(schema.ValueType(), nil))
	unknown := c.pack(tftypes.NewValue(schema.ValueType(), tftypes.UnknownValue))
	broken := &tfprotov6.DynamicValue{MsgPack: []byte("\x81")}

	for name, req := range map[string]*tfprotov6.PlanResourceChangeRequest{
		"unknown config":   {Config: unknown, PriorState: none, ProposedNewState: config},
		"unknown proposed": {Config: config, PriorState: none, ProposedNewState: unknown},
		"no prior":         {Config: config, ProposedNewState: config},
		"broken prior":     {Config: config, PriorState: broken, ProposedNewState: config},
		"broken private":   {Config: config, PriorState: none, ProposedNewState: config, PriorPrivate: []byte("{")},
		"another type":     {TypeName: "chatview_other", Config: config, PriorState: none, ProposedNewState: config},
	} {
		t.Run(name, func(t *testing.T) {
			asked := newServer(c.provider).(*server)
			framework := &countingServer{ProviderServer: asked.ProviderServer}
			asked.ProviderServer = framework

			if req.TypeName == "" {
				req.TypeName = sourceType
			}

			_, err := asked.PlanResourceChange(c.ctx, req)
			c.must(err)

			if framework.plans != 1 {
				t.Errorf("the framework was asked for %d plans", framework.plans)
			}
		})
	}
}

// packPrivate writes private state as the framework does.
func packPrivate(t *testing.T, values map[string]string) []byte {
	t.Helper()

	if len(values) == 0 {
		return nil
	}

	encoded := map[string][]byte{}
	for key, value := range values {
		encoded[key] = []byte(value)
	}

	packed, err := json.Marshal(encoded)
	if err != nil {
		t.Fatal(err)
	}

	return packed
}

// compareServers reads the object at the address "a" and plans it with a
// configuration.
func compareServers(t *testing.T, c *core, typeName string, config map[string]any, wantFramework bool) {
	t.Helper()

	framework := &countingServer{ProviderServer: providerserver.NewProtocol6(c.provider)()}
	relieved := newServer(c.provider).(*server)
	relieved.ProviderServer = framework

	schema := c.schema.ResourceSchemas[typeName]
	state, private, identity := c.before("a", schema)
	value := c.value(schema, config)

	upgrade := &tfprotov6.UpgradeResourceStateRequest{TypeName: typeName, RawState: &tfprotov6.RawState{JSON: c.stateJSON("a")}}
	read := &tfprotov6.ReadResourceRequest{TypeName: typeName, CurrentState: c.pack(state), Private: private, CurrentIdentity: identity}
	plan := &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: c.pack(state), ProposedNewState: c.pack(c.proposedNew(schema, state, value)),
		Config: c.pack(value), PriorPrivate: private, PriorIdentity: identity,
	}

	want := c.answers(framework.ProviderServer, schema, upgrade, read, plan)
	got := c.answers(relieved, schema, upgrade, read, plan)

	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-framework +server):\n%s", diff)
	}

	if asked := framework.plans > 0; asked != wantFramework {
		t.Errorf("the plan was left to the framework: %t, want %t", asked, wantFramework)
	}
}

// answers asks a server and returns what it answered.
func (c *core) answers(
	asked tfprotov6.ProviderServer, schema *tfprotov6.Schema, upgrade *tfprotov6.UpgradeResourceStateRequest,
	read *tfprotov6.ReadResourceRequest, plan *tfprotov6.PlanResourceChangeRequest,
) map[string]any {
	c.t.Helper()

	upgradeResp, err := asked.UpgradeResourceState(c.ctx, upgrade)
	c.must(err)

	readResp, err := asked.ReadResource(c.ctx, read)
	c.must(err)

	planResp, err := asked.PlanResourceChange(c.ctx, plan)
	c.must(err)

	return map[string]any{
		"upgraded state":   c.unpack(upgradeResp.UpgradedState, schema),
		"read state":       c.unpack(readResp.NewState, schema),
		"read identity":    readResp.NewIdentity,
		"read private":     string(readResp.Private),
		"read diagnostics": describe(readResp.Diagnostics),
		"plan":             c.describePlan(schema, planResp),
	}
}

// countingServer counts what reaches the framework.
type countingServer struct {
	tfprotov6.ProviderServer

	plans int
}

func (s *countingServer) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	s.plans++

	return s.ProviderServer.PlanResourceChange(ctx, req)
}
