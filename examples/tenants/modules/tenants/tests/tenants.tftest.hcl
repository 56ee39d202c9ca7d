# Runs without an account: terraform test

mock_provider "chatview" {}

variables {
  tenants   = []
  passwords = { south = "not-the-password" }
}

run "tenants_have_themes_and_may_have_sources" {
  variables {
    tenants = [
      { key = "north", appearance_id = 101, name = "North", brand_color = "#1864ab" },
      { key = "south", appearance_id = 102, name = "South", brand_color = "gold", outline_color = "#997000", source = { id = 7, hostname = "db.example.com", username = "chatview", database_name = "north", password_version = 1 } },
    ]
  }

  assert {
    condition     = output.appearance_ids == { north = "101", south = "102" }
    error_message = "The themes do not have the ids of the tenants."
  }

  assert {
    condition     = keys(chatview_source.this) == ["south"]
    error_message = "Not only the south has a source."
  }
}

run "two_tenants_with_one_key_are_refused" {
  command = plan

  variables {
    tenants = [
      { key = "north", appearance_id = 101, name = "North", brand_color = "#1864ab" },
      { key = "north", appearance_id = 102, name = "South", brand_color = "gold", outline_color = "#997000" },
    ]
  }

  expect_failures = [terraform_data.send_again]
}

run "one_theme_for_two_tenants_is_refused" {
  command = plan

  variables {
    tenants = [
      { key = "north", appearance_id = 101, name = "North", brand_color = "#1864ab" },
      { key = "south", appearance_id = 101, name = "South", brand_color = "gold", outline_color = "#997000" },
    ]
  }

  expect_failures = [terraform_data.send_again]
}

run "one_source_for_two_tenants_is_refused" {
  command = plan

  variables {
    tenants = [
      { key = "north", appearance_id = 101, name = "North", brand_color = "#1864ab", source = { id = 7, hostname = "db.example.com", username = "chatview", database_name = "north", password_version = 1 } },
      { key = "south", appearance_id = 102, name = "South", brand_color = "gold", outline_color = "#997000", source = { id = 7, hostname = "db.example.com", username = "chatview", database_name = "north", password_version = 1 } },
    ]
  }

  expect_failures = [terraform_data.send_again]
}

run "a_misspelled_setting_is_refused" {
  command = plan

  variables {
    tenants = [{ key = "north", appearance_id = 101, name = "North", brand_color = "#1864ab", startmessage = "Hello" }]
  }

  expect_failures = [terraform_data.send_again]
}

run "values_that_are_no_texts_are_refused" {
  command = plan

  variables {
    tenants = [{ key = false, appearance_id = 101, name = 2026.1, brand_color = "#1864ab" }]
  }

  expect_failures = [terraform_data.send_again]
}

run "an_unknown_color_is_refused" {
  command = plan

  module {
    source = "../theme"
  }

  variables {
    appearance_id = "101"
    name          = "North"
    brand_color   = "brand blue"
  }

  expect_failures = [var.brand_color]
}

run "an_outline_that_is_hard_to_see_is_refused" {
  command = plan

  module {
    source = "../theme"
  }

  variables {
    appearance_id = "101"
    name          = "North"
    brand_color   = "#1864ab"
    outline_color = "#d0ebff"
  }

  expect_failures = [chatview_appearance.this]
}
