provider "chatview" {
  base_url = "https://chatview.example.com"
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
