# The variables are not sensitive, so only the provider's schema hides their values.

provider "chatview" {
  max_retries = 0
  headers     = { X-Gateway = "CANARYgateway\"\\<&>%+" }
}

variable "generation" {
  type = number
}

variable "tail" {
  type    = string
  default = "\"\\<&>%+\u00fc\n1"
}

resource "chatview_appearance" "brand" {
  id   = "1"
  name = "Brand ${var.generation}"
}

resource "chatview_source" "plain" {
  id = "7"

  password            = "CANARYpassword${var.tail}${var.generation}"
  connection_string   = "CANARYstring${var.tail}${var.generation}"
  token               = "CANARYtoken${var.tail}${var.generation}"
  service_account_key = jsonencode({ private_key = "CANARYaccount${var.tail}${var.generation}" })
}

resource "chatview_source" "write_only" {
  id = "8"

  password_wo                    = "CANARYpassword${var.tail}${var.generation}"
  password_wo_version            = var.generation
  connection_string_wo           = "CANARYstring${var.tail}${var.generation}"
  connection_string_wo_version   = var.generation
  token_wo                       = "CANARYtoken${var.tail}${var.generation}"
  token_wo_version               = var.generation
  service_account_key_wo         = jsonencode({ private_key = "CANARYaccount${var.tail}${var.generation}" })
  service_account_key_wo_version = var.generation
}
