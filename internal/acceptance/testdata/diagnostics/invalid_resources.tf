resource "chatview_appearance" "brand" {
  id                          = "brand/1"
  name                        = "Brand"
  theme_mode                  = "drak"
  start_message               = "Hi\rNo changes."
  recommendations             = [for i in range(3) : i == 1 ? null : "Who?"]
  lm_primary_background_color = "rgb(24,100,171)"
  custom_css_overrides        = jsonencode(null)
}

resource "chatview_source" "orders" {
  id                           = "007"
  port                         = 70000
  public_key                   = "-----BEGIN PRIVATE KEY-----"
  service_account_key          = "key.json"
  password                     = "secret"
  password_wo                  = "secret"
  password_wo_version          = 1.5
  token_wo                     = "secret"
  connection_string_wo_version = 1
}
