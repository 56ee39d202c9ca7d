resource "chatview_appearance" "brand" {
  id   = "42"
  name = "Brand"

  lm_primary_background_color = var.brand_color
  lm_button_outline_color     = "#495057"

  write_only_version = var.colors_version
}
