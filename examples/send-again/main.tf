# A pipeline replaces this on a schedule, which changes its id.
resource "terraform_data" "send_again" {}

resource "chatview_appearance" "brand" {
  id   = var.appearance_id
  name = "Brand"

  lm_primary_background_color = "#ebf5ff"
  lm_button_outline_color     = "#1864ab"

  triggers = {
    sent = terraform_data.send_again.id
  }
}

resource "chatview_source" "warehouse" {
  id = var.source_id

  hostname      = "db.example.com"
  username      = "chatview"
  database_name = "warehouse"

  triggers = {
    sent = terraform_data.send_again.id
  }
}
