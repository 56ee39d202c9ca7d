locals {
  tokens   = jsondecode(file("${path.module}/tokens.json"))
  resolved = jsondecode(file("${path.module}/resolved.json"))

  palette = provider::chatview::derive_palette(local.tokens.brand.primary["$value"].hex)
}

# All colors from one token.
resource "chatview_appearance" "derived" {
  id         = "101"
  name       = "Derived"
  theme_mode = "light"

  lm_primary_background_color = local.palette.lm_primary_background_color
  lm_light_background_color   = local.palette.lm_light_background_color
  lm_dark_background_color    = local.palette.lm_dark_background_color
  lm_button_outline_color     = local.palette.lm_button_outline_color
}

# Each color from its token.
resource "chatview_appearance" "designed" {
  id         = "102"
  name       = "Designed"
  theme_mode = "light"

  lm_primary_background_color = local.resolved.chat.page
  lm_light_background_color   = local.resolved.chat.answer
  lm_dark_background_color    = local.resolved.chat.sidebar
  lm_button_outline_color     = local.resolved.chat.outline
}
