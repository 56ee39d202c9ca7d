provider "chatview" {
  base_url = "https://chatview.example.com"
}

module "tenants" {
  source = "../modules/tenants"

  tenants   = yamldecode(file("${path.module}/tenants.yaml"))
  passwords = var.passwords

  send_again   = 1 # change it to send all tenants again
  check_colors = var.check_colors
}
