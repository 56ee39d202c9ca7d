# A mocked provider applies in memory. What the real one would compute comes
# from defaults.

mock_provider "chatview" {
  mock_resource "chatview_appearance" {
    defaults = {
      applied_colors = {
        lm_primary_background_color = "#ebf5ff"
      }
    }
  }
}

variables {
  appearance_id = "42"
  name          = "Brand"
  brand_color   = "#1864ab"
  outline_color = null # overrides TF_VAR_outline_color
}

run "apply" {
  assert {
    condition     = output.id == "42"
    error_message = "The output is not the id of the theme."
  }

  assert {
    condition     = chatview_appearance.this.applied_colors["lm_primary_background_color"] == "#ebf5ff"
    error_message = "The mock does not have the default."
  }
}
