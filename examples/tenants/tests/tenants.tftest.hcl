# Runs without an account: terraform test

mock_provider "chatview" {}

# Stays true when tenants are added, changed or removed.
run "every_tenant_has_a_readable_theme" {
  command = plan

  assert {
    condition     = keys(output.appearance_ids) == keys(yamldecode(file("tenants.yaml")))
    error_message = "Not every tenant in tenants.yaml has a theme."
  }
}

run "ids_become_strings" {
  variables {
    tenants_file = "tests/two.yaml"
  }

  assert {
    condition     = output.appearance_ids == { north = "101", south = "102" }
    error_message = "The themes do not have the ids of the tenants."
  }
}

run "a_missing_file_is_refused" {
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

run "an_unknown_color_is_refused" {
  command = plan

  module {
    source = "./modules/theme"
  }

  variables {
    appearance_id   = "101"
    name            = "North"
    start_message   = "Hello"
    recommendations = []
    brand_color     = "brand blue"
  }

  expect_failures = [var.brand_color]
}

run "an_outline_that_is_hard_to_see_is_refused" {
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
