# ClickHouse
resource "chatview_source" "metrics" {
  id = "10"

  host     = "metrics.example.com"
  port     = 8443
  database = "metrics"
  username = "chatview"

  password_wo         = var.metrics_password
  password_wo_version = "1"
}

variable "metrics_password" {
  type      = string
  sensitive = true
  ephemeral = true
}
