terraform {
  required_version = ">= 1.11"

  required_providers {
    chatview = {
      source  = "chatview/chatview"
      version = "~> 0.1"
    }
  }
}

locals {
  palette = provider::chatview::derive_palette("#1864ab")
}

resource "chatview_appearance" "brand" {
  id         = "42"
  name       = "Brand"
  theme_mode = "both"

  lm_primary_background_color = local.palette.lm_primary_background_color
  lm_light_background_color   = local.palette.lm_light_background_color
  lm_dark_background_color    = local.palette.lm_dark_background_color
  lm_button_outline_color     = local.palette.lm_button_outline_color

  dm_primary_background_color = local.palette.dm_primary_background_color
  dm_light_background_color   = local.palette.dm_light_background_color
  dm_dark_background_color    = local.palette.dm_dark_background_color
  dm_button_outline_color     = local.palette.dm_button_outline_color
}
