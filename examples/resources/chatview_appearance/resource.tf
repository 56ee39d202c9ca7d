resource "chatview_appearance" "brand" {
  id   = "42"
  name = "Brand"

  theme_mode    = "both"
  start_message = "Ask me about sales."
  recommendations = [
    "Which products sold best last month?",
    "How many customers came back this year?",
  ]
  response_mode   = "full"
  show_sidebar    = true
  show_dashboards = false

  lm_primary_background_color = "#ebf5ff"
  lm_light_background_color   = "#f7fbff"
  lm_dark_background_color    = "#d6e8fe"
  lm_button_outline_color     = "#1864ab"

  dm_primary_background_color = "#111d29"
  dm_light_background_color   = "#1b2b3d"
  dm_dark_background_color    = "#09111a"
  dm_button_outline_color     = "#2e76bf"

  # Sent as it is. Your service defines the keys.
  custom_css_overrides = jsonencode({
    accent = "#1864ab"
  })
}
