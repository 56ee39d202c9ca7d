terraform {
  required_version = ">= 1.11"

  required_providers {
    chatview = {
      source  = "chatview/chatview"
      version = "~> 0.1"
    }
  }
}

# The base URL and the key come from CHATVIEW_BASE_URL and CHATVIEW_API_KEY.
provider "chatview" {}

resource "chatview_appearance" "brand" {
  id   = "42"
  name = "Brand"

  theme_mode    = "light"
  start_message = "Ask me about sales."

  lm_primary_background_color = "#ebf5ff"
  lm_light_background_color   = "#f7fbff"
  lm_dark_background_color    = "#d6e8fe"
  lm_button_outline_color     = "#1864ab"
}
