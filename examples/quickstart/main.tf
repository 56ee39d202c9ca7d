locals {
  # Eight colors from one.
  palette = provider::chatview::derive_palette(var.brand_color)
}

resource "chatview_appearance" "brand" {
  id   = var.appearance_id
  name = "Brand"

  theme_mode      = "both"
  start_message   = "Ask me about sales."
  recommendations = ["Which products sold best last month?"]

  lm_primary_background_color = local.palette.lm_primary_background_color
  lm_light_background_color   = local.palette.lm_light_background_color
  lm_dark_background_color    = local.palette.lm_dark_background_color
  lm_button_outline_color     = local.palette.lm_button_outline_color

  dm_primary_background_color = local.palette.dm_primary_background_color
  dm_light_background_color   = local.palette.dm_light_background_color
  dm_dark_background_color    = local.palette.dm_dark_background_color
  dm_button_outline_color     = local.palette.dm_button_outline_color
}

resource "chatview_source" "warehouse" {
  id = var.source_id

  hostname      = "db.example.com"
  username      = "chatview"
  database_name = "warehouse"

  # Terraform does not store the password. Change the version to send it again.
  password_wo         = var.database_password
  password_wo_version = "1"
}
