# The blocks that all configurations share.

terraform {
  required_providers {
    chatview = { source = "chatview/chatview" }
  }
}

variable "objects" {
  type = map(string) # ids by name
}

variable "changed" {
  default = false
}
