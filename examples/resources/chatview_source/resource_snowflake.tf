# Snowflake
resource "chatview_source" "warehouse" {
  id           = "11"
  account_name = "Warehouse"

  account    = "example-account"
  user       = "CHATVIEW"
  public_key = var.warehouse_public_key
}

variable "warehouse_public_key" {
  description = "Public key of the Snowflake user's key pair."
  type        = string
}
