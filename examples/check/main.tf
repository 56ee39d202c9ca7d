resource "chatview_appearance" "check" {
  count = var.appearance_id == null ? 0 : 1

  id              = var.appearance_id
  name            = var.theme.name
  theme_mode      = var.theme.theme_mode
  start_message   = var.theme.start_message
  recommendations = var.theme.recommendations
  response_mode   = var.theme.response_mode
  show_sidebar    = var.theme.show_sidebar
  show_dashboards = var.theme.show_dashboards

  lm_primary_background_color = var.theme.color
  lm_light_background_color   = var.theme.color
  lm_dark_background_color    = var.theme.color
  lm_button_outline_color     = var.theme.color
  dm_primary_background_color = var.theme.color
  dm_light_background_color   = var.theme.color
  dm_dark_background_color    = var.theme.color
  dm_button_outline_color     = var.theme.color
  custom_css_overrides        = var.theme.custom_css_overrides
}

resource "chatview_source" "check" {
  count = var.source_id == null ? 0 : 1

  id                  = var.source_id
  account_name        = "Check"
  hostname            = var.upper_case ? upper(var.connection.hostname) : var.connection.hostname # the same host
  port                = var.connection.port
  username            = var.connection.username
  database_name       = var.connection.database_name
  password_wo         = var.password
  password_wo_version = "1"
}

output "styles" {
  description = "Styles that the service derived from the colors, or an empty text."
  value       = join("", compact(chatview_appearance.check[*].custom_css_vars))
}
