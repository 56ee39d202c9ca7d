# A data source with every field of the API, the credentials write-only.

resource "chatview_source" "object" {
  count = var.objects

  id               = count.index + 1
  account_name     = "Theme ${count.index + 1}"
  hostname         = var.changed ? "db.example.net" : "db.example.com"
  port             = 5432
  username         = "chatview"
  database_name    = "warehouse"
  host             = "click.example.com"
  database         = "events"
  account          = "account-1"
  user             = "reader"
  public_key       = "public-key"
  selected_schemas = ["public", "sales", "support"]
  triggers         = { release = "1" }

  password_wo                    = "a password of the bench"
  password_wo_version            = 1
  connection_string_wo           = "postgres://chatview:secret@db.example.com/warehouse"
  connection_string_wo_version   = 1
  token_wo                       = "a token of the bench"
  token_wo_version               = 1
  service_account_key_wo         = jsonencode({ type = "service_account", project_id = "warehouse" })
  service_account_key_wo_version = 1
}
