terraform {
  required_providers {
    chatview = { source = "chatview/chatview" }
  }
}

variable "id" {
  type = string
}

resource "chatview_appearance" "this" {
  id                          = var.id
  name                        = "Tenant ${var.id}"
  theme_mode                  = "light"
  lm_primary_background_color = "#ffffff"
  lm_button_outline_color     = "#0b7285"
}
