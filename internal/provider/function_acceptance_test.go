package provider

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
)

// Functions need no address or key, and return unknown for unknown values.
func TestAccFunction_NeedsNoService(t *testing.T) {
	runSteps(t,
		resource.TestStep{
			Config: `
				provider "chatview" {}

				output "ratio" {
					value = provider::chatview::contrast_ratio("reddish", "#000")
				}
			`,
			ExpectError: regexp.MustCompile(`(?s)Invalid value for "foreground" parameter:\s+not\s+a\s+color:\s+expected\s+#rgb`),
		},
		resource.TestStep{
			Config: `
				provider "chatview" {}

				resource "terraform_data" "brand" {
					input = "#1864ab"
				}

				output "ratio" {
					value = provider::chatview::contrast_ratio("#fff", "#000")
				}

				output "problems" {
					value = provider::chatview::palette_problems({
						lm_primary_background_color = "#fff"
						lm_light_background_color   = null
						lm_button_outline_color     = terraform_data.brand.output
					})
				}

				output "derived" {
					value = provider::chatview::derive_palette(terraform_data.brand.output).lm_button_outline_color
				}
			`,
			ConfigPlanChecks: planned(
				plancheck.ExpectKnownOutputValue("ratio", knownvalue.Float64Exact(21)),
				plancheck.ExpectUnknownOutputValue("problems"),
				plancheck.ExpectUnknownOutputValue("derived"),
			),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownOutputValue("problems", knownvalue.ListExact(nil)),
				statecheck.ExpectKnownOutputValue("derived", knownvalue.StringExact("#1864ab")),
			},
		},
	)
}
