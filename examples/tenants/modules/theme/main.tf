locals {
  palette = provider::chatview::derive_palette(var.brand_color)

  # The derived outline can be seen on its background. One of the tenant's own
  # has to show that it can, in both modes.
  outline_contrast = var.outline_color == null ? null : min(
    provider::chatview::contrast_ratio(var.outline_color, local.palette.lm_primary_background_color),
    provider::chatview::contrast_ratio(var.outline_color, local.palette.dm_primary_background_color),
  )
}

resource "chatview_appearance" "this" {
  id   = var.appearance_id
  name = var.name

  theme_mode      = "both"
  start_message   = var.start_message
  recommendations = var.recommendations

  lm_primary_background_color = local.palette.lm_primary_background_color
  lm_light_background_color   = local.palette.lm_light_background_color
  lm_dark_background_color    = local.palette.lm_dark_background_color
  lm_button_outline_color     = coalesce(var.outline_color, local.palette.lm_button_outline_color)

  dm_primary_background_color = local.palette.dm_primary_background_color
  dm_light_background_color   = local.palette.dm_light_background_color
  dm_dark_background_color    = local.palette.dm_dark_background_color
  dm_button_outline_color     = coalesce(var.outline_color, local.palette.dm_button_outline_color)

  lifecycle {
    precondition {
      condition     = local.outline_contrast == null ? true : local.outline_contrast >= 3
      error_message = "The outline colour of ${var.name} can hardly be seen in one of the modes: its contrast has to be at least 3."
    }
  }
}
