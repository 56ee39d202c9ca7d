# MySQL
resource "chatview_source" "shop" {
  id           = "8"
  account_name = "Shop"

  hostname         = "shop.example.com"
  port             = 3306
  username         = "chatview"
  database_name    = "shop"
  selected_schemas = ["shop"]

  password_wo         = var.shop_password
  password_wo_version = 1
}

variable "shop_password" {
  description = "Password of the MySQL user. It is never stored."
  type        = string
  sensitive   = true
  ephemeral   = true
}
