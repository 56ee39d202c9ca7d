terraform {
  required_version = ">= 1.11"

  required_providers {
    chatview = {
      source  = "chatview/chatview"
      version = "~> 0.1"
    }
  }
}

variable "outline_color" {
  type    = string
  default = "#1864ab"

  validation {
    condition     = provider::chatview::contrast_ratio(var.outline_color, "#ebf5ff") >= 3
    error_message = "The contrast of the outline on #ebf5ff has to be at least 3."
  }
}

resource "chatview_appearance" "brand" {
  id   = "42"
  name = "Brand"

  lm_primary_background_color = "#ebf5ff"
  lm_button_outline_color     = var.outline_color
}
