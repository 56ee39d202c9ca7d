# BigQuery
resource "chatview_source" "events" {
  id           = "9"
  account_name = "Events"

  # The JSON file of the service account's key, as it is.
  service_account_key_wo         = var.events_key
  service_account_key_wo_version = 1
}

variable "events_key" {
  description = "Key of the service account, as JSON. It is never stored. From a file: TF_VAR_events_key=\"$(cat key.json)\"."
  type        = string
  sensitive   = true
  ephemeral   = true
}
