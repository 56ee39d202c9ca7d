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
	configure := func(color string) string {
		return `
			provider "chatview" {}

			resource "terraform_data" "brand" {
				input = "#1864ab"
			}

			output "ratio" {
				value = provider::chatview::contrast_ratio("` + color + `", "#000")
			}

			output "problems" {
				value = provider::chatview::palette_problems({
					lm_primary_background_color = "#fff"
					lm_light_background_color   = null
					lm_button_outline_color     = terraform_data.brand.output
				})
			}
		`
	}

	runSteps(t,
		resource.TestStep{
			Config:      configure("reddish"),
			ExpectError: regexp.MustCompile(`(?s)Invalid value for "foreground" parameter:\s+not\s+a\s+color:\s+expected\s+#rgb`),
		},
		resource.TestStep{
			Config:            configure("#fff"),
			ConfigPlanChecks:  planned(plancheck.ExpectKnownOutputValue("ratio", knownvalue.Float64Exact(21)), plancheck.ExpectUnknownOutputValue("problems")),
			ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("problems", knownvalue.ListExact(nil))},
		},
	)
}
