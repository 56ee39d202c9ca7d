# PostgreSQL or MySQL
resource "chatview_source" "orders" {
  id           = "7"
  account_name = "Orders"

  hostname         = "orders.example.com"
  port             = 5432
  username         = "chatview"
  database_name    = "orders"
  selected_schemas = ["public", "sales"]

  # Terraform does not store the password. Change the version to send it again.
  password_wo         = var.orders_password
  password_wo_version = "1"
}

variable "orders_password" {
  type      = string
  sensitive = true
  ephemeral = true
}
