package provider

import (
	"io"
	"net/http"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Each benchmark makes the calls of core for objects with every field. CONTRIBUTING.md
// explains the results.
func BenchmarkAppearance(b *testing.B) { benchmark(b, appearanceType, themeObject) }
func BenchmarkSource(b *testing.B)     { benchmark(b, sourceType, sourceObject) }

func benchmark(b *testing.B, resourceType string, object func(id, value string) map[string]any) {
	b.Helper()

	// A collection empties pools, which the next object fills again.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))

	provider := &chatviewProvider{transport: okTransport{}}

	for _, step := range []string{"create", "plan", "update", "destroy"} {
		b.Run(step, func(b *testing.B) {
			var used usage

			for b.Loop() {
				used.measure(b, newServer(provider), resourceType, object, step)
				runtime.GC()
			}

			b.ReportMetric(0, "ns/op") // has the work of core, too
			b.ReportMetric(used.time.Seconds()*1e6/used.objects, "µs/object")
			b.ReportMetric(used.bytes/used.objects, "B/object")
			b.ReportMetric(used.allocations/used.objects, "allocs/object")
		})
	}
}

// themeObject returns a theme with every attribute except write_only_version, which
// turns off the detection of changed colors.
func themeObject(id, color string) map[string]any {
	return map[string]any{
		"id": id, "name": "Theme", "theme_mode": "both", "start_message": "Ask me about sales, orders and customers.",
		"recommendations": []string{"What sold best last month?", "Who came back this year?", "Which orders are late, and why?"},
		"response_mode":   "full", "show_sidebar": true, "show_dashboards": false, "triggers": map[string]any{"release": "1"},
		"lm_primary_background_color": color, "lm_light_background_color": "#f8f9fa",
		"lm_dark_background_color": "#dee2e6", "lm_button_outline_color": "#495057",
		"dm_primary_background_color": "#1a1b1e", "dm_light_background_color": "#2c2e33",
		"dm_dark_background_color": "#101113", "dm_button_outline_color": "#909296",
		"custom_css_overrides": `{"accent":"#f08c00","radius":4}`,
	}
}

// sourceObject returns a source with every field. One credential is write-only, to measure
// both forms.
func sourceObject(id, value string) map[string]any {
	return map[string]any{
		"id": id, "account_name": "Orders", "hostname": value, "port": 5432, "username": "chat", "database_name": "orders",
		"host": "clickhouse.example.com", "database": "events", "account": "xy12345", "user": "chat", "public_key": "MIIBIjANBg",
		"selected_schemas": []string{"public", "sales", "support"}, "update_mode": "changed", "triggers": map[string]any{"release": "1"},
		"password_wo": "the-password-of-" + value, "password_wo_version": value, "connection_string": "postgres://db.example.com/orders",
		"token": "the-token-of-the-source", "service_account_key": `{"type":"service_account","private_key":"the-private-key"}`,
	}
}

// usage is what calls of a provider use.
type usage struct {
	objects, allocations, bytes float64
	time                        time.Duration
}

// measure adds a step of 50 objects. All steps but create are of objects that exist.
func (u *usage) measure(b *testing.B, server tfprotov6.ProviderServer, resourceType string, object func(id, value string) map[string]any, step string) {
	b.Helper()

	schema, err := server.GetProviderSchema(b.Context(), &tfprotov6.GetProviderSchemaRequest{})
	c := &core{t: b, ctx: b.Context(), server: server, schema: schema, instances: map[string]*instance{}}
	c.must(err)

	c.settings = map[string]any{"base_url": "https://chat.example.com", "api_key": testAPIKey}
	c.configure()

	for i := range 50 {
		id := strconv.Itoa(i + 1)

		if step != "create" {
			new(usage).call(c, resourceType, object(id, "#1864ab"), "create")
		}

		u.call(c, resourceType, object(id, map[bool]string{true: "#0b7285", false: "#1864ab"}[step == "update"]), step)
	}
}

// call adds the calls of a step of one object.
func (u *usage) call(c *core, resourceType string, config map[string]any, step string) {
	c.t.Helper()

	address, schema := config["id"].(string), c.schema.ResourceSchemas[resourceType]
	prior, private, identity := c.before(address, schema)

	if step == "destroy" {
		config = nil
	}

	plan := c.planRequest(resourceType, prior, c.configValue(schema, config), private, identity)

	var before, after runtime.MemStats

	runtime.ReadMemStats(&before)

	start := time.Now()
	applied := c.call(plan, step)
	u.time += time.Since(start)

	runtime.ReadMemStats(&after)

	u.objects++
	u.allocations += float64(after.Mallocs - before.Mallocs)
	u.bytes += float64(after.TotalAlloc - before.TotalAlloc)

	if applied != nil {
		c.instances[address] = &instance{state: c.unpack(applied.NewState, schema), private: applied.Private, identity: applied.NewIdentity}
	}
}

// call makes the calls of a step. Its result is nil for a plan that is not applied.
func (c *core) call(plan *tfprotov6.PlanResourceChangeRequest, step string) *tfprotov6.ApplyResourceChangeResponse {
	if step != "create" {
		_, err := c.server.ReadResource(c.ctx, &tfprotov6.ReadResourceRequest{
			TypeName: plan.TypeName, CurrentState: plan.PriorState, Private: plan.PriorPrivate, CurrentIdentity: plan.PriorIdentity,
		})
		c.must(err)
	}

	if step != "destroy" {
		_, err := c.server.ValidateResourceConfig(c.ctx, &tfprotov6.ValidateResourceConfigRequest{
			TypeName: plan.TypeName, Config: plan.Config,
			ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
		})
		c.must(err)
	}

	_, err := c.server.PlanResourceChange(c.ctx, plan)
	if c.must(err); step == "plan" {
		return nil
	}

	planned, err := c.server.PlanResourceChange(c.ctx, plan) // as core does when it applies
	c.must(err)

	applied, err := c.server.ApplyResourceChange(c.ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: plan.TypeName, PriorState: plan.PriorState, Config: plan.Config,
		PlannedState: planned.PlannedState, PlannedPrivate: planned.PlannedPrivate, PlannedIdentity: planned.PlannedIdentity,
	})
	if c.must(err); hasError(applied.Diagnostics) {
		c.t.Fatal(describe(applied.Diagnostics))
	}

	return applied
}

// okTransport returns the requested object, of either resource.
type okTransport struct{}

func (okTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	_, err := io.Copy(io.Discard, req.Body)
	body := strings.NewReader(`{"id": ` + strings.Split(req.URL.Path, "/")[4] + `, "name": "Theme", "created_at": "2027-01-31T12:00:00Z"}`)

	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(body), Request: req}, err
}
