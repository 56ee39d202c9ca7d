locals {
  # The tenant's own outline and colors replace the derived ones.
  palette = merge(
    provider::chatview::derive_palette(var.brand_color),
    { for mode in ["lm", "dm"] : "${mode}_button_outline_color" => var.outline_color if var.outline_color != null },
    var.colors,
  )

  problems = provider::chatview::palette_problems(local.palette)
}

resource "chatview_appearance" "this" {
  id   = var.appearance_id
  name = var.name

  theme_mode      = var.theme_mode
  start_message   = var.start_message
  recommendations = var.recommendations
  triggers        = var.triggers

  lm_primary_background_color = local.palette.lm_primary_background_color
  lm_light_background_color   = local.palette.lm_light_background_color
  lm_dark_background_color    = local.palette.lm_dark_background_color
  lm_button_outline_color     = local.palette.lm_button_outline_color

  dm_primary_background_color = local.palette.dm_primary_background_color
  dm_light_background_color   = local.palette.dm_light_background_color
  dm_dark_background_color    = local.palette.dm_dark_background_color
  dm_button_outline_color     = local.palette.dm_button_outline_color

  lifecycle {
    precondition {
      condition     = length(local.problems) == 0 || !var.check_colors
      error_message = join("\n", concat(["Unreadable colors in the theme ${var.name}:"], local.problems[*].message))
    }
  }
}
