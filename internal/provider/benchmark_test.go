package provider

import (
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Each benchmark is a call that the CLI makes for every object: Validate, Read
// and Plan in a plan; Plan and Create or Update in an apply.

// benchmarkObjects are the smallest and the largest appearance, and a database
// source.
var benchmarkObjects = []struct {
	name, typeName string
	config         map[string]any
	// changed is the attribute that an update changes, value its new value.
	changed, value string
	// response is the API response without the id and the changed attribute.
	response string
}{
	{
		name: "minimal", typeName: appearanceType,
		config:  map[string]any{"name": "Theme", "theme_mode": "both"},
		changed: "theme_mode", value: "dark",
		response: `"name":"Theme","custom_css_vars":"","created_at":"2026-01-01T00:00:00Z",` +
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
		response: `"name":"Theme","theme_mode":"both","start_message":"Ask me about sales, orders and customers.",` +
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
		response: `"account_name":"Warehouse","type":"postgres"}`,
	},
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

// BenchmarkCreate and BenchmarkUpdate include everything but the network.
func BenchmarkCreate(b *testing.B) {
	benchmarkEach(b, func(o *benchmarkObject) { o.benchmarkApply(o.config) })
}

func BenchmarkUpdate(b *testing.B) {
	benchmarkEach(b, func(o *benchmarkObject) {
		o.apply("a", o.typeName, o.config, nil)
		o.benchmarkApply(o.changed)
	})
}

// benchmarkObject is an object with its own provider, in state at the address
// "a".
type benchmarkObject struct {
	*core
	b               *testing.B
	schema          *tfprotov6.Schema
	typeName        string
	config, changed map[string]any
}

// benchmarkEach runs a benchmark for each of benchmarkObjects.
func benchmarkEach(b *testing.B, run func(*benchmarkObject)) {
	b.Helper()

	for _, object := range benchmarkObjects {
		b.Run(object.name, func(b *testing.B) {
			b.ReportAllocs()

			provider := &chatviewProvider{version: "test", transport: promptTransport{object.response}}
			core := newCore(b, provider, map[string]any{"base_url": "https://chat.example.com", "api_key": testAPIKey})

			config := maps.Clone(object.config)
			config["id"] = "1"

			changed := maps.Clone(config)
			changed[object.changed] = object.value

			run(&benchmarkObject{core, b, core.schema.ResourceSchemas[object.typeName], object.typeName, config, changed})
		})
	}
}

func (o *benchmarkObject) benchmarkPlan(config map[string]any) {
	req := o.planRequest(config)

	for o.b.Loop() {
		resp, err := o.server.PlanResourceChange(o.ctx, req)
		o.mustSucceed(err, resp.Diagnostics)
	}
}

func (o *benchmarkObject) benchmarkApply(config map[string]any) {
	req := o.applyRequest(config)

	for o.b.Loop() {
		resp, err := o.server.ApplyResourceChange(o.ctx, req)
		o.mustSucceed(err, resp.Diagnostics)
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

// mustSucceed also fails on warnings, which would be measured.
func (o *benchmarkObject) mustSucceed(err error, diagnostics []*tfprotov6.Diagnostic) {
	o.must(err)

	if len(diagnostics) > 0 {
		o.t.Fatal(describe(diagnostics))
	}
}

// promptTransport returns the same response immediately.
type promptTransport struct{ response string }

func (t promptTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       io.NopCloser(strings.NewReader(`{"id":1,` + t.response)),
		Request:    req,
	}, req.Body.Close()
}
