package provider

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// functionExample returns the published example of a function, with a provider
// block and an id of the mock server. It removes the terraform block, which
// the test harness adds.
func functionExample(t *testing.T, service *service, name string) string {
	t.Helper()

	text, err := os.ReadFile(filepath.Join("..", "..", "examples", "functions", name, "function.tf"))
	if err != nil {
		t.Fatal(err)
	}

	example := regexp.MustCompile(`(?ms)^terraform \{.*?^\}\n`).ReplaceAllString(string(text), "")
	example = regexp.MustCompile(`id( +)= "42"`).ReplaceAllString(example, `id$1= "1"`)

	return service.config(example)
}

// outlineColor sets the variable of the contrast_ratio example.
func outlineColor(color string) config.Variables {
	return config.Variables{"outline_color": config.StringVariable(color)}
}

func TestAccFunction_ContrastRatioInConditions(t *testing.T) {
	service := startService(t, mockserver.Behavior{})
	example := functionExample(t, service, "contrast_ratio")

	runSteps(t,
		resource.TestStep{
			Config:          example,
			ConfigVariables: outlineColor("#ffd43b"),
			ExpectError:     regexp.MustCompile(`(?s)Invalid value for variable.*contrast\s+has\s+to\s+be\s+at\s+least\s+3`),
		},
		resource.TestStep{
			Config:          example,
			ConfigVariables: outlineColor("#919191"), // 3.14 on white, 2.83 on the background
			ExpectError:     regexp.MustCompile(`(?s)Resource precondition failed.*hard to see on the background`),
		},
		resource.TestStep{
			Config:          example,
			ConfigVariables: outlineColor("reddish"),
			ExpectError:     regexp.MustCompile(`(?s)Invalid value for "foreground" parameter:\s+not\s+a\s+color:\s+expected\s+#rgb`),
		},
		resource.TestStep{
			Config:          example,
			ConfigVariables: outlineColor("#1864ab"),
			ConfigStateChecks: []statecheck.StateCheck{service.received(t, putAppearance(1,
				`{"name": "Brand", "lm_primary_background_color": "#f1f3f5", "lm_button_outline_color": "#1864ab"}`))},
		},
	)
}

func TestAccFunction_DerivePaletteIsAssigned(t *testing.T) {
	service := startService(t, mockserver.Behavior{})

	runSteps(t, resource.TestStep{
		Config: functionExample(t, service, "derive_palette"),
		ConfigStateChecks: []statecheck.StateCheck{service.received(t, putAppearance(1, `{
			"name": "Brand", "theme_mode": "both",
			"lm_primary_background_color": "#ebf5ff", "lm_light_background_color": "#f7fbff",
			"lm_dark_background_color": "#d6e8fe", "lm_button_outline_color": "#1864ab",
			"dm_primary_background_color": "#111d29", "dm_light_background_color": "#1b2b3d",
			"dm_dark_background_color": "#09111a", "dm_button_outline_color": "#2e76bf"
		}`))},
	})
}

// Functions need no address or key, and return unknown for unknown values.
func TestAccFunction_NeedsNoService(t *testing.T) {
	runSteps(t, resource.TestStep{
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

			output "later" {
				value = provider::chatview::derive_palette(terraform_data.brand.output).lm_button_outline_color
			}
		`,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("ratio", knownvalue.Float64Exact(21)),
			plancheck.ExpectUnknownOutputValue("later"),
			plancheck.ExpectUnknownOutputValue("problems"),
		}},
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownOutputValue("later", knownvalue.StringExact("#1864ab")),
			statecheck.ExpectKnownOutputValue("problems", knownvalue.ListExact(nil)),
		},
	})
}
