locals {
  colors = {
    lm_primary_background_color = var.brand_color
    lm_light_background_color   = "#1971c2"
    lm_dark_background_color    = "#0b4f8a"
    lm_button_outline_color     = "#e7f5ff"

    dm_primary_background_color = "#1a1b1e"
    dm_light_background_color   = "#2c2e33"
    dm_dark_background_color    = "#101113"
    dm_button_outline_color     = "#909296"
  }
}

resource "chatview_appearance" "brand" {
  id   = var.appearance_id
  name = "Brand"

  theme_mode    = "both"
  start_message = "Ask me about sales, orders and customers."
  recommendations = [
    "Which products sold best last month?",
    "How many customers came back this year?",
  ]
  response_mode = "full"
  show_sidebar  = true

  lm_primary_background_color = local.colors.lm_primary_background_color
  lm_light_background_color   = local.colors.lm_light_background_color
  lm_dark_background_color    = local.colors.lm_dark_background_color
  lm_button_outline_color     = local.colors.lm_button_outline_color

  dm_primary_background_color = local.colors.dm_primary_background_color
  dm_light_background_color   = local.colors.dm_light_background_color
  dm_dark_background_color    = local.colors.dm_dark_background_color
  dm_button_outline_color     = local.colors.dm_button_outline_color

  # The keys are your organization's. The API documents none.
  custom_css_overrides = jsonencode({
    accent = "#f08c00"
  })
}

# Warns about text and outlines that are hard to see.
check "readable_colors" {
  assert {
    condition     = length(provider::chatview::palette_problems(local.colors)) == 0
    error_message = join("\n", provider::chatview::palette_problems(local.colors)[*].message)
  }
}

resource "chatview_source" "warehouse" {
  id = var.source_id

  hostname         = "db.example.com"
  port             = 5432
  username         = "chatview"
  database_name    = "warehouse"
  selected_schemas = ["public", "sales"]

  # Terraform does not store the password. Raise the version when it changes.
  password_wo         = var.database_password
  password_wo_version = 1
}
