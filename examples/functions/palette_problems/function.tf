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
  palette = {
    lm_primary_background_color = "#e7f5ff"
    lm_button_outline_color     = "#1864ab"
  }

  problems = provider::chatview::palette_problems(local.palette)
}

resource "chatview_appearance" "brand" {
  id   = "42"
  name = "Brand"

  lm_primary_background_color = local.palette.lm_primary_background_color
  lm_button_outline_color     = local.palette.lm_button_outline_color

  # This stops the plan. In a check block, the same condition only warns.
  lifecycle {
    precondition {
      condition     = length(local.problems) == 0
      error_message = join("\n", concat(["Unreadable colors:"], local.problems[*].message))
    }
  }
}
