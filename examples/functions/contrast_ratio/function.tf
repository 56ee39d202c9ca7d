terraform {
  required_version = ">= 1.11"

  required_providers {
    chatview = {
      source  = "chatview/chatview"
      version = "~> 0.1"
    }
  }
}

# A validation refuses the value of a variable.
variable "outline_color" {
  description = "Color of the button outline."
  type        = string
  default     = "#1864ab"

  validation {
    condition     = provider::chatview::contrast_ratio(var.outline_color, "#ffffff") >= 3
    error_message = "The outline is hard to see on white: the contrast has to be at least 3."
  }
}

locals {
  background_color = "#f1f3f5"
}

resource "chatview_appearance" "brand" {
  id   = "42"
  name = "Brand"

  lm_primary_background_color = local.background_color
  lm_button_outline_color     = var.outline_color

  # A precondition stops the plan.
  lifecycle {
    precondition {
      condition     = provider::chatview::contrast_ratio(var.outline_color, local.background_color) >= 3
      error_message = "The outline is hard to see on the background: the contrast has to be at least 3."
    }
  }
}

# A check only warns.
check "readable_text" {
  assert {
    condition     = provider::chatview::contrast_ratio("#000000", local.background_color) >= 7
    error_message = "Black text on the background has a contrast below 7, the minimum of WCAG level AAA."
  }
}
