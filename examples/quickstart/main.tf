resource "chatview_appearance" "brand" {
  id   = var.appearance_id
  name = "Brand"

  theme_mode    = "both"
  start_message = "Ask me about sales, orders and customers."
  recommendations = [
    "Which products sold best last month?",
    "How many customers came back this year?",
  ]
  response_mode = "full"
  show_sidebar  = true

  lm_primary_background_color = var.brand_color
  lm_light_background_color   = "#f8f9fa"
  lm_dark_background_color    = "#dee2e6"
  lm_button_outline_color     = "#495057"

  dm_primary_background_color = "#1a1b1e"
  dm_light_background_color   = "#2c2e33"
  dm_dark_background_color    = "#101113"
  dm_button_outline_color     = "#909296"

  # The keys are your organization's: the service documents none.
  custom_css_overrides = jsonencode({
    accent = "#f08c00"
  })
}

resource "chatview_source" "warehouse" {
  id = var.source_id

  hostname         = "db.example.com"
  port             = 5432
  username         = "chatview"
  database_name    = "warehouse"
  selected_schemas = ["public", "sales"]

  # Raise the version whenever the password has changed: nothing of the password
  # itself is kept by which a change could be seen.
  password_wo         = var.database_password
  password_wo_version = 1
}
