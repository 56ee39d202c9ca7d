# Snowflake
resource "chatview_source" "warehouse" {
  id = "11"

  account    = "myorg-account123"
  user       = "CHATVIEW"
  public_key = var.warehouse_public_key
}

variable "warehouse_public_key" {
  type = string
}
