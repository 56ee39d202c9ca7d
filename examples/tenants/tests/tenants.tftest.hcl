# Runs without the service: terraform test

mock_provider "chatview" {}

run "every_tenant_has_a_theme" {
  assert {
    condition     = output.appearance_ids == { north = "101", south = "102", west = "103" }
    error_message = "The tenants of tenants.yaml do not all have their theme."
  }
}

run "a_file_that_is_missing_is_refused" {
  command = plan

  variables {
    tenants_file = "missing.yaml"
  }

  expect_failures = [var.tenants_file]
}

run "one_theme_for_two_tenants_is_refused" {
  command = plan

  variables {
    tenants_file = "tests/twice.yaml"
  }

  expect_failures = [output.appearance_ids]
}

run "a_color_in_words_is_refused" {
  command = plan

  module {
    source = "./modules/theme"
  }

  variables {
    appearance_id   = "101"
    name            = "North"
    start_message   = "Hello"
    recommendations = []
    brand_color     = "blue"
  }

  expect_failures = [var.brand_color]
}

run "an_outline_that_can_hardly_be_seen_is_refused" {
  command = plan

  module {
    source = "./modules/theme"
  }

  variables {
    appearance_id   = "101"
    name            = "North"
    start_message   = "Hello"
    recommendations = []
    brand_color     = "#1864ab"
    outline_color   = "#d0ebff"
  }

  expect_failures = [chatview_appearance.this]
}
