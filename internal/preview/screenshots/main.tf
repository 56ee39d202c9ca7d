# The theme in the picture of README.md. plan.json is the plan that changes its
# brand, without the parts that chatview-preview does not read:
#
#   terraform apply
#   terraform plan -out=plan.tfplan -var='brand=#f08c00'
#   terraform show -json plan.tfplan
#
# To draw the picture again, copy chatview_appearance.sales.png from .build/pictures
# after
#
#   make preview PLAN=internal/preview/screenshots/plan.json ARGS='-screenshot .build/pictures'

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

  theme_mode    = "light"
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
}
