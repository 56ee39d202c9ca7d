package provider

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Each benchmark is one call of the protocol, of those that the CLI makes for
// every object: UpgradeState, Validate, Read and Plan in a plan, Plan and
// Create or Update in an apply. BENCHMARKS.md says how to compare two runs.

// benchmarkObjects are the least and the most that is declared of an
// appearance, and what a database takes of a source.
var benchmarkObjects = []struct {
	name, typeName string
	config         map[string]any
	// changed is the attribute that an update gives another value.
	changed, value string
	// answer is the service's, without the id. It says nothing of changed.
	answer string
}{
	{
		name: "minimal", typeName: appearanceType,
		config:  map[string]any{"name": "Theme", "theme_mode": "both"},
		changed: "theme_mode", value: "dark",
		answer: `"name":"Theme","custom_css_vars":"","created_at":"2026-01-01T00:00:00Z",` +
			`"last_modified":"2026-01-02T00:00:00Z","is_default":"false"}`,
	},
	{
		name: "appearance", typeName: appearanceType,
		config: map[string]any{
			"name": "Theme", "theme_mode": "both", "start_message": "Ask me about sales, orders and customers.",
			"recommendations": []string{"What sold best last month?", "Who came back this year?", "Which orders are late, and why?"},
			"response_mode":   "full", "show_sidebar": true, "show_dashboards": false,
			"lm_primary_background_color": "#1864ab", "lm_light_background_color": "#f8f9fa",
			"lm_dark_background_color": "#dee2e6", "lm_button_outline_color": "#495057",
			"dm_primary_background_color": "#1a1b1e", "dm_light_background_color": "#2c2e33",
			"dm_dark_background_color": "#101113", "dm_button_outline_color": "#909296",
			"custom_css_overrides": `{"accent":"#f08c00","radius":4}`,
		},
		changed: "lm_primary_background_color", value: "#0b7285",
		answer: `"name":"Theme","theme_mode":"both","start_message":"Ask me about sales, orders and customers.",` +
			`"recommendations":["What sold best last month?","Who came back this year?","Which orders are late, and why?"],` +
			`"response_mode":"full","show_sidebar":true,"show_dashboards":false,` +
			`"custom_css_vars":"--lm-primary-background-color: #1864ab; --dm-primary-background-color: #1a1b1e;",` +
			`"created_at":"2026-01-01T00:00:00Z","last_modified":"2026-01-02T00:00:00Z","is_default":"false"}`,
	},
	{
		name: "source", typeName: sourceType,
		config: map[string]any{
			"hostname": "db.example.com", "port": 5432, "username": "chatview", "database_name": "warehouse",
			"password_wo": "a password", "password_wo_version": 1, "selected_schemas": []string{"public", "sales", "support"},
		},
		changed: "hostname", value: "db.example.net",
		answer: `"account_name":"Warehouse","type":"postgres"}`,
	},
}

func BenchmarkUpgradeState(b *testing.B) {
	benchmarkEach(b, func(o *benchmarkObject) {
		o.apply("a", o.typeName, o.config, nil)

		req := &tfprotov6.UpgradeResourceStateRequest{TypeName: o.typeName, RawState: &tfprotov6.RawState{JSON: o.stateJSON("a")}}

		for o.b.Loop() {
			resp, err := o.server.UpgradeResourceState(o.ctx, req)
			o.mustSucceed(err, resp.Diagnostics)
		}
	})
}

