resource "chatview_appearance" "this" {
  id   = var.appearance_id
  name = var.name

  theme_mode      = "both"
  start_message   = var.start_message
  recommendations = var.recommendations

  lm_primary_background_color = var.brand_color
  dm_primary_background_color = var.brand_color
}
