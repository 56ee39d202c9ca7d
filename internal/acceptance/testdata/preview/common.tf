terraform {
  required_providers {
    chatview = { source = "chatview/chatview" }
  }
}

provider "chatview" {}

provider "chatview" {
  alias    = "other"
  base_url = "https://other.example.com"
}

module "tenant" {
  source   = "./module"
  for_each = { north = "1", "so\"uth" = "2" }
  id       = each.value
}