func BenchmarkValidate(b *testing.B) {
	benchmarkEach(b, func(o *benchmarkObject) {
		req := &tfprotov6.ValidateResourceConfigRequest{
			TypeName: o.typeName, Config: o.pack(o.value(o.schema, o.config)),
			ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
		}

		for o.b.Loop() {
			resp, err := o.server.ValidateResourceConfig(o.ctx, req)
			o.mustSucceed(err, resp.Diagnostics)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	benchmarkEach(b, func(o *benchmarkObject) {
		o.apply("a", o.typeName, o.config, nil)

		state, private, identity := o.before("a", o.schema)
		req := &tfprotov6.ReadResourceRequest{TypeName: o.typeName, CurrentState: o.pack(state), Private: private, CurrentIdentity: identity}

		for o.b.Loop() {
			resp, err := o.server.ReadResource(o.ctx, req)
			o.mustSucceed(err, resp.Diagnostics)
		}
	})
}

func BenchmarkPlanCreate(b *testing.B) {
	benchmarkEach(b, func(o *benchmarkObject) { o.benchmarkPlan(o.config) })
}

func BenchmarkPlanUnchanged(b *testing.B) {
	benchmarkEach(b, func(o *benchmarkObject) {
		o.apply("a", o.typeName, o.config, nil)
		o.benchmarkPlan(o.config)
	})
}

func BenchmarkPlanUpdate(b *testing.B) {
	benchmarkEach(b, func(o *benchmarkObject) {
		o.apply("a", o.typeName, o.config, nil)
		o.benchmarkPlan(o.changed)
	})
}

// BenchmarkCreate and BenchmarkUpdate include the request, up to the transport
// and back.
func BenchmarkCreate(b *testing.B) {
	benchmarkEach(b, func(o *benchmarkObject) { o.benchmarkApply(o.config) })
}

func BenchmarkUpdate(b *testing.B) {
	benchmarkEach(b, func(o *benchmarkObject) {
		o.apply("a", o.typeName, o.config, nil)
		o.benchmarkApply(o.changed)
	})
}

// benchmarkObject is an object to benchmark, with a provider of its own. What
// is in state stands at the address "a".
type benchmarkObject struct {
	*core
	b               *testing.B
	schema          *tfprotov6.Schema
	typeName        string
	config, changed map[string]any
}

// firstID is the object's id. Those that follow take as many bytes.
const firstID = 10_000_000

// benchmarkEach runs a benchmark with each of benchmarkObjects.
func benchmarkEach(b *testing.B, run func(*benchmarkObject)) {
	b.Helper()

	for _, declared := range benchmarkObjects {
		b.Run(declared.name, func(b *testing.B) {
			b.ReportAllocs()

			provider := &chatviewProvider{version: "test", transport: promptTransport{declared.answer}}
			core := newCore(b, provider, map[string]any{"base_url": "https://chat.example.com", "api_key": testAPIKey})

			config := maps.Clone(declared.config)
			config["id"] = strconv.Itoa(firstID)

			changed := maps.Clone(config)
			changed[declared.changed] = declared.value

			run(&benchmarkObject{core, b, core.schema.ResourceSchemas[declared.typeName], declared.typeName, config, changed})
		})
	}
}

// benchmarkPlan plans a configuration for one object after the other.
func (o *benchmarkObject) benchmarkPlan(config map[string]any) {
	req := o.planRequest(config)
	places := idPlaces(req.Config, req.PriorState, req.ProposedNewState)

	if req.PriorIdentity != nil {
		places = append(places, idPlaces(req.PriorIdentity.IdentityData)...)
	}

	o.benchmarkEachID(places, func() {
		resp, err := o.server.PlanResourceChange(o.ctx, req)
		o.mustSucceed(err, resp.Diagnostics)
	})
}

// benchmarkApply applies a configuration to one object after the other.
func (o *benchmarkObject) benchmarkApply(config map[string]any) {
	req := o.applyRequest(config)
	places := idPlaces(req.Config, req.PriorState, req.PlannedState)

	if req.PlannedIdentity != nil {
		places = append(places, idPlaces(req.PlannedIdentity.IdentityData)...)
	}

	o.benchmarkEachID(places, func() {
		resp, err := o.server.ApplyResourceChange(o.ctx, req)
		o.mustSucceed(err, resp.Diagnostics)
	})
}

// benchmarkEachID runs a request with one id after the other, since the provider
// warns of planning an object twice, and writes none twice. The ids are written
// into the request as it is packed, so that packing takes no part.
func (o *benchmarkObject) benchmarkEachID(places [][]byte, run func()) {
	id := strconv.AppendInt(nil, firstID, 10)

	// The first one is planned and may be written before.
	for next := int64(firstID + 1); o.b.Loop(); next++ {
		id = strconv.AppendInt(id[:0], next, 10)

		for _, place := range places {
			copy(place, id)
		}

		run()
	}
}

func (o *benchmarkObject) planRequest(config map[string]any) *tfprotov6.PlanResourceChangeRequest {
	prior, private, identity := o.before("a", o.schema)
	value := o.value(o.schema, config)

	return &tfprotov6.PlanResourceChangeRequest{
		TypeName:         o.typeName,
		PriorState:       o.pack(prior),
		ProposedNewState: o.pack(o.proposedNew(o.schema, prior, value)),
		Config:           o.pack(value),
		PriorPrivate:     private,
		PriorIdentity:    identity,
	}
}

func (o *benchmarkObject) applyRequest(config map[string]any) *tfprotov6.ApplyResourceChangeRequest {
	o.configure() // or the plan would be the second of its walk

	plan := o.planRequest(config)

	planned, err := o.server.PlanResourceChange(o.ctx, plan)
	o.mustSucceed(err, planned.Diagnostics)

	return &tfprotov6.ApplyResourceChangeRequest{
		TypeName:        o.typeName,
		PriorState:      plan.PriorState,
		PlannedState:    planned.PlannedState,
		Config:          plan.Config,
		PlannedPrivate:  planned.PlannedPrivate,
		PlannedIdentity: planned.PlannedIdentity,
	}
}

// mustSucceed wants no diagnostics: their making would be measured.
func (o *benchmarkObject) mustSucceed(err error, diagnostics []*tfprotov6.Diagnostic) {
	o.must(err)

	if len(diagnostics) > 0 {
		o.t.Fatal(describe(diagnostics))
	}
}

// idPlaces returns where firstID stands in packed values.
func idPlaces(packed ...*tfprotov6.DynamicValue) [][]byte {
	id := []byte(strconv.Itoa(firstID))

	var places [][]byte

	for _, value := range packed {
		if start := bytes.Index(value.MsgPack, id); start >= 0 {
			places = append(places, value.MsgPack[start:start+len(id)])
		}
	}

	return places
}

// promptTransport answers every request at once with the same fields, and the
// id in the request's path.
type promptTransport struct{ answer string }

func (t promptTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	id := strings.Split(req.URL.Path, "/")[4] // /api/v1/KIND/ID/
	answer := strings.NewReader(`{"id":` + id + "," + t.answer)

	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       io.NopCloser(answer),
		Request:    req,
	}, req.Body.Close()
}
