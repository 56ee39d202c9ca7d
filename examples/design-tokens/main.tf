locals {
  tokens   = jsondecode(file("${path.module}/tokens.json"))
  resolved = jsondecode(file("${path.module}/resolved.json"))
  dark     = jsondecode(file("${path.module}/resolved.dark.json"))

  # A translucent color is an error, because the API accepts none.
  primary = [for v in [local.tokens.brand.primary["$value"]] : v.hex if try(v.alpha, 1) == 1][0]
  palette = provider::chatview::derive_palette(local.primary)

  # Style Dictionary stores a digest of the tokens that it reads. A checkout may change line ends.
  texts      = [for name in ["tokens.json", "tokens.dark.json"] : replace(file("${path.module}/${name}"), "\r", "")]
  is_current = local.resolved.source_sha256 == sha256(local.texts[0]) && local.dark.source_sha256 == sha256(join("", local.texts))
}

resource "chatview_appearance" "derived" {
  id         = "101"
  name       = "Derived"
  theme_mode = "light"

  lm_primary_background_color = local.palette.lm_primary_background_color
  lm_light_background_color   = local.palette.lm_light_background_color
  lm_dark_background_color    = local.palette.lm_dark_background_color
  lm_button_outline_color     = local.palette.lm_button_outline_color
}

resource "chatview_appearance" "designed" {
  id         = "102"
  name       = "Designed"
  theme_mode = "both"

  lm_primary_background_color = local.resolved.chat.page
  lm_light_background_color   = local.resolved.chat.answer
  lm_dark_background_color    = local.resolved.chat.sidebar
  lm_button_outline_color     = local.resolved.chat.outline

  dm_primary_background_color = local.dark.chat.page
  dm_light_background_color   = local.dark.chat.answer
  dm_dark_background_color    = local.dark.chat.sidebar
  dm_button_outline_color     = local.dark.chat.outline

  lifecycle {
    precondition {
      condition     = local.is_current
      error_message = "The tokens have changed: run Style Dictionary for both modes."
    }
  }
}
