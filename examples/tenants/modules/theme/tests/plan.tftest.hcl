variables {
  appearance_id = "42"
  name          = "Brand"
  brand_color   = "#1864ab"
  outline_color = null # overrides TF_VAR_outline_color
}

run "colors_are_derived" {
  command = plan

  assert {
    condition     = chatview_appearance.this.applied_colors["lm_primary_background_color"] == "#ebf5ff"
    error_message = "The primary background in light mode is not the one that was reviewed."
  }

  # A local of the module holds the result of palette_problems.
  assert {
    condition     = length(local.problems) == 0
    error_message = "The theme has unreadable colors."
  }
}

run "an_unreadable_outline_is_refused" {
  command = plan

  variables {
    outline_color = "#ebf5ff"
  }

  expect_failures = [chatview_appearance.this]
}
