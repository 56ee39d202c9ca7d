# An appearance with every attribute except write_only_version, which turns off
# what the provider does to detect a changed color.

resource "chatview_appearance" "object" {
  count = var.objects

  id              = count.index + 1
  name            = "Theme ${count.index + 1}"
  theme_mode      = var.changed ? "dark" : "both"
  start_message   = "Ask me about sales, orders and customers."
  recommendations = ["What sold best last month?", "Who came back this year?", "Which orders are late, and why?"]
  response_mode   = "full"
  show_sidebar    = true
  show_dashboards = false

  lm_primary_background_color = var.changed ? "#0b7285" : "#1864ab"
  lm_light_background_color   = "#f8f9fa"
  lm_dark_background_color    = "#dee2e6"
  lm_button_outline_color     = "#495057"
  dm_primary_background_color = "#1a1b1e"
  dm_light_background_color   = "#2c2e33"
  dm_dark_background_color    = "#101113"
  dm_button_outline_color     = "#909296"
  custom_css_overrides        = jsonencode({ accent = "#f08c00", radius = 4 })
  triggers                    = { release = "1" }
}
