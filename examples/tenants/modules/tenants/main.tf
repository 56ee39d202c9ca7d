# A replacement, which changes its id, sends everything again.
resource "terraform_data" "send_again" {
  triggers_replace = var.send_again

  lifecycle {
    precondition {
      condition     = length(local.mistakes) == 0
      error_message = join("\n", local.mistakes)
    }
  }
}

locals {
  # What reads tenants waits for the precondition above, so mistakes are its only error.
  tenants = {
    for tenant in [var.tenants[*], terraform_data.send_again][0] :
    tenant.key => merge(local.optional, tenant)
  }
  sources = { for key, tenant in local.tenants : key => merge(local.source_optional, tenant.source) if tenant.source != null }

  # Those for "*" are placeholders for plans. An apply fails at the precondition above.
  passwords = { for key in keys(local.sources) : key => try(var.passwords[key], terraform.applying ? null : var.passwords["*"], null) }
  keys      = { for key in keys(local.sources) : key => try(var.passwords[key], terraform.applying ? null : "{}") }

  # Change send_again of a tenant to send only its theme and source again.
  triggers = {
    for key, tenant in local.tenants : key => { all = terraform_data.send_again.id, tenant = tenant.send_again }
  }
}

# With count, removing a tenant would renumber the others.
module "theme" {
  source   = "../theme"
  for_each = local.tenants

  appearance_id   = each.value.appearance_id
  name            = each.value.name
  theme_mode      = each.value.theme_mode
  start_message   = each.value.start_message
  recommendations = each.value.recommendations
  brand_color     = each.value.brand_color
  outline_color   = each.value.outline_color
  colors          = each.value.colors
  check_colors    = var.check_colors
  triggers        = local.triggers[each.key]
}

resource "chatview_source" "this" {
  for_each = local.sources

  id            = each.value.id
  hostname      = each.value.hostname
  port          = each.value.port
  username      = each.value.username
  database_name = each.value.database_name
  triggers      = local.triggers[each.key]

  password_wo         = each.value.password_version != null ? local.passwords[each.key] : null
  password_wo_version = each.value.password_version

  service_account_key_wo         = each.value.service_account_key_version != null ? local.keys[each.key] : null
  service_account_key_wo_version = each.value.service_account_key_version
}
