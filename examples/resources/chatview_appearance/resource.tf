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

  # Light mode
  lm_primary_background_color = "#1864ab"
  lm_light_background_color   = "#1971c2"
  lm_dark_background_color    = "#0b4f8a"
  lm_button_outline_color     = "#e7f5ff"

  # Dark mode
  dm_primary_background_color = "#1a1b1e"
  dm_light_background_color   = "#2c2e33"
  dm_dark_background_color    = "#101113"
  dm_button_outline_color     = "#909296"

  # The keys are your organization's. The API documents none.
  custom_css_overrides = jsonencode({
    accent = "#f08c00"
  })
}
