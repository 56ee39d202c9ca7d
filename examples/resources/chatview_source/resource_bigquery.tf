# BigQuery
resource "chatview_source" "events" {
  id = "9"

  # The content of the key file: export TF_VAR_events_key="$(cat key.json)"
  service_account_key_wo         = var.events_key
  service_account_key_wo_version = "1"
}

variable "events_key" {
  type      = string
  sensitive = true
  ephemeral = true
}
