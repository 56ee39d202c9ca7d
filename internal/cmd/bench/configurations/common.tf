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

locals {
  # Ids by name. A range has at most 1,024 elements.
  objects = { for id in flatten([
    for start in range(0, var.objects, 1000) : range(start + 1, min(start + 1000, var.objects) + 1)
  ]) : "Theme ${id}" => id }
}

