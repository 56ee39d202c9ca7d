terraform {
  required_providers {
    chatview = { source = "chatview/chatview" }
  }
}

provider "chatview" {}

provider "chatview" {
  alias = "other"
}

module "tenant" {
  source   = "./module"
  for_each = { north = "1", "so\"uth" = "2" }
  id       = each.value
}
