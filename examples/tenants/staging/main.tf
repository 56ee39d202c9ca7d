provider "chatview" {
  base_url = "http://127.0.0.1:8080" # the mock server
}

module "tenants" {
  source = "../modules/tenants"

  tenants   = yamldecode(file("${path.module}/tenants.yaml"))
  passwords = var.passwords
}

variable "passwords" {
  description = "Password of each tenant's database user, by the tenant's key. Not stored, so every plan and apply requires it."
  type        = map(string)
  sensitive   = true
  ephemeral   = true # without a default, so an apply cannot forget it
}
