resource "chatview_appearance" "brand" {
  id   = "42"
  name = "Brand"

  theme_mode                  = "light"
  lm_primary_background_color = "#ebf5ff"
  lm_light_background_color   = "#f7fbff"
  lm_dark_background_color    = "#d6e8fe"
  lm_button_outline_color     = var.outline_color

  write_only_version = var.colors_version
}
