# The blocks that all configurations share.

terraform {
  required_providers {
    chatview = { source = "chatview/chatview" }
  }
}

variable "objects" {
  type = number # how many
}

variable "changed" {
  default = false
}

