package provider

import (
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// BenchmarkPlanUnchanged measures the shortcut, and BenchmarkPlanUpdate the
// framework. "make bench" measures the processes.
func BenchmarkPlanUnchanged(b *testing.B) { benchmarkPlan(b, "#1864ab") }

func BenchmarkPlanUpdate(b *testing.B) { benchmarkPlan(b, "#0b7285") }

func benchmarkPlan(b *testing.B, color string) {
	b.Helper()
	b.ReportAllocs()

	c, _ := startCore(b, mockserver.Behavior{})
	config := map[string]any{
		"id": "1", "name": "Theme", "theme_mode": "both", "start_message": "Ask me about sales, orders and customers.",
		"recommendations": []string{"What sold best last month?", "Who came back this year?", "Which orders are late, and why?"},
		"response_mode":   "full", "show_sidebar": true, "show_dashboards": false,
		"lm_primary_background_color": "#1864ab", "lm_light_background_color": "#f8f9fa",
		"lm_dark_background_color": "#dee2e6", "lm_button_outline_color": "#495057",
		"dm_primary_background_color": "#1a1b1e", "dm_light_background_color": "#2c2e33",
		"dm_dark_background_color": "#101113", "dm_button_outline_color": "#909296",
		"custom_css_overrides": `{"accent":"#f08c00","radius":4}`,
	}
	c.apply("a", appearanceType, config, nil)

	changed := maps.Clone(config)
	changed["lm_primary_background_color"] = color

	schema := c.schema.ResourceSchemas[appearanceType]
	prior, private, identity := c.before("a", schema)
	value := c.value(schema, changed)
	req := &tfprotov6.PlanResourceChangeRequest{
		TypeName:         appearanceType,
		PriorState:       c.pack(prior),
		ProposedNewState: c.pack(c.proposedNew(schema, prior, value)),
		Config:           c.pack(value),
		PriorPrivate:     private,
		PriorIdentity:    identity,
	}

	for b.Loop() {
		resp, err := c.server.PlanResourceChange(c.ctx, req)
		c.must(err)

		if len(resp.Diagnostics) > 0 {
			b.Fatal(describe(resp.Diagnostics))
		}
	}
}
