# The theme in the screenshot of README.md. To update it:
#
#   make preview DIR=internal/preview/screenshots SCREENSHOT=internal/preview/screenshots

terraform {
  required_version = ">= 1.11"

  required_providers {
    chatview = {
      source = "chatview/chatview"
    }
  }
}

variable "brand" {
  description = "Color that the theme is derived from."
  type        = string
  default     = "#7048e8"
}

locals {
  palette = provider::chatview::derive_palette(var.brand)
}

resource "chatview_appearance" "sales" {
  id   = "42"
  name = "Sales assistant"

  theme_mode    = "both"
  start_message = "Ask me about orders, customers and revenue."
  recommendations = [
    "Which products sold best last month?",
    "How many customers came back this year?",
    "What is the average order worth?",
  ]
  response_mode   = "full"
  show_sidebar    = true
  show_dashboards = true

  lm_primary_background_color = local.palette.lm_primary_background_color
  lm_light_background_color   = local.palette.lm_light_background_color
  lm_dark_background_color    = local.palette.lm_dark_background_color
  lm_button_outline_color     = local.palette.lm_button_outline_color

  dm_primary_background_color = local.palette.dm_primary_background_color
  dm_light_background_color   = local.palette.dm_light_background_color
  dm_dark_background_color    = local.palette.dm_dark_background_color
  dm_button_outline_color     = local.palette.dm_button_outline_color

  custom_css_overrides = jsonencode({
    accent = var.brand
  })
}
