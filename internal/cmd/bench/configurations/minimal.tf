# An appearance with the three attributes of the smaller baseline.

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

resource "chatview_appearance" "object" {
  for_each = var.objects

  id         = each.value
  name       = each.key
  theme_mode = var.changed ? "dark" : "both"
}
