resource "chatview_source" "warehouse" {
  id = "7"

  hostname      = "db.example.com"
  port          = 5432
  database_name = "warehouse"
  username      = var.database_user

  password_wo         = var.database_password
  password_wo_version = var.database_password_version
}
